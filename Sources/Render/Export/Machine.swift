import Platform
import MediaIO
import Planning

/// The machine we run on: it may change how fast a render is, never its output.
enum Machine {
    static let coreCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    /// In bytes.
    static let memory = Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))

    /// Decoding takes a fifth of the work of encoding. Frame threads cost a few percent and a frame of memory each, so
    /// there are only enough to keep up with the encoder.
    static let decoderThreads = max(1, min(4, coreCount / 2))

    /// How many units of a plan to render in parallel: enough to keep the cores busy, but no more than fit in half of
    /// the memory.
    ///
    /// An encoder with N threads keeps about two thirds of N cores busy, because each frame waits for rows of the
    /// previous one.
    static func jobs(for plan: RenderPlan, cores: Int = coreCount, memory: Int64 = memory) -> Int {
        // Devices encode only a few streams at a time, and no faster in parallel.
        guard plan.video.kind == .software, !plan.video.encodesAlone else { return 1 }
        let byCores = (cores * 3 + plan.video.threads) / (2 * plan.video.threads)
        let byMemory = memory / 2 / plan.video.workingBytes
        return max(1, min(byCores, Int(clamping: byMemory), 64))
    }

    /// How many films to render at the same time: one for each core, while each has the memory that an encoder of 4K with
    /// ten bits takes.
    static func films(cores: Int = coreCount, memory: Int64 = memory) -> Int {
        max(1, min(cores, Int(clamping: memory >> 32), 64))
    }
}

extension VideoEncoderSettings {
    /// Approximate peak memory of an encoder and its decoders: lookahead and reference pictures.
    fileprivate var workingBytes: Int64 {
        let size = codedSize
        let picture = Int64(size.width * size.height * 3 / 2 * canvas.format.bytesPerSample)
        // 60 of lookahead and B-frames, each with analysis data half its size; 16 references and the decoders' frames.
        return picture * Int64(60 * 3 / 2 + 16 + 2 * threads)
    }
}
