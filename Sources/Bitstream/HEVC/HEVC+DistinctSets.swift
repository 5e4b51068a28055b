extension HEVC {
    /// The parameter sets of several streams side by side, each under ids of its own.
    struct DistinctSets {
        /// For each source, its own sets with their new ids.
        private(set) var own: [ParameterSets] = []
        /// For each source: picture parameter set ids → new ones.
        private(set) var identifiers: [[Int: Int]] = []

        init(_ sources: [ParameterSets]) throws(BitstreamError) {
            guard let first = sources.first?.sequences.first?.value else {
                throw .missingParameterSet(kind: "sequence parameter set", id: 0)
            }
            for (index, source) in sources.enumerated() {
                for set in source.sequences {
                    do { try Self.check(first, set.value, ignoringWindow: source.takesCroppingOfFirst) } catch {
                        throw .unjoinable(source: index, error)
                    }
                }
                guard try add(source, window: source.takesCroppingOfFirst ? first.conformanceWindow : nil) else {
                    throw .unjoinable(source: index, .identifiersExhausted)
                }
            }
        }

        /// All sets, for the file's header.
        var all: ParameterSets {
            var all = ParameterSets(framing: .lengthPrefixed(bytes: 4))
            all.videos = own.flatMap(\.videos)
            all.sequences = own.flatMap(\.sequences)
            all.pictures = own.flatMap(\.pictures)
            return all
        }

        /// What one sample entry says for all of them.
        private static func check(
            _ first: SequenceParameterSet, _ other: SequenceParameterSet, ignoringWindow: Bool
        ) throws(JoinBlocker) {
            guard first.width == other.width, first.height == other.height else {
                throw .codedSize(first: first.codedSize, other: other.codedSize)
            }
            guard ignoringWindow || first.conformanceWindow ?? Window() == other.conformanceWindow ?? Window() else {
                throw .cropping
            }
            guard first.chromaFormat == other.chromaFormat else { throw .chromaFormat }
            guard first.lumaDepth == other.lumaDepth, first.chromaDepth == other.chromaDepth else { throw .bitDepth }
            try SequenceUnion.checkUsability(first.usability, other.usability)
        }

        /// Whether there were ids left.
        private mutating func add(_ source: ParameterSets, window: Window?) throws(BitstreamError) -> Bool {
            var sets = ParameterSets(framing: .lengthPrefixed(bytes: 4))
            func free(_ ids: ClosedRange<Int>, _ taken: [Int]) -> Int? { ids.first { !taken.contains($0) } }
            var videoIDs: [Int: Int] = [:]
            for set in source.videos {
                let taken = (all.videos + sets.videos).map(\.value.id)
                guard let id = free(0...15, taken) else { return false }
                videoIDs[set.value.id] = id
                var renamed = set.value
                renamed.id = id
                sets.videos.append(renamed == set.value ? set : try renamed.coded(hevc: UnitType.videoParameterSet))
            }
            var sequenceIDs: [Int: Int] = [:]
            for set in source.sequences {
                let taken = (all.sequences + sets.sequences).map(\.value.id)
                guard let id = free(0...15, taken), let video = videoIDs[set.value.videoID] else { return false }
                sequenceIDs[set.value.id] = id
                var renamed = set.value
                renamed.id = id
                renamed.videoID = video
                renamed.conformanceWindow = window ?? renamed.conformanceWindow
                sets.sequences.append(
                    renamed == set.value ? set : try renamed.coded(hevc: UnitType.sequenceParameterSet))
            }
            var map: [Int: Int] = [:]
            for set in source.pictures {
                let taken = (all.pictures + sets.pictures).map(\.value.id)
                guard let id = free(PictureParameterSet.identifiers, taken),
                    let sequence = sequenceIDs[set.value.sequenceID]
                else { return false }
                map[set.value.id] = id
                var renamed = set.value
                renamed.id = id
                renamed.sequenceID = sequence
                sets.pictures.append(
                    renamed == set.value ? set : try renamed.coded(hevc: UnitType.pictureParameterSet))
            }
            own.append(sets)
            identifiers.append(map)
            return true
        }
    }
}
