/// A tag that the owner gave a note, as a hashtag or in a list. Tags are compared without regard to
/// case.
package struct Tag: Hashable, Sendable {
    /// The tag as written, without the `#`; the parts of a nested tag are joined by `/`.
    package let name: String
    package let key: NameKey

    package init(_ name: String) {
        self.name = name
        key = NameKey(name)
    }

    package static func == (left: Tag, right: Tag) -> Bool { left.key == right.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A name for comparison, regardless of case and of how accents are composed: strings of Swift are
/// equal if they are canonically equivalent. `ß` is equal to `ss`.
package struct NameKey: Hashable, Sendable {
    package let text: String

    package init(_ name: String) {
        // Most names need no change, and looking is faster than converting.
        let isLowercase = name.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) }
        let lowercased = isLowercase ? name : name.lowercased()
        text =
            lowercased.utf8.contains(0x9F) && lowercased.unicodeScalars.contains("ß")
            ? lowercased.replacing("ß", with: "ss") : lowercased
    }
}
