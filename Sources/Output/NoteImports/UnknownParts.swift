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

    private struct Part: Hashable {
        let kind: Kind
        let name: String
    }

    private var counts: [Part: Int] = [:]

    mutating func count(_ kind: Kind, named name: String) {
        counts[Part(kind: kind, name: String(name.prefix(60))), default: 0] += 1
    }

    mutating func add(_ others: UnknownParts) {
        counts.merge(others.counts, uniquingKeysWith: +)
    }

    /// Returns a sentence for each kind and name.
    ///
    /// - Parameter export: The name of the file or folder that holds the parts.
    func problems(in export: String) -> [String] {
        counts.sorted { ($0.key.kind.rawValue, $0.key.name) < ($1.key.kind.rawValue, $1.key.name) }
            .map { part, count in
                "\(export) has \(count) of the \(part.kind.rawValue) “\(part.name)”, which notes do not support; its \(part.kind.content) was not imported."
            }
    }
}
