import KeyedArchives
import Testing

@testable import NoteArchives

/// A value to be archived, as a literal where that is possible. Texts, lists and dictionaries
/// become objects; numbers and truth values are inline, as `encodeInteger:forKey:` archives them.
indirect enum MadeValue: Sendable {
    case inline(ArchiveEditor.Value)
    case text(String)
    case data([UInt8], isMutable: Bool = false)
    case url(String)
    /// A date in seconds since 2001.
    case date(Double)
    /// An `NSNumber` of an integer.
    case number(Int)
    /// An `NSNumber` of a `Double`.
    case realNumber(Double)
    case list([MadeValue])
    /// An inline list, as collections hold their members.
    case members([MadeValue])
    case dictionary([(MadeValue, MadeValue)])
    case object(String, [(String, MadeValue)] = [], superclasses: [String] = ["NSObject"])
    /// An object that is archived once, however often the archive has it under that name.
    case shared(String, MadeValue)

    static let null = MadeValue.inline(.null)

    /// An archive with the value as its root.
    var archive: [UInt8] { Self.archive(top: [("root", self)]) }

    static func archive(top: [(String, MadeValue)]) -> [UInt8] {
        var editor = ArchiveEditor()
        var shared: [String: ArchiveEditor.Value] = [:]
        func value(_ made: MadeValue) -> ArchiveEditor.Value {
            switch made {
            case .inline(let value): return value
            case .text(let text): return editor.string(text)
            case .data(let bytes, let isMutable): return editor.data(bytes, isMutable: isMutable)
            case .url(let address): return editor.url(address)
            case .date(let seconds): return editor.date(seconds)
            case .number(let number): return editor.number(number)
            case .realNumber(let number): return editor.number(number)
            case .list(let members): return editor.array(members.map(value))
            case .members(let members): return .list(members.map(value))
            case .dictionary(let pairs):
                return editor.dictionary(pairs.map { (key: value($0), value: value($1)) })
            case .object(let name, let fields, let superclasses):
                return editor.object(
                    name, superclasses: superclasses, fields: fields.map { ($0, value($1)) })
            case .shared(let name, let made):
                if let known = shared[name] { return known }
                let new = value(made)
                shared[name] = new
                return new
            }
        }
        // The editor would be copied before its objects are there.
        let values = top.map { ($0, value($1)) }
        return editor.archive(top: values)
    }
}

extension MadeValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .inline(.integer(number)) }
    init(floatLiteral number: Double) { self = .inline(.real(number)) }
    init(booleanLiteral value: Bool) { self = .inline(.bool(value)) }
    init(arrayLiteral members: MadeValue...) { self = .list(members) }
    init(dictionaryLiteral pairs: (MadeValue, MadeValue)...) { self = .dictionary(pairs) }
}

/// Returns an archive in XML, by hand. Its objects are numbered from 1, which is the root, and
/// refer to each other as `@1`.
func xmlArchive(_ objects: String) -> [UInt8] {
    let text = """
        <?xml version="1.0"?><plist version="1.0"><dict><key>$objects</key>
        <array><string>$null</string>\(objects)</array>
        <key>$top</key><dict><key>root</key>@1</dict></dict></plist>
        """
    let references = text.replacing(/@([0-9]+)/) {
        "<dict><key>CF$UID</key><integer>\($0.1)</integer></dict>"
    }
    return Array(references.utf8)
}

extension OpenedArchive {
    /// Opens an archive for a test, as if it were a file.
    static func made(_ bytes: [UInt8]) throws -> OpenedArchive {
        OpenedArchive(
            try KeyedArchive(ArchiveBytes(bytes)), of: .init(name: "a.data", path: "/notes/a.data"))
    }

    /// The root of the archive; a test fails if there is none.
    func requiredRoot() throws -> PropertyListValue { try #require(archive.root) }
}
