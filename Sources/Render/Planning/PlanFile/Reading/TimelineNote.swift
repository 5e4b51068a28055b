import MediaTime

/// A difference between a plan file and what compose wrote, and how it was handled.
public enum TimelineNote: Hashable, Sendable {
    /// An edit of a plan's clips or transitions.
    public enum Edit: String, CaseIterable, Sendable {
        /// Clips of the plan are missing; they are in a different order.
        case clipsRemoved, clipsReordered
        /// They are shown again.
        case clipsAdded
        /// A gap replaces them.
        case clipsBlack
        /// A gap was added.
        case blackAdded
        /// They were slipped or trimmed.
        case clipsRetimed
        /// Transitions of the plan are missing; there are some that it did not have.
        case transitionsRemoved, transitionsAdded
        /// Their length changed, or their position at the cut.
        case transitionsChanged
    }

    /// It contains no plan: missing settings have their defaults.
    case foreign(clips: Int, files: Int, pictureTracks: Int, soundTracks: Int)
    /// `count` clips or transitions were changed: the first of them, and its time in the film now.
    case edited(Edit, count: Int, first: String, at: MediaTime)
    /// A clip is linked to a file that was not in the plan.
    case replaced(clip: String, path: String, at: MediaTime)
    /// A transition needs more of a file than it has: the last or first picture is frozen.
    case held(path: String, at: MediaTime)
    /// A recording was found at another path.
    case relinked(path: String, was: String)
    /// Clips of upper tracks cover those below.
    case covering(clips: Int)
    /// The sound tracks were edited, or are another program's: they play as written.
    case soundOfTracks(Int)
    /// The pictures were changed and the sound tracks were not: the sound tracks play as written.
    case soundAsWritten
    /// There is no sound track: the sound of the visible cameras is used.
    case soundOfPictures
    /// A nest among the pictures has sound tracks, which are used only if a sound track contains the nest as well.
    case soundInside(String)
    /// A track of another kind, such as subtitles, has nothing on it.
    case trackIgnored(String, kind: String)
    /// The timecode at which the timeline begins is not used for the film.
    case startIsZero(was: String)
    /// The sound continues after the last picture, and is cut.
    case soundCut(by: MediaTime)
    /// This many markers are kept for other programs; the film does not have them.
    case markersKept(Int)
    /// The film has the rate of the timeline, not the planned rate.
    case rate(Double)
    /// Nothing can be copied any more: everything is encoded.
    case encoded(why: String)
}
