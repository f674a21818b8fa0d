import KeyedArchives
import NoteModel

extension ArchiveEditor {
    /// Creates the objects of a value, with arrays and dictionaries of Foundation.
    mutating func value(of json: JSONValue) -> Value {
        switch json {
        case .null: return .null
        case .bool(let value): return bool(value)
        case .integer(let number): return self.number(number)
        case .real(let number): return self.number(number)
        case .string(let text): return string(text)
        case .numbers(let numbers):
            var members: [Value] = []
            members.reserveCapacity(numbers.count)
            for number in numbers { members.append(self.number(number)) }
            return array(members)
        case .array(let values):
            var members: [Value] = []
            for value in values { members.append(self.value(of: value)) }
            return array(members)
        case .object(let fields):
            var members: [(String, Value)] = []
            for field in fields { members.append((field.key, value(of: field.value))) }
            return dictionary(members)
        }
    }
}
