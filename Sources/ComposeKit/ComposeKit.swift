/// Everything a program needs to plan and render films: `import ComposeKit` imports all modules whose types appear in
/// public signatures.
@_exported import Analysis
@_exported import Archive
@_exported import Audio
@_exported import Exchange
@_exported import Export
@_exported import Frames
@_exported import MediaIO
@_exported import MediaTime
@_exported import Parameters
@_exported import Pictures
@_exported import Planning
@_exported import Timeline
@_exported import Transitions
