/// What a note is about, in its owner's word. Tags are equal without regard to case.
package struct Tag: Hashable, Sendable {
    /// As it was written, without a sign; parts of a nested tag are joined by `/`.
    package let name: String
    package let key: NameKey

    package init(_ name: String) {
        self.name = name
        key = NameKey(name)
    }

    package static func == (left: Tag, right: Tag) -> Bool { left.key == right.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A name as people compare names: without regard to case and to how accents are stored.
package struct NameKey: Hashable, Sendable {
    package let text: String

    package init(_ name: String) {
        text =
            name.utf8.allSatisfy { $0 < 0x80 }
            ? name.lowercased() : Self.composed(name.lowercased())
    }

    /// Most names have no `ß`, and replacing what is not there takes longer than looking for it.
    private static func composed(_ name: String) -> String {
        canonicallyComposed(
            name.unicodeScalars.contains("ß") ? name.replacing("ß", with: "ss") : name)
    }
}
