import MarkdownText
import Platform
import Synchronization

/// The built-in tables of strings, and those of owners.
extension LocalizedStrings {
    /// Returns the built-in table of a language, as JSON; nil if there is none.
    private static func table(of language: String) -> Data? {
        EmbeddedTexts.all[language + ".json"].map { Data($0.utf8) }
    }

    /// Returns true if there is a built-in table for a language. Of its tag, only the first part
    /// counts.
    static func hasTable(for tag: String) -> Bool { table(of: TextLanguage.primary(tag)) != nil }

    /// The built-in tables that were decoded so far.
    private static let decoded = Mutex<[String: LocalizedStrings]>([:])

    /// Returns the strings of a language; the English ones if it has no table.
    ///
    /// - Parameter tag: A language tag, such as `de-AT`, of which only the first part counts.
    static func ofLanguage(_ tag: String) -> LocalizedStrings {
        let language = hasTable(for: tag) ? TextLanguage.primary(tag) : "en"
        return decoded.withLock { decoded in
            if let words = decoded[language] { return words }
            guard let table = table(of: language),
                let words = try? JSONDecoder().decode(LocalizedStrings.self, from: table)
            else {
                preconditionFailure("the table of words for \(language) is not whole")
            }
            decoded[language] = words
            return words
        }
    }

    /// Returns the strings of a table written by the owner of the site.
    ///
    /// - Parameter table: A JSON object with keys of the built-in tables. Keys that it lacks, such
    ///   as those of a later version, have the English values.
    /// - Throws: ``TableError`` for a table that is not valid.
    package static func ofTable(_ table: [UInt8]) throws -> LocalizedStrings {
        let words: LocalizedStrings
        do {
            let (decoder, type) = (JSONDecoder(), [String: TableValue].self)
            let own = try decoder.decode(type, from: Data(table))
            let english = try decoder.decode(type, from: Data(EmbeddedTexts.en_json.utf8))
            let all = try JSONEncoder().encode(english.merging(own) { $1 })
            words = try decoder.decode(LocalizedStrings.self, from: all)
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty {
            throw TableError(problem: "it is not a JSON object")
        } catch DecodingError.keyNotFound(let key, _) {
            throw TableError(problem: "“\(key.stringValue)” is missing")
        } catch DecodingError.dataCorrupted(let context)
            where context.codingPath.last?.stringValue == "pluralRule"
        {
            throw TableError(problem: "“pluralRule” is unknown")
        } catch DecodingError.typeMismatch(_, let context) {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw TableError(problem: "“\(path)” is not text")
        } catch {
            throw TableError(problem: "it is not JSON")
        }
        guard words.monthNames.count == 12 else {
            throw TableError(problem: "“months” must be twelve")
        }
        return words
    }

    /// An error in a table of strings; `problem` is a clause for the message, such as
    /// `“months” must be twelve`.
    package struct TableError: Error {
        package let problem: String
    }
}

/// The value of a key of a table, of any shape.
private enum TableValue: Codable {
    case text(String)
    case flag(Bool)
    case list([TableValue])
    case fields([String: TableValue])
    /// A number or null, which no key has.
    case other

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self =
            if let text = try? value.decode(String.self) {
                .text(text)
            } else if let flag = try? value.decode(Bool.self) {
                .flag(flag)
            } else if let list = try? value.decode([TableValue].self) {
                .list(list)
            } else if let fields = try? value.decode([String: TableValue].self) {
                .fields(fields)
            } else {
                .other
            }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .flag(let flag): try value.encode(flag)
        case .list(let list): try value.encode(list)
        case .fields(let fields): try value.encode(fields)
        case .other: try value.encode(0)
        }
    }
}
