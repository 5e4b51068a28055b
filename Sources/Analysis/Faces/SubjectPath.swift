/// Where a window that is smaller than the picture stands during a shot, so that it shows whom the shot is about, as a
/// cameraman would: it stands still, and moves slowly, once, where a face leaves it.
package struct SubjectPath: Sendable {
    /// What was seen at a time of the shot.
    package struct Look: Sendable {
        /// In seconds.
        package var time: Double
        package var sight: Sight
        /// Whether somebody speaks then; `nil` if that is not known.
        package var hasSpeech: Bool?

        package init(time: Double, sight: Sight, hasSpeech: Bool? = nil) {
            (self.time, self.sight, self.hasSpeech) = (time, sight, hasSpeech)
        }
    }

    /// The center of the window at a time; between two, it moves from one to the other.
    package struct Key: Hashable, Sendable {
        /// In seconds.
        package var time: Double
        /// As fractions of the picture.
        package var x, y: Double
    }

    /// What decided.
    package enum Subject: Hashable, Sendable {
        case faces(Int)
        case movement
    }

    /// In time order, at least one.
    package private(set) var keys: [Key]
    package private(set) var subject: Subject

    private let width, height: Double

    /// - Parameters:
    ///   - looks: at the shot, in time order.
    ///   - width: of the window, as a fraction of the picture; so is `height`.
    /// - Returns: `nil` where there is nothing to see: the window belongs in the center.
    package init?(_ looks: [Look], width: Double, height: Double) {
        (self.width, self.height) = (width, height)
        (keys, subject) = ([], .movement)
        let people = Self.people(in: looks)
        guard !people.isEmpty else {
            guard let place = place(ofMovementIn: looks) else { return nil }
            keys = [Key(time: looks[0].time, x: place.x, y: place.y)]
            return
        }
        let shown = together(people)
        subject = .faces(shown.count)
        keys = steps(stills(places(of: shown, in: looks)))
    }

    /// Without movement, where it is at a time.
    package func standing(at time: Double) -> SubjectPath {
        var path = self
        var key = keys.last { $0.time <= time } ?? keys[0]
        key.time = time
        path.keys = [key]
        return path
    }
}

// Whom the shot is about.
extension SubjectPath {
    /// One person's face in several looks.
    private struct Person {
        var faces: [(look: Int, face: SeenFace)]

        /// Seen often, and close.
        var weight: Double { faces.reduce(0) { $0 + $1.face.height } }
        func face(at look: Int) -> SeenFace? { faces.last { $0.look <= look }?.face ?? faces.first?.face }

        /// How much the mouth moves while somebody speaks.
        func mouth(_ looks: [Look]) -> Double {
            let heard = faces.filter { looks[$0.look].hasSpeech != false }
            return heard.reduce(0) { $0 + $1.face.mouth } / Double(max(1, heard.count))
        }
    }

    /// Of whom one is twice as close or seen twice as often, the others are bystanders.
    private static let bystander = 0.4
    /// The mouth of somebody who speaks moves that much more than anybody else's, in code values.
    private static let leastMouth = 1.0
    /// A face that is seen less often is a mistake, or passes by.
    private static let leastSeen = 0.15
    /// How far a face moves between looks, in its own size.
    private static let reach = 0.8

    /// The heaviest first.
    private static func people(in looks: [Look]) -> [Person] {
        var people: [Person] = []
        for (number, look) in looks.enumerated() {
            var taken: Set<Int> = []
            for face in look.sight.faces {
                let alike = people.indices.filter { index in
                    let last = people[index].faces.last!.face
                    let ratio = last.height / face.height
                    return !taken.contains(index) && (0.55...1.8).contains(ratio)
                        && abs(last.center - face.center) < reach * max(last.width, face.width)
                        && abs(last.eyes - face.eyes) < reach * max(last.height, face.height)
                }
                let distance = { (index: Int) in abs(people[index].faces.last!.face.center - face.center) }
                if let nearest = alike.min(by: { distance($0) < distance($1) }) {
                    taken.insert(nearest)
                    people[nearest].faces.append((number, face))
                } else {
                    taken.insert(people.count)
                    people.append(Person(faces: [(number, face)]))
                }
            }
        }
        // Somebody who walks is found again somewhere else: not two people, if never seen at once.
        let least = max(looks.count > 3 ? 2 : 1, Int((leastSeen * Double(looks.count)).rounded(.up)))
        let steady = people.filter { $0.faces.count >= least }
        let found = steady.isEmpty ? people.filter { $0.faces.contains { $0.face.neighbors >= sure } } : steady
        var ordered = found.sorted { $0.weight > $1.weight }
        if let first = ordered.first {
            // Who speaks goes first.
            let rivals = ordered.filter { $0.weight >= bystander * first.weight }
            let loudest = rivals.indices.max { rivals[$0].mouth(looks) < rivals[$1].mouth(looks) }
            let known = looks.contains { $0.hasSpeech == true }
            if known, let loudest, loudest > 0, rivals[loudest].mouth(looks) >= rivals[0].mouth(looks) + leastMouth {
                ordered.insert(ordered.remove(at: loudest), at: 0)
            }
        }
        return ordered
    }

