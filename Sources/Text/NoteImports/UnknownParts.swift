/// The parts of an export that are not known and not imported, counted by kind and name.
struct UnknownParts {
    /// A kind of parts.
    enum Kind: String {
        case element
        case attribute
        case property

        /// The part of it that is lost.
        fileprivate var content: String { self == .element ? "text" : "value" }
    }

    private var counts: [Kind: [String: Int]] = [:]

    mutating func count(_ kind: Kind, named name: String) {
        counts[kind, default: [:]][String(name.prefix(60)), default: 0] += 1
    }

    mutating func add(_ others: UnknownParts) {
        counts.merge(others.counts) { $0.merging($1, uniquingKeysWith: +) }
    }

    /// Returns a sentence for each kind and name.
    ///
    /// - Parameter export: The name of the file or folder that holds the parts.
    func problems(in export: String) -> [String] {
        counts.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { kind, counts in
            counts.sorted { $0.key < $1.key }.map { name, count in
                "\(export) has \(count) of the \(kind.rawValue) “\(name)”, which notes do not support; its \(kind.content) was not imported."
            }
        }
    }
}
