import TestSupport

/// One kind of random change to a notebook, its settings, its records or its published trees.
struct OracleChange: Sendable {
    typealias Action = @Sendable (inout OracleNotebook, inout SeededGenerator) throws -> String?

    let name: String
    /// The relative frequency with which the change is drawn.
    let weight: Int
    /// Applies the change and returns what was changed in detail; nil if there is nothing to change.
    private let action: Action

    init(_ name: String, weight: Int, action: @escaping Action) {
        (self.name, self.weight, self.action) = (name, weight, action)
    }

    static let all =
        ofNotes + ofTexts + ofMedia + ofSettings + ofTemplates + subtle

    /// The changes that a scan of a notebook at rest misses most easily.
    static let subtle = unseen + ofRecords + ofTrees

    /// Applies a random one of some changes.
    ///
    /// - Returns: The change, in words.
    static func applyAny(
        of changes: [OracleChange], to notebook: inout OracleNotebook,
        _ random: inout SeededGenerator
    ) throws -> String {
        let total = changes.reduce(0) { $0 + $1.weight }
        while true {
            var rest = random.number(in: 0...(total - 1))
            for change in changes {
                rest -= change.weight
                guard rest < 0 else { continue }
                if let detail = try change.action(&notebook, &random) {
                    return detail.isEmpty ? change.name : "\(change.name): \(detail)"
                }
                break
            }
        }
    }
}
