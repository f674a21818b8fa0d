import FileFormats
import NoteModel

/// The names of tags in a value of front matter.
struct FrontMatterTags {
    /// The names without `#`, in the order of the value. A scalar outside of a list may contain
    /// several, separated by commas and spaces.
    private(set) var names: [String] = []
    /// The values that are not names, such as mappings.
    private(set) var others: [YAMLValue] = []
    private var hasEmptyMembers = false

    /// True if some values are names and others are not.
    var isPartial: Bool { !names.isEmpty && (hasEmptyMembers || !others.isEmpty) }

    init(_ value: YAMLValue) {
        if let text = value.scalar {
            text.split { $0 == "," || $0.isWhitespace }.forEach { add(String($0)) }
        } else {
            add(value)
        }
    }

    private mutating func add(_ name: String) {
        let name = name.trimmed.drop { $0 == "#" }
        if !name.isEmpty { names.append(String(name)) }
    }

    private mutating func add(_ value: YAMLValue) {
        switch value {
        // A tag that is switched on, as in `private: true`.
        case .mapping(let entries) where entries.contains { $0.value.scalar == "true" }:
            entries.lazy.filter { $0.value.scalar == "true" }.forEach { add($0.key) }
            let rest = entries.filter { !["true", "false"].contains($0.value.scalar ?? "") }
            if !rest.isEmpty { others.append(.mapping(rest)) }
        case .text, .plain, .number: add(value.scalar ?? "")
        case .list(let members): members.forEach { add($0) }
        // A key without a value, as in `- private:`, is a name with a slip of the pen.
        case .mapping(let entries) where entries.allSatisfy { $0.value == .empty }:
            entries.forEach { add($0.key) }
        case .mapping: others.append(value)
        case .empty: hasEmptyMembers = true
        }
    }
}
