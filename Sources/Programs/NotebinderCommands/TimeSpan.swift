import ArgumentParser

/// A span of time such as `26h`, `90d`, `12w` or `1y`.
struct TimeSpan: ExpressibleByArgument {
    let seconds: Double
    /// The span in words, such as `90 days`.
    let text: String

    private static let units: [Character: (seconds: Double, name: String)] = [
        "h": (3_600, "hour"), "d": (86_400, "day"), "w": (604_800, "week"),
        "y": (31_557_600, "year"),
    ]

    init?(argument: String) {
        guard let unit = argument.last.flatMap({ Self.units[$0] }),
            let number = Int(argument.dropLast()), number >= 0
        else { return nil }
        seconds = Double(number) * unit.seconds
        text = Messages.counted(number, unit.name)
    }

    /// Returns a number of seconds in the largest unit that fits, such as `3 d`.
    static func rounded(_ seconds: Double) -> String {
        let units = [(86_400.0, "d"), (3_600, "h"), (60, "min")]
        guard let (size, name) = units.first(where: { seconds >= $0.0 }) else {
            return "\(Int(max(0, seconds))) s"
        }
        return "\(Int(seconds / size)) \(name)"
    }
}
