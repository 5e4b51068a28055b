import Platform

extension SeriesGrouping {
    /// "2026-01-02_13-04-05": sorts by time and is a valid name on every file system.
    ///
    /// - Parameter seconds: since 1970, as if in UTC.
    static func dateText(_ seconds: Int64) -> String {
        var (time, date) = (time_t(seconds), tm())
        gmtime_r(&time, &date)
        let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(date.tm_year + 1900)-\(two(date.tm_mon + 1))-\(two(date.tm_mday))"
            + "_\(two(date.tm_hour))-\(two(date.tm_min))-\(two(date.tm_sec))"
    }
}
