import MediaIO
import Pictures
import Placing
import Planning

extension Diagnostic.ToneMapping {
    var text: String { self == .asked ? "--dynamic-range sdr was requested" : "\(self)" }
}

extension CopyRefusal {
    /// Includes the option used for the request.
    var text: String {
        switch self {
        case .codec(let wished, let path, let codec):
            "--codec \(wished.rawValue), but \(path) is \(codec.rawValue)"
        case .size(let wished, let path, let size): "--size \(wished), but \(path) is \(size)"
        case .frameRate(let wished, let path, let rate):
            "--fps \(wished), but " + (rate.map { "\(path) has \($0)" } ?? "the frame rate of \(path) varies")
        case .toneMapped(let path, let reason):
            "\(path) has high dynamic range, which is not kept, because \(reason.text)"
        case .text(let kinds): "\(list(kinds.map { "--\($0)" }, "and")), drawn into every picture"
        case .bitRate:
            "copied stretches would not follow the bit rate (--bitrate, --max-bitrate or --delivery)"
        case .encoder: "--encoder: only software-encoded pictures can be joined with copied ones"
        case .take, .primary, .container, .turned, .layers, .tooBrief, .tooLittle: "\(self)"
        }
    }

    var told: Message {
        switch self {
        case .take(let path, _): Message(kind: "take", message: text, path: path)
        case .primary(let path, _, _): Message(kind: "primary", message: text, path: path)
        case .codec(_, let path, _): Message(kind: "codec", message: text, path: path)
        case .size(_, let path, _): Message(kind: "size", message: text, path: path)
        case .frameRate(_, let path, _): Message(kind: "frameRate", message: text, path: path)
        case .toneMapped(let path, _): Message(kind: "toneMapped", message: text, path: path)
        case .bitRate: Message(kind: "bitRate", message: text)
        case .text: Message(kind: "text", message: text)
        case .encoder: Message(kind: "encoder", message: text)
        case .container(_, let path, _): Message(kind: "container", message: text, path: path)
        case .turned(_, let path): Message(kind: "rotated", message: text, path: path)
        case .layers: Message(kind: "layers", message: text)
        case .tooBrief: Message(kind: "tooBrief", message: text)
        case .tooLittle: Message(kind: "tooLittle", message: text)
        }
    }
}
