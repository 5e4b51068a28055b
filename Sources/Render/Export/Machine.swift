import Platform
import MediaIO
import Planning

/// The machine we run on: it may change how fast a render is, never its output.
enum Machine {
    /// In bytes.
    static let memory = Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))

    /// Decoding takes a fifth of the work of encoding. Frame threads cost a few percent and a frame of memory each, so
    /// there are only enough to keep up with the encoder, and to fill its lookahead.
    static let decoderThreads = max(2, min(4, coreCount / 2))

    /// How many units of a plan to render in parallel: enough to keep the cores busy, but no more than fit in half of
    /// the memory.
    ///
    /// An encoder with N threads keeps about two thirds of N cores busy, because each frame waits for rows of the
    /// previous one; with one thread, its own.
    static func jobs(for plan: RenderPlan, cores: Int = coreCount, memory: Int64 = memory) -> Int {
        // Devices encode only a few streams at a time, and no faster in parallel.
        guard plan.video.kind == .software, !plan.video.encodesAlone else { return 1 }
        let threads = plan.encoderThreads
        let busy = plan.hasShortUnits ? min(threads, 2) : threads
        var byCores = busy == 1 ? cores : (cores * 3 + busy) / (2 * busy)
        // In a second round, few units would leave most of many cores idle.
        if byCores > 2, plan.unitCount < 2 * byCores { byCores = max(byCores, plan.unitCount) }
        let byMemory = memory / 2 / plan.video.workingBytes(threads: threads)
        return max(1, min(byCores, Int(clamping: byMemory), 64))
    }

    /// How many films to render at the same time: one for each core, while each has the memory that an encoder of 4K with
    /// ten bits takes.
    static func films(cores: Int = coreCount, memory: Int64 = memory) -> Int {
        max(1, min(cores, Int(clamping: memory >> 32), 64))
    }
}

extension VideoEncoderSettings {
    /// Approximate peak memory of an encoder and of what composes pictures for it.
    fileprivate func workingBytes(threads: Int) -> Int64 {
        let size = codedSize
        let picture = Int64(size.width * size.height * 3 / 2 * canvas.format.bytesPerSample)
        // x264 holds seven pictures for each thread; decoders and the composition about 45 for two cameras.
        return picture * Int64(heldPictures + 7 * threads + 45)
    }

    /// The memory of an encoder with one thread, in pictures: its lookahead with analysis data, and its reference
    /// pictures with the planes between their samples (measured).
    private var heldPictures: Int {
        let ofPresets = [
            "ultrafast": 30, "superfast": 40, "veryfast": 60, "faster": 90, "fast": 110, "slow": 150, "slower": 200,
            "veryslow": 270, "placebo": 270,
        ]
        return ofPresets[preset] ?? 125
    }
}
