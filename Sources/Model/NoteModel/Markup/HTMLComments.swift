/// Comments of HTML, `<!-- … -->`, which no page shows.
package enum HTMLComments {
    private static let start = Array("<!--".utf8)
    private static let end = Array("-->".utf8)

    /// Returns a text without its comments; nil if it has none. A comment without an end is text.
    package static func removed(from text: some Collection<UInt8>) -> [UInt8]? {
        let bytes = Array(text)
        return bytes.withUnsafeBufferPointer { bytes in
            var rest: [UInt8] = []
            var index = 0
            var next = bytes.place(of: start)
            while let first = next, let last = bytes.place(of: end, from: first + 2) {
                rest += bytes[index..<first]
                index = last + end.count
                next = bytes.place(of: start, from: index)
            }
            return index == 0 ? nil : rest + bytes[index...]
        }
    }

    package static func removed(from text: String) -> String {
        removed(from: text.utf8).map { String(decoding: $0, as: UTF8.self) } ?? text
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the offset of the first occurrence of some bytes at or after `start`; nil if there
    /// is none.
    fileprivate func place(of bytes: [UInt8], from start: Int = 0) -> Int? {
        place(of: bytes[0], from: start) { self[$0...].starts(with: bytes) }
    }
}
