/// The part of a file that a `Range` header asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    case part(Range<Int>)
    /// An empty range, or one that begins at or after the end of the file; answered with 416.
    case unsatisfiable

    /// Parses a header such as `bytes=0-499`, `bytes=500-` or `bytes=-500`.
    ///
    /// Nil if the reply is the whole file: for another unit, several ranges or a malformed value.
    ///
    /// - Parameter size: The size of the file in bytes.
    init?(_ header: String, of size: Int) {
        guard header.hasPrefix("bytes=") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else {
            return nil
        }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?):
            guard first <= last else { return nil }
            self = first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        case (let first?, nil):
            guard ends[1].isEmpty else { return nil }
            self = first < size ? .part(first..<size) : .unsatisfiable
        case (nil, let count?):
            guard ends[0].isEmpty else { return nil }
            self =
                count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        case (nil, nil): return nil
        }
    }
}
