import MediaTime

/// Parts of one file are in one place: one of them is placed for all.
struct FilePlaces {
    private let all: [PlacedFile]
    /// For each file, its leader's number.
    private var leader: [Int] = []
    /// The first part of each file.
    private(set) var leaders: [PlacedFile] = []

    init(of files: [PlacedFile]) {
        all = files
        var numbers: [String: Int] = [:]
        for file in files {
            // A camera's next file is not part of its first, and the user may place parts apart.
            if let number = numbers[file.take.path], leaders[number].take.angle != file.take.angle,
                !(file.isPlaced && leaders[number].isPlaced && file.take.clock != leaders[number].take.clock)
            {
                if file.isPlaced {
                    leaders[number].take.clock = file.take.clock
                    (leaders[number].isPlaced, leaders[number].drift) = (true, file.drift)
                }
                leader.append(number)
                continue
            }
            numbers[file.take.path] = leaders.count
            leader.append(leaders.count)
            leaders.append(file)
        }
    }

    /// All files, where their leaders were placed.
    func files(_ placed: [PlacedFile]) -> [PlacedFile] {
        zip(all, leader).map { file, number in
            let leader = placed[number]
            var file = file
            (file.isPlaced, file.place, file.failure) = (leader.isPlaced, leader.place, leader.failure)
            if file.hasPicture || !leader.hasPicture {
                (file.take.clock, file.soundJumps) = (leader.take.clock, leader.soundJumps)
            } else {
                file.take.clock = leader.take.clock(ofSound: leader.soundJumps)
            }
            return file
        }
    }

    /// The files of these leaders.
    func members(_ leaders: Set<Int>) -> Set<Int> { Set(leader.indices.filter { leaders.contains(leader[$0]) }) }
}
