import Testing
@testable import MediaTime
