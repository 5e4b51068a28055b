import CFFmpeg

/// SHA-256 (FIPS 180-4, FFmpeg's `av_sha`) over bytes given piece by piece.
package final class Digest {
    private let context: OpaquePointer

    package init() {
        guard let context = av_sha_alloc() else { preconditionFailure("out of memory for a digest") }
        av_sha_init(context, 256)
        self.context = context
    }
    deinit { av_free(UnsafeMutableRawPointer(context)) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        av_sha_update(context, base.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// Adds the UTF-8 bytes of a text, without an end mark.
    package func update(_ text: String) {
        var text = text
        text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
    }

    /// The 32 bytes. Ends the digest: nothing more can be added.
    package func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            av_sha_final(context, buffer.baseAddress)
            count = 32
        }
    }

    package func hexadecimal() -> String {
        finish().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
