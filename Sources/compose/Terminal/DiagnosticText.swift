/// What went wrong, as people read it.
func sentence(for error: any Error) -> String { "\(error)" }