    /// So many windows do not agree on what is no face.
    private static let sure = 12

    /// The first person, those who are the same person elsewhere, and the others who have room in the window beside them.
    private func together(_ people: [Person]) -> [Person] {
        var shown = [people[0]]
        for other in people.dropFirst() where other.weight >= Self.bystander * people[0].weight {
            // Who is seen before and after is somebody else, even if never both at once.
            let (first, last) = (shown[0].faces[0].look, shown[0].faces.last!.look)
            if other.faces[0].look > last || other.faces.last!.look < first {
                // The same one, who has moved.
                shown[0].faces = (shown[0].faces + other.faces).sorted { $0.look < $1.look }
            } else if fits(shown + [other]) {
                shown.append(other)
            }
        }
        return shown
    }

    private func fits(_ people: [Person]) -> Bool {
        let heads = people.map { person in person.faces[person.faces.count / 2].face.head }
        let (left, right) = (heads.map(\.left).min()!, heads.map(\.right).max()!)
        let (top, bottom) = (heads.map(\.top).min()!, heads.map(\.bottom).max()!)
        return right - left <= width * 0.95 && bottom - top <= height * 0.95
    }
}

// Where the window stands.
extension SubjectPath {
    /// Where the center of the window may be at a time, and where it had best be.
    private struct Place {
        var time: Double
        var x, y: (least: Double, best: Double, most: Double)
    }

    private struct Still {
        var first, last: Double
        var x, y: Double
    }

    /// Above the eyes is this part of the window.
    private static let eyeLine = 0.4
    /// Who looks to the side gets this part of the window more on that side.
    private static let lookingRoom = 0.1
    /// A still is at least that long, in seconds, and only so many looks in a row that leave it end it.
    private static let (leastStill, leastOutside) = (4.0, 2)
    /// Of the window's width: nobody moves a camera by less.
    private static let leastStep = 0.1
    /// Of the window's width, in a second.
    private static let speed = 0.3
    private static let durations = 0.8...2.5

    private func places(of people: [Person], in looks: [Look]) -> [Place] {
        let seen = Set(people.flatMap { $0.faces.map(\.look) }).sorted()
        return seen.map { number in
            let faces = people.compactMap { $0.face(at: number) }
            let range = { (low: Double, high: Double, best: Double, window: Double) in
                let (least, most) = (high - window / 2, low + window / 2)
                let middle = (low + high) / 2
                return least <= most ? (least, min(max(best, least), most), most) : (middle, middle, middle)
            }
            let (left, right) = Self.edges(
                faces.map { ($0.x, $0.x + $0.width, $0.head.left, $0.head.right) }, in: width)
            let (top, bottom) = Self.edges(
                faces.map { ($0.y, $0.y + $0.height, $0.head.top, $0.head.bottom) }, in: height)
            let turn = Double(faces[0].turn) * Self.lookingRoom * width
            let eyes = faces.reduce(0) { $0 + $1.eyes } / Double(faces.count)
            return Place(
                time: looks[number].time, x: range(left, right, (left + right) / 2 + turn, width),
                y: range(top, bottom, eyes + (0.5 - Self.eyeLine) * height, height))
        }
    }

    /// Of faces with as much of their heads as leaves the window room to stand still.
    private static func edges(
        _ faces: [(low: Double, high: Double, headLow: Double, headHigh: Double)], in window: Double
    ) -> (Double, Double) {
        let face = (faces.map(\.low).min()!, faces.map(\.high).max()!)
        let head = (faces.map(\.headLow).min()!, faces.map(\.headHigh).max()!)
        let (least, most) = (face.1 - face.0, head.1 - head.0)
        guard most > least else { return face }
        let share = min(1, max(0, (roomiest * window - least) / (most - least)))
        return (face.0 + (head.0 - face.0) * share, face.1 + (head.1 - face.1) * share)
    }

