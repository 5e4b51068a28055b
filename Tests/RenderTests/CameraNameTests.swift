import Testing
import Timeline

@testable import Render
@testable import Planning
@testable import Placing

/// Which camera a file is taken for, and what is said about it.
@Suite struct CameraNameTests {
    struct Case: Sendable, CustomTestStringConvertible {
        /// `camera=path` where the user says which camera.
        var inputs: [String]
        var angles: [Angle]
        /// Words of the notes; none where everything is known.
        var said: [String] = []
        var testDescription: String { inputs.joined(separator: " ") }
    }

    static let cases = [
        Case(inputs: ["front.mov", "back.mov"], angles: ["front", "back"]),
        Case(inputs: ["Back_1.mov", "holiday-SELFIE.mp4"], angles: ["back", "front"]),
        Case(
            inputs: ["IMG_1.mov", "IMG_2.mov"], angles: ["front", "back"],
            said: ["by their order", "back is IMG_2.mov"]),
        // One name is enough.
        Case(
            inputs: ["IMG_1.mov", "IMG_1_front.mov"], angles: ["back", "front"],
            said: ["IMG_1.mov is taken for the back camera"]),
        Case(
            inputs: ["IMG_1_rear.mov", "IMG_1.mov"], angles: ["back", "front"],
            said: ["IMG_1.mov is taken for the front camera"]),
        Case(
            inputs: ["back=a.mov", "b.mov"], angles: ["back", "front"], said: ["b.mov is taken for the front camera"]),
        Case(
            inputs: ["a.mov", "front=b.mov"], angles: ["back", "front"], said: ["a.mov is taken for the back camera"]),
        // What the user says counts more than a name.
        Case(inputs: ["front=back.mov", "back=front.mov"], angles: ["front", "back"]),
        Case(inputs: ["front=back.mov", "front.mov"], angles: ["front", "front"]),
        // A word in all names tells nothing; of the words of one only whole ones count, and two contradict each other.
        Case(inputs: ["main_1.mov", "main_2.mov"], angles: ["front", "back"], said: ["by their order"]),
        Case(
            inputs: ["confront.mov", "x.mov"], angles: ["confront", "front"], said: ["x.mov is taken for the front"]),
        Case(
            inputs: ["front-back.mov", "x_back.mov"], angles: ["front", "back"],
            said: ["front-back.mov is taken for the front"]),
        // Files of one camera follow each other.
        Case(inputs: ["front1.mov", "back1.mov", "front2.mov"], angles: ["front", "back", "front"]),
        Case(
            inputs: ["a.mov", "b.mov", "c.mov"], angles: ["front", "back", "camera3"],
            said: ["by their order", "camera3 is c.mov"]),
        Case(
            inputs: ["a.mov", "b_front.mov", "c.mov"], angles: ["back", "front", "camera3"],
            said: ["a.mov is taken for the back", "c.mov is taken for the camera3"]),
        // A third camera has the name of its file if that is a word nobody else has.
        Case(
            inputs: ["front.mov", "back.mov", "side.mov", "sub/Side.mov", "IMG_1.mov", "mix.mov", "Grid.mov"],
            angles: ["front", "back", "camera3", "camera4", "camera5", "camera6", "camera7"],
            said: ["side.mov is taken for the camera3"]),
        // A file that is named by a word names its camera, whatever the alphabet; options can say every name.
        Case(inputs: ["anna.mp4", "ben.mp4"], angles: ["anna", "ben"]),
        Case(inputs: ["José.mp4", "カメラ.mp4", "李.mp4", "Jo.mp4"], angles: ["José", "カメラ", "李", "Jo"]),
        Case(
            inputs: ["Anna Maria.mov", "O'Brien.mov", "Ann:Lee,x.mov"], angles: ["Anna-Maria", "OBrien", "Ann-Lee-x"]),
        Case(inputs: ["front.mov", "back.mov", "side.mov"], angles: ["front", "back", "side"]),
        Case(inputs: ["side.mov", "front.mov"], angles: ["side", "front"]),
        Case(inputs: ["ben=anna.mp4", "anna.mp4"], angles: ["ben", "anna"]),
        // What all names share is none.
        Case(inputs: ["2026-01-02 anna.mp4", "2026-01-02 ben.mp4"], angles: ["anna", "ben"]),
        Case(inputs: ["anna/talk.mp4", "ben/talk.mp4"], angles: ["anna", "ben"]),
        Case(inputs: ["1/anna.mp4", "2/anna.mp4"], angles: ["front", "back"], said: ["by their order"]),
        Case(
            inputs: ["anna.mp4", "IMG_1234.mov"], angles: ["anna", "front"],
            said: ["IMG_1234.mov is taken for the front"]),
        // The cameras' folders.
        Case(inputs: ["back/clip.mp4", "front/clip.mp4"], angles: ["back", "front"]),
        Case(inputs: ["x/rear cam/1/a.mp4", "x/Front/1/a.mp4"], angles: ["back", "front"]),
        Case(inputs: ["user/a.mp4", "x/b.mp4"], angles: ["front", "back"], said: ["by their order"]),
        Case(inputs: ["front/back.mp4", "back/front.mp4"], angles: ["back", "front"]),
        Case(inputs: ["front/main.mp4", "back/main.mp4"], angles: ["front", "back"]),
        // A name that the user has given is not given again.
        Case(
            inputs: ["a.mov", "b.mov", "camera4=c.mov", "d.mov", "e.mov"],
            angles: ["front", "back", "camera4", "camera5", "camera6"], said: ["d.mov is taken for the camera5"]),
        Case(inputs: ["clip.mov"], angles: ["front"]),
    ]

