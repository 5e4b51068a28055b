#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A line that a page sends: `{"id":3,"request":"look","frame":120}`.
struct PageRequest: Decodable {
    enum Kind: String, Decodable {
        case edit, undo, redo, look, choices, play, shown, pause, save, restore, discard, render, cancel, marks
        case heard, music, direct, pauses, highlights, deliver
    }

    /// Cuts that a director makes again.
    struct Direction: Decodable {
        var style: String
        /// Shots, in seconds; `nil` for those of the style.
        var shortest, longest: Double?
        /// A camera that shows everybody.
        var wide: String?
    }

    /// A frame of the timeline after an edit, or of one that shows nothing but a view.
    struct Choice: Decodable {
        var frame: Int64
        var edit: FilmEdit?
        var show: String?
    }

    let id: UInt32
    let request: Kind
    /// Of the timeline; of the film where it is played.
    var frame: Int64?
    /// Frames per frame of the clock: ±1, ±2, ±4.
    var speed: Int64?
    /// A change that is only looked at.
    var edit: FilmEdit?
    /// The picture is for somebody who looks at it for a while.
    var sharp: Bool?
    /// What there is to choose from.
    var choices: [Choice]?
    var kind: SnapMarks?
    var output: String?
    var overwrite: Bool?
    /// What is heard, or a delivery.
    var name: String?
    /// A file of the film's list of music; none if it is not there.
    var file: Int?
    /// Of a film's shorter side.
    var lines: Int?
    var direction: Direction?

    /// - Returns: `nil` for a line that is no request.
    static func read(_ text: String) -> (request: PageRequest, edit: FilmEdit?)? {
        let (decoder, data) = (JSONDecoder(), Data(text.utf8))
        guard let request = try? decoder.decode(PageRequest.self, from: data) else { return nil }
        return (request, request.request == .edit ? try? decoder.decode(FilmEdit.self, from: data) : nil)
    }
}