    /// Of the window, for heads.
    private static let roomiest = 0.75

    /// A still ends when several looks in a row show that it must; a single one is a glance aside, or a mistake.
    private func stills(_ places: [Place]) -> [Still] {
        var stills: [Still] = []
        var (own, outside): ([Place], [Place]) = ([], [])
        var (x, y) = (Room(), Room())
        func end() {
            let inside = own.filter { x.contains($0.x) && y.contains($0.y) }
            let shown = inside.isEmpty ? own : inside
            stills.append(
                Still(
                    first: own.first!.time, last: own.last!.time, x: x.middle(shown.map(\.x.best), width),
                    y: y.middle(shown.map(\.y.best), height)))
        }
        for place in places {
            if x.contains(place.x), y.contains(place.y) {
                (x, y) = (x.narrowed(to: place.x), y.narrowed(to: place.y))
                own.append(place)
                outside = []
                continue
            }
            outside.append(place)
            guard outside.count >= Self.leastOutside else { continue }
            let isShort = outside[0].time - own[0].time < Self.leastStill
            if isShort {
                // Nobody moves a camera so soon: it stands where they go.
                own += outside
            } else {
                end()
                own = outside
            }
            (x, y) = (Room(), Room())
            for place in outside.reversed() where x.contains(place.x) && y.contains(place.y) {
                (x, y) = (x.narrowed(to: place.x), y.narrowed(to: place.y))
            }
            outside = []
        }
        end()
        return stills
    }

    /// Where the center of the window may be, on one axis.
    private struct Room {
        var least = -Double.infinity, most = Double.infinity

        func contains(_ place: (least: Double, best: Double, most: Double)) -> Bool {
            max(least, place.least) <= min(most, place.most)
        }
        func narrowed(to place: (least: Double, best: Double, most: Double)) -> Room {
            Room(least: max(least, place.least), most: min(most, place.most))
        }
        /// The median of what is best, where it shows all, inside the picture.
        func middle(_ best: [Double], _ window: Double) -> Double {
            let place = min(max(best.sorted()[best.count / 2], least), most)
            return min(max(place, window / 2), max(window / 2, 1 - window / 2))
        }
    }

    private func steps(_ stills: [Still]) -> [Key] {
        var keys = [Key(time: stills[0].first, x: stills[0].x, y: stills[0].y)]
        for (before, after) in zip(stills, stills.dropFirst()) {
            let distance = max(abs(after.x - before.x) / width, abs(after.y - before.y) / height)
            guard distance > Self.leastStep else { continue }
            let duration = min(max(distance / Self.speed, Self.durations.lowerBound), Self.durations.upperBound)
            // It follows: when the face has left, it is late already.
            let start = max(keys.last!.time, (before.last + after.first - duration) / 2)
            keys.append(Key(time: start, x: keys.last!.x, y: keys.last!.y))
            keys.append(Key(time: start + duration, x: after.x, y: after.y))
        }
        return keys
    }

    /// So much of all movement is in the window, if it is what the shot is about.
    private static let leastMovement = 0.75

    private func place(ofMovementIn looks: [Look]) -> (x: Double, y: Double)? {
        let columns = Self.place(of: looks.map(\.sight.columns), window: width)
        let rows = Self.place(of: looks.map(\.sight.rows), window: height)
        guard let columns, let rows else { return nil }
        return columns == 0.5 && rows == 0.5 ? nil : (columns, rows)
    }

    /// The center of the part of this length with the most; the middle if all of it is seen, `nil` if it is spread.
    private static func place(of profiles: [[Double]], window: Double) -> Double? {
        guard window < 0.98 else { return 0.5 }
        let cells = FaceFinder.cells
        var sums = [Double](repeating: 0, count: cells)
        // Each look counts alike: a flash is no subject.
        for profile in profiles where profile.count == cells {
            let total = profile.reduce(0, +)
            for index in 0..<cells { sums[index] += profile[index] / total }
        }
        let total = sums.reduce(0, +)
        let length = max(1, Int((window * Double(cells)).rounded()))
        guard total > 0, length < cells else { return nil }
        let share = { (start: Int) in sums[start..<start + length].reduce(0, +) / total }
        let best = (0...cells - length).max { share($0) < share($1) }!
        guard share(best) >= leastMovement else { return nil }
        let part = best..<best + length
        let center = part.reduce(0) { $0 + sums[$1] * (Double($1) + 0.5) } / part.reduce(0) { $0 + sums[$1] }
        return min(max(center / Double(cells), window / 2), 1 - window / 2)
    }
}