    /// What devices and programs call files is nobody's name.
    @Test(arguments: [
        ("IMG_1234.MOV", "IMG_1235.MOV"), ("VID_20240101_120000.mp4", "VID_20240101_120002.mp4"),
        ("MOV_0001.mp4", "DSC00012.MP4"), ("clip1.mp4", "clip2.mp4"), ("video.mp4", "movie.mp4"),
        ("GX010012.MP4", "GH010034.MP4"), ("PXL_20260102_130405123.mp4", "P1000123.MOV"), ("1.mp4", "2.mp4"),
        ("2026-01-02 13-04-05.mov", "2026-01-02 13-04-07.mov"), ("a.mp4", "b.mp4"), ("C0001.MP4", "MVI_0002.MOV"),
        ("recording.mov", "Untitled.mov"), ("clip.mp4", "clip (1).mp4"),
    ])
    func genericNamesFallBackToTheOrder(_ one: String, _ other: String) {
        var notes: [Diagnostic] = []
        #expect(Recording.angles(of: [Input(path: one), Input(path: other)], &notes) == ["front", "back"])
        guard case .camerasByOrder = notes.first else {
            Issue.record("\(notes)")
            return
        }
    }

    @Test(arguments: cases)
    func camerasAreToldBy(_ example: Case) {
        var notes: [Diagnostic] = []
        let inputs = example.inputs.map { text in
            let parts = text.split(separator: "=").map(String.init)
            return Input(
                path: "folder of the back camera/" + parts.last!, angle: parts.count > 1 ? Angle(parts[0]) : nil)
        }
        #expect(Recording.angles(of: inputs, &notes) == example.angles)
        #expect(notes.isEmpty == example.said.isEmpty)
        let said = notes.map { note in
            let name = { (one: Diagnostic.Assignment) in one.path.split(separator: "/").last! }
            return switch note {
            case .camerasByOrder(let all):
                "by their order, " + all.map { "\($0.angle) is \(name($0))" }.joined(separator: ", ")
            case .cameraAssumed(let one): "\(name(one)) is taken for the \(one.angle) camera"
            default: "something else"
            }
        }
        for words in example.said { #expect(said.contains { $0.contains(words) }, "\(notes)") }
    }
}
