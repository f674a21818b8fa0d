/// The class of archived objects, by its names.
final class ArchivedClass: Hashable, Sendable {
    let names: [String]
    let kind: Kind

    /// Classes of the system whose objects are read as values.
    enum Kind: Sendable {
        case null, string, attributedString, array, countedSet, dictionary, data, date, number
        case url, uuid, color
        case other
    }

    init(_ names: [String]) {
        self.names = names
        kind = Self.kind(of: names)
    }

    /// The kind of the first class that is one of the system's; `NSObject`, in which every chain
    /// of names ends, is none.
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

    /// Classes whose names say all that is to be known of them, by that name.
    static let ofTheSystem = Dictionary(
        uniqueKeysWithValues: kinds.keys.map { ($0, ArchivedClass([$0])) })

    static func == (left: ArchivedClass, right: ArchivedClass) -> Bool {
        left === right || left.names == right.names
    }

    func hash(into hasher: inout Hasher) { hasher.combine(names) }
}
