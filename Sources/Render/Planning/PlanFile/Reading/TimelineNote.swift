import MediaTime

/// What a plan file says beside or against what compose wrote, and what became of it.
public enum TimelineNote: Hashable, Sendable {
    /// It was not written by compose: what it does not say has its usual value.
    case foreign(clips: Int, files: Int, pictureTracks: Int, soundTracks: Int)
    /// So many clips show other times of their files than planned; the first of them.
    case retimed(clips: Int, first: String, at: MediaTime)
    /// A clip is linked to a file that was not planned with.
    case replaced(clip: String, path: String, at: MediaTime)
    /// A recording is found elsewhere.
    case relinked(path: String, was: String)
    /// Clips of upper tracks cover those below.
    case covering(clips: Int)
    /// The sound tracks were changed, or are those of others: what they say is heard.
    case soundOfTracks(Int)
    /// The pictures were changed and the sound tracks were not: the sound goes on as planned, beside the pictures.
    case soundAsPlanned
    /// There is no sound track: what is seen is heard.
    case soundOfPictures
    /// The sound goes on after the last picture, and is cut.
    case soundCut(by: MediaTime)
    case markersKept(Int)
    /// The film has the rate of the timeline and not the one that was planned.
    case rate(Double)
    /// Nothing can be copied any more: everything is encoded.
    case encoded(why: String)
}
