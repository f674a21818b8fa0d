/// The owner's files of the folder `assets`, such as fonts, pictures and scripts. They are
/// published unchanged, with names that change with their content.
///
/// The owner's templates and style sheets name them as `assets/NAME`.
package struct OwnAssets: Sendable {
    /// The bytes of each file, by names that addresses can have as they are; see
    /// ``canBeNamed(_:)``.
    package var files: [String: [UInt8]] = [:]

    /// A reference to a file that does not exist. Lines are numbered from 1.
    package struct MissingFile: Error {
        package let name: String
        package let line: Int
    }

    package init() {}

    /// Returns true if a name can be part of an address as it is.
    package static func canBeNamed(_ name: String) -> Bool { !name.contains(where: endsName) }

    private static func endsName(_ character: Character) -> Bool {
        character.isWhitespace || "\"'()<>?#&%\\,".contains(character)
    }

    /// Returns a text of the owner with the addresses of the published files.
    ///
    /// - Parameter isStyleSheet: True for a style sheet, which is in the same folder as the files;
    ///   templates have paths from the root of the site.
    /// - Throws: ``MissingFile`` for a file that does not exist, if its address follows a quotation
    ///   mark, `(` or `}`.
    package func published(in text: String, isStyleSheet: Bool) throws -> String {
        var result = ""
        var rest = text[...]
        while let found = rest.firstRange(of: "assets/") {
            result += rest[..<found.lowerBound]
            let name = String(rest[found.upperBound...].prefix { !Self.endsName($0) })
            rest = rest[found.upperBound...].dropFirst(name.count)
            let before = result.last ?? " "
            // Another folder of this name, or a word that ends like it.
            let isReference = !before.isLetter && !before.isNumber && !"/-_.".contains(before)
            if isReference, let bytes = files[name] {
                let address = SiteAssets.address(of: name, bytes)
                result += isStyleSheet ? address.dropFirst("assets/".count) : address[...]
            } else if isReference, "\"'(}".contains(before), !name.isEmpty, !name.contains("{{") {
                throw MissingFile(name: name, line: result.count { $0.isNewline } + 1)
            } else {
                result += "assets/" + name
            }
        }
        return result + rest
    }
}
