import KeyedArchives
import Testing

extension KeyedArchive {
    /// Returns the root; a test fails if there is none.
    func requiredRoot() throws -> PropertyListValue { try #require(root) }

    /// Returns the instance of a class that is the root; a test fails if there is none.
    func rootInstance() throws -> ArchivedInstance {
        try #require(try object(requiredRoot()).instance)
    }
}

extension ArchivedObject {
    var instance: ArchivedInstance? {
        if case .instance(let instance) = self { instance } else { nil }
    }
}

extension PropertyListValue {
    var members: [PropertyListValue]? {
        if case .array(let members) = self { members } else { nil }
    }

    var dataReference: DataReference? {
        if case .data(let reference) = self { reference } else { nil }
    }
}
