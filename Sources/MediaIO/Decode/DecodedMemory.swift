import CFFmpeg
import Pictures
import Synchronization

/// The contents of the memory of pictures before they are decoded into it.
///
/// A decoder whose data ends early leaves the rest of a picture as it was: parts of older pictures, depending on the
/// order in which memory was released. HEVC's decoder does not report it.
final class DecodedMemory: @unchecked Sendable {
    enum Filling {
        /// A mark in each block of 16x16, the smallest coding tree block (H.265 §7.4.3.2.1): a mark that is still
        /// there afterwards means that the block was not decoded.
        case marks
        /// The picture that was shown last.
        case picture
    }

    private let number: UInt
    private let filling: Filling
    private let state = Mutex(State())
    private struct State: ~Copyable {
        /// Pictures with marks that were not checked yet, in order of decoding.
        var marked: [FrameOwner] = []
        var shown: FrameOwner?
    }

    /// By the `opaque` value of decoders.
    private static let all = Mutex<[UInt: DecodedMemory]>([:])

    private init(_ number: UInt, _ filling: Filling) { (self.number, self.filling) = (number, filling) }

    /// Makes a decoder allocate its pictures here; call before it is opened. `drop` ends it.
    static func attach(to context: UnsafeMutablePointer<AVCodecContext>, filling: Filling) -> DecodedMemory {
        let memory = DecodedMemory(UInt(bitPattern: context.pointee.opaque), filling)
        all.withLock { $0[memory.number] = memory }
        compose_codec_set_get_buffer(context) { context, frame, flags in
            // Not shared memory: what a decoder leaves undecoded without an error would be parts of any film.
            let result = avcodec_default_get_buffer2(context, frame, flags)
            guard result >= 0, let context, let frame else { return result }
            let number = UInt(bitPattern: context.pointee.opaque)
            DecodedMemory.all.withLock { $0[number] }?.prepare(frame)
            return result
        }
        return memory
    }

    /// Makes a decoder take the memory of its pictures from `PictureMemory`: by default each has a pool of its own that
    /// never shrinks. Call before it is opened.
    static func share(_ context: UnsafeMutablePointer<AVCodecContext>) {
        compose_codec_set_get_buffer(context) { DecodedMemory.take($0, $1, $2) }
    }

    private static func take(
        _ context: UnsafeMutablePointer<AVCodecContext>?, _ frame: UnsafeMutablePointer<AVFrame>?, _ flags: Int32
    ) -> Int32 {
        guard let context, let frame, context.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
            context.pointee.hw_frames_ctx == nil
        else { return avcodec_default_get_buffer2(context, frame, flags) }
        return compose_frame_take_memory(
            context, frame, { PictureMemory.take($0) }, { PictureMemory.give($1!, Int(bitPattern: $0)) })
    }

    func drop() { _ = Self.all.withLock { [number] in $0.removeValue(forKey: number) } }

    /// Called by decoders, from any thread, in order of decoding.
    private func prepare(_ frame: UnsafeMutablePointer<AVFrame>) {
        state.withLock { state in
            switch filling {
            case .picture: compose_frame_prefill(frame, state.shown?.pointer)
            case .marks:
                guard let copy = try? FrameOwner(), compose_frame_ref_luma(copy.pointer, frame) >= 0 else { return }
                compose_frame_mark(copy.pointer)
                state.marked.append(copy)
            }
        }
    }

    /// Records a picture that the decoder has output.
    ///
    /// - Returns: whether it and all that were decoded before it, to which it may refer, are complete.
    func isComplete(through frame: FrameOwner) -> Bool {
        state.withLock { state in
            switch filling {
            case .picture:
                if let copy = try? FrameOwner(), av_frame_ref(copy.pointer, frame.pointer) >= 0 { state.shown = copy }
                return true
            case .marks:
                let memory = frame.pointer.pointee.buf.0?.pointee.data
                guard
                    let last = state.marked.lastIndex(where: { $0.pointer.pointee.buf.0?.pointee.data == memory })
                else { return true }
                let isMarked = state.marked[...last].contains { compose_frame_is_marked($0.pointer) != 0 }
                state.marked.removeFirst(last + 1)
                return !isMarked
            }
        }
    }

    func forget() { state.withLock { $0.marked = [] } }
}
