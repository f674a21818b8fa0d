import Hashing
import OutputPlan

/// The files of the folder `assets`. Their names change with their content, so that browsers never
/// use an outdated one.
struct SiteAssets: Sendable {
    private let bytes: [String: [UInt8]]

    /// The files by the names that templates have for their addresses.
    private static let named: [(name: String, file: String)] = [
        ("stylesheet", style), ("listStylesheet", "lists.css"), ("cardStylesheet", "cards.css"),
        ("photoStylesheet", photos), ("photoScript", "photos.js"), ("viewer", "viewer.js"),
        ("keys", "keys.js"), ("wordScript", "words.js"), ("lookup", "lookup.js"),
        ("searcher", "search.js"), ("searchDialog", "search-dialog.js"),
        ("searchStylesheet", "search.css"), ("study", "study.js"), ("home", "home.js"),
        ("start", "start.js"), ("blockStylesheet", "blocks.css"), ("blockScript", "blocks.js"),
        ("replayStylesheet", "replay.css"), ("replayScript", "replay.js"),
    ]
    private static let (style, photos) = ("style.css", "photos.css")
    /// The owner's rules, which replace no file of the program.
    private static let custom = "custom.css"
    /// The owner's icons, the preferred one first, and that of the program.
    private static let icons = ["favicon.svg", "favicon.png", "favicon.ico", "icon.svg"]

    /// Creates the assets. The classes of photos, for placeholder colours and rows, become a part
    /// of `photos.css`. All style sheets but the owner's are in one cascade layer.
    ///
    /// - Parameters:
    ///   - bytes: The content of each file, by name.
    ///   - theme: The owner's values, which are appended to the style sheet.
    init(_ bytes: [String: [UInt8]], theme: SiteTheme) {
        var bytes = Dictionary(
            uniqueKeysWithValues: bytes.map { name, content in
                (name, name.hasSuffix(".css") ? CompactStyle.bytes(of: content) : content)
            })
        bytes[Self.style, default: []] += theme.bytes
        bytes[Self.photos, default: []] +=
            ColourSheet.bytes + RatioSheet.bytes + PhotoRows.bytes
        // Rules outside of a layer take precedence over all in it, however specific those are.
        for name in bytes.keys where name.hasSuffix(".css") && name != Self.custom {
            bytes[name] = Array("@layer notebinder{".utf8) + (bytes[name] ?? []) + Array("}\n".utf8)
        }
        self.bytes = bytes
    }

    var files: [OutputFile] {
        bytes.map { OutputFile(OutputPath(address($0.key)), content: .bytes($0.value)) }
    }

    /// The addresses of the site's assets, relative to its root, by the names that templates have
    /// for them; nil for those that the site does not have.
    struct Addresses: Sendable {
        fileprivate(set) var all: [(name: String, address: String?)]

        subscript(name: String) -> String? { all.first { $0.name == name }?.address }
    }

    /// - Parameters:
    ///   - searchDirectory: The file that the search loads first, which changes with every text;
    ///     empty if only the search page prints it.
    ///   - feed: The address of the feed; nil for a site whose address or dates are unknown.
    func addresses(searchDirectory: String, feed: String?) -> Addresses {
        let icon = Self.icons.first { bytes[$0] != nil } ?? Self.icons[3]
        return Addresses(
            all: [("icon", address(icon))] + Self.named.map { ($0.name, address($0.file)) } + [
                ("customStylesheet", bytes[Self.custom].map { _ in address(Self.custom) }),
                ("feed", feed), ("searchDirectory", searchDirectory),
            ])
    }

    private func address(_ name: String) -> String {
        bytes[name].map { Self.address(of: name, $0) } ?? "assets/" + name
    }

    /// Returns the path of a file with its digest in the name.
    static func address(of name: String, _ bytes: [UInt8]) -> String {
        guard let dot = name.lastIndex(of: ".") else {
            return "assets/\(name)-\(ContentDigest(of: bytes).short.prefix(8))"
        }
        return "assets/\(name[..<dot])-\(ContentDigest(of: bytes).short.prefix(8))\(name[dot...])"
    }
}
