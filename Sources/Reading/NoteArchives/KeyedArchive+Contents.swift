import KeyedArchives

/// Classification of values for the search for notes in an archive.
extension KeyedArchive {
    /// True if a value is a list, a dictionary or an object with fields, or data, which may be an
    /// archive.
    func isCompound(_ value: PropertyListValue) -> Bool {
        switch try? object(value) {
        case .instance(let instance): !instance.isKind(of: "NSString", "NSDate", "NSNumber")
        case .value(.array), .value(.dictionary), .value(.data): true
        default: false
        }
    }

    /// Returns a description of a value for messages; for a list, also of its first member.
    func contentName(of value: PropertyListValue) -> String {
        guard let members = try? array(value), let first = members.first else {
            return kindName(of: value)
        }
        return members.count == 1
            ? "a list of one item (\(kindName(of: first)))"
            : "a list of \(members.count) items (the first is \(kindName(of: first)))"
    }

    /// True if a value is an empty list, such as an app's notes before the first one was written.
    func isEmptyList(_ value: PropertyListValue) -> Bool {
        (try? array(value)?.isEmpty) == true
    }
}
