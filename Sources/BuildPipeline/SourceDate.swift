import Foundation

/// The date that whoever runs the program gives to what it makes, by the convention of
/// reproducible builds (reproducible-builds.org, `SOURCE_DATE_EPOCH`).
enum SourceDate {
    /// In the years 1970 to 9999; nil where none is told.
    static var told: Date? {
        ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { Int($0) }
            .flatMap { (0..<253_402_300_800).contains($0) ? $0 : nil }
            .map { Date(timeIntervalSince1970: Double($0)) }
    }
}
