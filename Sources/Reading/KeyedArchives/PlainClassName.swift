/// Returns a class name without Swift's module (`Module.Name`) or mangling (`_TtC6Module4Name`):
/// `Name` in both cases. Any other name is returned unchanged.
package func plainClassName(_ name: String) -> String {
    let bytes = name.utf8
    if bytes.first == UInt8(ascii: "_"), bytes.starts(with: "_Tt".utf8),
        let last = lastMangledIdentifier(name)
    {
        return last
    }
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return name }
    let plain = name[bytes.index(after: dot)...]
    return plain.isEmpty ? name : String(plain)
}

/// Returns the last length-prefixed identifier of a name in Swift's old mangling; nil if there is
/// none.
private func lastMangledIdentifier(_ name: String) -> String? {
    var rest = Array(name.utf8)[...]
    var last: String?
    while let first = rest.first {
        guard (0x31...0x39).contains(first) else {
            rest = rest.dropFirst()
            continue
        }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        guard let length = Int(String(decoding: digits, as: UTF8.self)), length <= rest.count
        else { return nil }
        last = String(decoding: rest.prefix(length), as: UTF8.self)
        rest = rest.dropFirst(length)
    }
    return last
}
