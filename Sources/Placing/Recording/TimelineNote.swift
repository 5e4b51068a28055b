import MediaTime

/// A difference between a plan file and what compose wrote, and how it was handled.
package enum TimelineNote: Hashable, Sendable {
    /// It contains no plan: missing settings have their defaults.
    case foreign(clips: Int, files: Int, pictureTracks: Int, soundTracks: Int)
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
