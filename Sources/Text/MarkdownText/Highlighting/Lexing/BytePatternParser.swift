/// Reads the text of a ``BytePattern``.
struct BytePatternParser {
    var parts: [BytePattern.Part] = []
    private(set) var members: [Int] = []
    private(set) var groupCount = 0
    private var text: Substring.UTF8View
    /// True within `(?i:…)`, in which letters match in any case.
    private var ignoresCase = false

    init(_ text: String) { self.text = text[...].utf8 }

    /// Reads alternatives up to the end or a closing parenthesis.
    mutating func choice() -> BytePattern.Part {
        var members = [sequence()]
        while take("|") { members.append(sequence()) }
        return members.count == 1 ? members[0] : .choice(add(members))
    }

    private mutating func sequence() -> BytePattern.Part {
        var members: [BytePattern.Part] = []
        while let next = text.first, !next.isOne(of: "|)") { members.append(repeated(atom())) }
        return members.count == 1 ? members[0] : .sequence(add(members))
    }

    private mutating func add(_ part: BytePattern.Part) -> Int {
        parts.append(part)
        return parts.count - 1
    }

    private mutating func add(_ parts: [BytePattern.Part]) -> Range<Int> {
        let numbers = parts.map { add($0) }
        members += numbers
        return members.count - numbers.count..<members.count
    }

    private mutating func take(_ prefix: StaticString) -> Bool {
        let bytes = UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
        guard text.starts(with: bytes) else { return false }
        text = text.dropFirst(bytes.count)
        return true
    }

    private mutating func repeated(_ atom: BytePattern.Part) -> BytePattern.Part {
        if take("*") { return .loop(add(atom), counts: 0...Int.max) }
        if take("+") { return .loop(add(atom), counts: 1...Int.max) }
        if take("?") { return .loop(add(atom), counts: 0...1) }
        guard take("{") else { return atom }
        let digits = text.prefix { $0.isDigit || $0 == UInt8(ascii: ",") }
        text = text.dropFirst(digits.count + 1)
        let counts = digits.split(separator: UInt8(ascii: ",")).compactMap { Int(Substring($0)) }
        return .loop(add(atom), counts: counts[0]...counts[counts.count - 1])
    }

    private mutating func atom() -> BytePattern.Part {
        if take("(?=") { return .ahead(enclosed(), isWanted: true) }
        if take("(?!") { return .ahead(enclosed(), isWanted: false) }
        if take("(?<=") { return behind(isWanted: true) }
        if take("(?<!") { return behind(isWanted: false) }
        if take("(?i:") {
            ignoresCase = true
            defer { ignoresCase = false }
            return parts[enclosed()]
        }
        if take("(?:") { return parts[enclosed()] }
        if take("(") {
            groupCount += 1
            let number = groupCount - 1
            return .group(enclosed(), number: number)
        }
        if take("^") { return .lineStart }
        if take("$") { return .lineEnd }
        if take(#"\L"#) { return .firstInLine }
        if take(#"\1"#) { return .capture }
        if take(".") { return .byte(Self.excluding([.newline])) }
        return .byte(take("[") ? set() : literal())
    }

    /// Reads the rest of a group, and returns the number of its part.
    private mutating func enclosed() -> Int {
        let part = choice()
        precondition(take(")"), "A group of a pattern is not closed.")
        return add(part)
    }

    private mutating func behind(isWanted: Bool) -> BytePattern.Part {
        let part = enclosed()
        guard case .sequence(let range) = parts[part] else {
            return .behind(part, length: 1, isWanted: isWanted)
        }
        return .behind(part, length: range.count, isWanted: isWanted)
    }

    /// Reads a class after its opening bracket.
    private mutating func set() -> ByteSet {
        let isNegated = take("^")
        var bytes: [UInt8] = []
        while !take("]") {
            let members = literal()
            guard text.first == UInt8(ascii: "-"), text.dropFirst().first != UInt8(ascii: "]"),
                let first = members.members.first
            else {
                bytes += members.members
                continue
            }
            text = text.dropFirst()
            bytes += (first...(literal().members.last ?? first))
        }
        return isNegated ? Self.excluding(bytes) : ByteSet(bytes)
    }

    /// Reads a byte, or an escape for one or several.
    private mutating func literal() -> ByteSet {
        let byte = text.removeFirst()
        guard byte == UInt8(ascii: "\\") else {
            return ignoresCase && byte.isLetter
                ? ByteSet([byte.lowercased, byte.lowercased ^ 0x20]) : ByteSet([byte])
        }
        switch text.removeFirst() {
        case UInt8(ascii: "w"): return Self.word
        case UInt8(ascii: "d"): return Self.digits
        case UInt8(ascii: "h"): return Self.blanks
        case UInt8(ascii: "s"): return ByteSet(Self.blanks.members + [.newline])
        case UInt8(ascii: "n"): return ByteSet([.newline])
        case UInt8(ascii: "x"): return ByteSet(0x80...0xFF as ClosedRange<UInt8>)
        case let escaped: return ByteSet([escaped])
        }
    }

    private static let digits = ByteSet("0123456789")
    private static let blanks = ByteSet(" \t\r")
    private static let word = ByteSet(
        (0...255 as ClosedRange<UInt8>).filter {
            $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 >= 0x80
        })

    private static func excluding(_ bytes: [UInt8]) -> ByteSet {
        ByteSet((0...255 as ClosedRange<UInt8>).filter { !bytes.contains($0) })
    }

    /// Returns the bytes with which a part may begin, and whether it may match nothing.
    func starts(of part: Int) -> (bytes: ByteSet, isEmpty: Bool) {
        switch parts[part] {
        case .byte(let set): return (set, false)
        case .group(let member, _): return starts(of: member)
        case .loop(let member, let counts):
            let (bytes, isEmpty) = starts(of: member)
            return (bytes, isEmpty || counts.lowerBound == 0)
        case .sequence(let range):
            var all: [UInt8] = []
            for index in range {
                let (bytes, isEmpty) = starts(of: members[index])
                all += bytes.members
                if !isEmpty { return (ByteSet(all), false) }
            }
            return (ByteSet(all), true)
        case .choice(let range):
            let all = members[range].map { starts(of: $0) }
            return (ByteSet(all.flatMap(\.bytes.members)), all.contains(where: \.isEmpty))
        case .ahead(let member, true): return starts(of: member)
        case .ahead, .behind, .capture, .lineStart, .firstInLine, .lineEnd:
            return (ByteSet([]), true)
        }
    }
}
