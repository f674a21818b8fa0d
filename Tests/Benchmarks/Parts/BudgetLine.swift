import Foundation

/// A line of figures, some of them with the budgets that they must keep.
enum BudgetLine {
    /// Returns a figure with its unit, and says whether it keeps its budget.
    static func figure(_ name: String, _ value: Double, budget: Double?, unit: String) -> String {
        let digits = value < 1 && value > 0 ? 3 : 0
        let text = name + String(format: " %.*f", digits, value) + (unit.isEmpty ? "" : " " + unit)
        guard let budget else { return text }
        return text + String(format: value <= budget ? " (budget %g)" : " (OVER %g)", budget)
    }

    static func line(_ name: String, _ figures: [String]) -> String {
        name.padding(toLength: max(name.count, 17), withPad: " ", startingAt: 0)
            + figures.joined(separator: " · ")
    }
}
