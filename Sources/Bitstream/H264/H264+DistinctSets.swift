extension H264 {
    /// The parameter sets of several streams side by side, each under ids of its own.
    struct DistinctSets {
        /// For each source, its own sets with their new ids.
        private(set) var own: [ParameterSets] = []
        /// For each source: the keys of its picture parameter sets → new ids.
        private(set) var identifiers: [[Int: Int]] = []

        init(_ sources: [ParameterSets]) throws(BitstreamError) {
            guard let first = sources.first?.sequences.first?.value else {
                throw .missingParameterSet(kind: "sequence parameter set", id: 0)
            }
            for (index, source) in sources.enumerated() {
                for set in source.sequences {
                    do { try Self.check(first, set.value, ignoringCropping: source.takesCroppingOfFirst) } catch {
                        throw .unjoinable(source: index, error)
                    }
                }
                guard try add(source, cropping: source.takesCroppingOfFirst ? first.cropping : nil) else {
                    throw .unjoinable(source: index, .identifiersExhausted)
                }
            }
        }

        /// All sets, for the file's header.
        var all: ParameterSets {
            var all = ParameterSets(framing: .lengthPrefixed(bytes: 4))
            all.sequences = own.flatMap(\.sequences)
            all.pictures = own.flatMap(\.pictures)
            return all
        }

        /// What one sample entry says for all of them.
        private static func check(
            _ first: SequenceParameterSet, _ other: SequenceParameterSet, ignoringCropping: Bool
        ) throws(JoinBlocker) {
            guard first.codedSize == other.codedSize else {
                throw .codedSize(first: first.codedSize, other: other.codedSize)
            }
            guard ignoringCropping || first.croppingOrNone == other.croppingOrNone else { throw .cropping }
            guard first.chroma.format == other.chroma.format else { throw .chromaFormat }
            guard first.chroma.lumaDepth == other.chroma.lumaDepth, first.chroma.chromaDepth == other.chroma.chromaDepth
            else { throw .bitDepth }
            // FFmpeg 5.1 decodes a lossless stream wrongly behind another one, in plainly concatenated files too.
            guard first.chroma.bypassesTransformAtZero == other.chroma.bypassesTransformAtZero else {
                throw .losslessTransform
            }
            guard first.isFrameOnly, other.isFrameOnly else { throw .fieldCoding }
            guard first.pictureOrder.type != 1, other.pictureOrder.type != 1 else { throw .pictureOrderType }
            try SequenceUnion.checkUsability(first.usability, other.usability)
        }

        /// Whether there were ids left.
        private mutating func add(_ source: ParameterSets, cropping: Cropping?) throws(BitstreamError) -> Bool {
            var sets = ParameterSets(framing: .lengthPrefixed(bytes: 4))
            var sequenceIDs: [Int: Int] = [:]
            for set in source.sequences {
                let taken = all.sequences.map(\.value.id) + sets.sequences.map(\.value.id)
                guard let id = (0...31).first(where: { !taken.contains($0) }) else { return false }
                sequenceIDs[set.value.id] = id
                var renamed = set.value
                renamed.id = id
                renamed.cropping = cropping ?? renamed.cropping
                sets.sequences.append(renamed == set.value ? set : try renamed.coded())
            }
            var map: [Int: Int] = [:]
            for (key, set) in source.keyedPictures {
                let taken = all.pictures.map(\.value.id) + sets.pictures.map(\.value.id)
                let room = PictureParameterSet.identifiers
                guard let sequence = sequenceIDs[set.value.sequenceID],
                    let id = room.first(where: { !taken.contains($0) })
                else { return false }
                map[key] = id
                var renamed = set.value
                renamed.id = id
                renamed.sequenceID = sequence
                let format = try source.sequence(set.value.sequenceID).chroma.format
                sets.pictures.append(renamed == set.value ? set : try renamed.coded(chromaFormat: format))
            }
            own.append(sets)
            identifiers.append(map)
            return true
        }
    }
}
