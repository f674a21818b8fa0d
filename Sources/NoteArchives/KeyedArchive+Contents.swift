import KeyedArchives

/// What the values of an archive are, for those who look for notes in it.
extension KeyedArchive {
    /// Whether a value is a list, a dictionary or an object with fields, or data with an archive.
    func isCompound(_ value: PropertyListValue) -> Bool {
        switch try? object(value) {
        case .instance(let instance): !instance.isKind(of: "NSString", "NSDate", "NSNumber")
        case .value(.array), .value(.dictionary), .value(.data): true
        default: false
        }
    }

    /// What an object is, and of a list also what its first member is.
    func contentName(of value: PropertyListValue) -> String {
        guard let members = try? array(value), let first = members.first else {
            return kindName(of: value)
        }
        return "a list of \(members.count), the first of it \(kindName(of: first))"
    }

    /// Whether a value is a list without members: an app's notes before the first was written.
    func isEmptyList(_ value: PropertyListValue) -> Bool {
        (try? array(value)?.isEmpty) == true
    }
}
