/// Everything a program needs to plan and render films: `import ComposeKit` imports all modules whose types appear in
/// public signatures.
@_exported import Audio
@_exported import MediaIO
@_exported import MediaTime
@_exported import Parameters
@_exported import Pictures
@_exported import Placing
@_exported import Planning
@_exported import Render
@_exported import Timeline
@_exported import Timelines
@_exported import Transitions
