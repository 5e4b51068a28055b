import Analysis
import Timeline

/// What automatic cuts follow.
enum DirectorLead {
    /// Who speaks, on the clock of the recording, with the cameras whose microphones are used.
    case speech(Conversation, [Angle])
    case music(MusicRhythm, BeatRule)
    /// What happens in the picture.
    case picture
}
