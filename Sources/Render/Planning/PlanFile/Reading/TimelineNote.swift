import MediaTime

/// What a plan file says beside or against what compose wrote, and what became of it.
public enum TimelineNote: Hashable, Sendable {
    /// What was done to clips or transitions of a plan.
    public enum Edit: String, Hashable, Sendable {
        case clipsRemoved, clipsReordered
        /// They are shown once more.
        case clipsAdded
        /// A gap stands in their place.
        case clipsBlack
        /// A gap stands where none was.
        case blackAdded
        /// They were slipped or trimmed.
        case clipsRetimed
        case transitionsRemoved, transitionsAdded
        /// They have another length, or lie otherwise at their cuts.
        case transitionsChanged
    }

    /// It was not written by compose: what it does not say has its usual value.
    case foreign(clips: Int, files: Int, pictureTracks: Int, soundTracks: Int)
    /// So many clips or transitions were changed: the first of them, and when it is seen now.
    case edited(Edit, count: Int, first: String, at: MediaTime)
    /// A clip is linked to a file that was not planned with.
    case replaced(clip: String, path: String, at: MediaTime)
    /// A transition mixes more of a file than there is: the last picture stands, or the first.
    case held(path: String, at: MediaTime)
    /// A recording is found elsewhere.
    case relinked(path: String, was: String)
    /// Clips of upper tracks cover those below.
    case covering(clips: Int)
    /// The sound tracks were changed, or are those of others: what they say is heard.
    case soundOfTracks(Int)
    /// The pictures were changed and the sound tracks were not: they are heard as they are written.
    case soundAsWritten
    /// There is no sound track: what is seen is heard.
    case soundOfPictures
    /// A nest among the pictures has sound tracks, which are heard only where a sound track holds the nest as well.
    case soundInside(String)
    /// The timecode that the timeline begins with is not the film's.
    case startIsZero(was: String)
    /// The sound goes on after the last picture, and is cut.
    case soundCut(by: MediaTime)
    case markersKept(Int)
    /// The film has the rate of the timeline and not the one that was planned.
    case rate(Double)
    /// Nothing can be copied any more: everything is encoded.
    case encoded(why: String)
}
