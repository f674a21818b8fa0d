import Foundation

/// An error that ends the benchmark.
struct WorkerError: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}

/// Returns the median of some values: of an even number, the larger of the two in the middle; 0 if
/// there are none.
func median<Value: Comparable & Numeric>(_ values: [Value]) -> Value {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
}

/// Returns the ratios of two measurements, round by round.
func ratios(of above: [Double], to below: [Double]) -> [Double] {
    zip(above, below).map { $0 / $1 }
}

/// Returns the seconds that `body` takes.
func seconds(_ body: () -> Void) -> Double {
    ContinuousClock().measure(body).inSeconds
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

extension Int {
    /// The number with commas between groups of three digits.
    var grouped: String {
        let digits = String(self)
        return digits.indices.reduce(into: "") { text, index in
            let left = digits.distance(from: index, to: digits.endIndex)
            if left % 3 == 0 && !text.isEmpty { text += "," }
            text.append(digits[index])
        }
    }
}

/// Returns a line with a name and the median of some values with the lowest and the highest.
func row(_ name: String, of values: [Double], digits: Int = 2, unit: String = "") -> String {
    let label = name.padding(toLength: max(name.count, 40), withPad: " ", startingAt: 0)
    guard let low = values.min(), let high = values.max() else { return label + " not measured" }
    return label
        + String(
            format: "%8.*f\(unit)  (%.*f to %.*f)", digits, median(values), digits, low, digits,
            high)
}

func timeRow(_ name: String, seconds: [Double]) -> String {
    row(name, of: seconds, digits: 3, unit: " s")
}

func memoryRow(_ name: String, bytes: [Int]) -> String {
    row(name, of: bytes.map { Double($0) / 1e6 }, digits: 0, unit: " MB")
}

/// Returns a line with the times of some runs and the most memory that one of them took.
func row(_ name: String, of runs: [ProgramRun]) -> String {
    let highest = runs.map(\.peakMemory).max() ?? 0
    return timeRow(name, seconds: runs.map(\.seconds))
        + (highest > 0 ? String(format: "  %.0f MB", Double(highest) / 1e6) : "")
}
