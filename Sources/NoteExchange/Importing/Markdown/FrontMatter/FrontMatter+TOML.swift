import Foundation
import TOMLKit
import YAMLText

extension FrontMatter {
    /// Reads front matter in TOML 1.0 as values of YAML. Dates and times become text.
    static func entries(ofTOML head: String) throws(ParsingError) -> [YAMLValue.Entry] {
        if let error = TOMLHazards(head).error { throw error }
        do {
            return try entries(of: TOMLTable(string: head.replacing("\r\n", with: "\n")))
        } catch let error as ParsingError {
            throw error
        } catch let error as TOMLParseError {
            throw ParsingError(
                problem: "has front matter that is not TOML: \(error.description)",
                // The opening line of the front matter precedes the document.
                line: error.source.begin.line + 1)
        } catch {
            throw ParsingError(problem: "has front matter that is not TOML", line: 1)
        }
    }

    private static func entries(of table: TOMLTable) throws -> [YAMLValue.Entry] {
        try table.keys.map { key in
            // A zero byte ends a key early, so that it is not found.
            guard let found = table[key] else {
                throw ParsingError(problem: "has front matter with a zero byte in a key", line: 1)
            }
            return YAMLValue.Entry(key, try value(of: found))
        }
    }

    private static func value(of value: any TOMLValueConvertible) throws -> YAMLValue {
        if let table = value.table { return .mapping(try entries(of: table)) }
        if let array = value.array { return .list(try array.map { try self.value(of: $0) }) }
        if let text = value.string { return .text(text) }
        if let number = value.int { return .plain(String(number)) }
        if let number = value.double { return .plain(String(number)) }
        if let bool = value.bool { return .plain(String(bool)) }
        if let moment = value.dateTime {
            return .text(
                "\(text(of: moment.date))T\(text(of: moment.time))\(text(of: moment.offset))")
        }
        if let date = value.date { return .text(text(of: date)) }
        if let time = value.time { return .text(text(of: time)) }
        return .empty
    }

    private static func text(of date: TOMLDate) -> String {
        String(format: "%04d-%02d-%02d", date.year, date.month, date.day)
    }

    private static func text(of time: TOMLTime) -> String {
        let seconds = String(format: "%02d:%02d:%02d", time.hour, time.minute, time.second)
        return time.nanoSecond == 0 ? seconds : seconds + String(format: ".%09d", time.nanoSecond)
    }

    /// Returns an offset from UTC as RFC 3339 writes it; empty for a local time.
    private static func text(of offset: TOMLTimeOffset?) -> String {
        guard let minutes = offset?.offset else { return "" }
        let size = abs(minutes)
        return (minutes < 0 ? "-" : "+") + String(format: "%02d:%02d", size / 60, size % 60)
    }
}
