/// A class of archived objects, identified by its names: its own, those of its superclasses, and
/// its fallbacks.
package final class ArchivedClass: Hashable, Sendable {
    let names: [String]
    let kind: Kind

    /// The system classes whose objects are read as values, joined by what is read from them;
    /// `other` for any other class.
    package enum Kind: Sendable {
        case null, string, attributedString, array, countedSet, dictionary, data, date, number
        case url, uuid, color
        case other
    }

    init(_ names: [String]) {
        self.names = names
        kind = Self.kind(of: names)
    }

    /// Returns the kind of the first name that is a known system class, or `.other`. `NSObject`, at
    /// the end of every chain of names, is not one of them.
    static func kind(of names: [String]) -> Kind {
        names.lazy.compactMap { kinds[$0] }.first ?? .other
    }

    private static let kinds: [String: Kind] = [
        "NSNull": .null, "NSString": .string, "NSMutableString": .string,
        "NSAttributedString": .attributedString, "NSMutableAttributedString": .attributedString,
        "NSArray": .array, "NSMutableArray": .array, "NSSet": .array, "NSMutableSet": .array,
        "NSOrderedSet": .array, "NSMutableOrderedSet": .array, "NSCountedSet": .countedSet,
        "NSDictionary": .dictionary, "NSMutableDictionary": .dictionary, "NSData": .data,
        "NSMutableData": .data, "NSDate": .date, "NSNumber": .number, "NSURL": .url,
        "NSUUID": .uuid, "UIColor": .color, "NSColor": .color,
    ]

    /// The known system classes by name. Their superclasses are not needed and not included.
    static let ofTheSystem = Dictionary(
        uniqueKeysWithValues: kinds.keys.map { ($0, ArchivedClass([$0])) })

    package static func == (left: ArchivedClass, right: ArchivedClass) -> Bool {
        left === right || left.names == right.names
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(names) }
}
