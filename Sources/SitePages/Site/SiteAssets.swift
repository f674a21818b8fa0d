import ContentHashing
import OutputPlan

/// The files of the folder `assets`. Their names change with their content, so that browsers never
/// use an outdated one.
struct SiteAssets: Sendable {
    private let bytes: [String: [UInt8]]

    private enum Name {
        static let icon = "icon.svg"
        /// The owner's icons, the preferred one first.
        static let ownIcons = ["favicon.svg", "favicon.png", "favicon.ico"]
        static let style = "style.css"
        /// The owner's rules, which replace no file of the program.
        static let custom = "custom.css"
        static let lists = "lists.css"
        static let photos = "photos.css"
        static let photoScript = "photos.js"
        static let viewer = "viewer.js"
        static let keys = "keys.js"
        static let words = "words.js"
        static let lookup = "lookup.js"
        static let search = "search.js"
        static let searchDialog = "search-dialog.js"
        static let searchStyle = "search.css"
        static let study = "study.js"
        static let home = "home.js"
        static let start = "start.js"
        static let cards = "cards.css"
        static let blocks = "blocks.css"
        static let blockScript = "blocks.js"
        static let replayStyle = "replay.css"
        static let replayScript = "replay.js"
    }

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
        bytes[Name.style, default: []] += theme.bytes
        bytes[Name.photos, default: []] +=
            ColourSheet.bytes + RatioSheet.bytes + PhotoRows.bytes
        // Rules outside of a layer take precedence over all in it, however specific those are.
        for name in bytes.keys where name.hasSuffix(".css") && name != Name.custom {
            bytes[name] = Array("@layer notebinder{".utf8) + (bytes[name] ?? []) + Array("}\n".utf8)
        }
        self.bytes = bytes
    }

    var files: [OutputFile] {
        bytes.map { OutputFile(OutputPath(address($0.key)), content: .bytes($0.value)) }
    }

    func names(searchDirectory: String, feed: String?) -> PageFrame.Assets {
        PageFrame.Assets(
            icon: address(Name.ownIcons.first { bytes[$0] != nil } ?? Name.icon),
            stylesheet: address(Name.style),
            listStylesheet: address(Name.lists),
            photoStylesheet: address(Name.photos), photoScript: address(Name.photoScript),
            viewer: address(Name.viewer), keys: address(Name.keys),
            wordScript: address(Name.words), lookup: address(Name.lookup),
            searcher: address(Name.search),
            searchDialog: address(Name.searchDialog),
            searchStylesheet: address(Name.searchStyle),
            study: address(Name.study), home: address(Name.home), start: address(Name.start),
            cardStylesheet: address(Name.cards), blockStylesheet: address(Name.blocks),
            blockScript: address(Name.blockScript),
            replayStylesheet: address(Name.replayStyle),
            replayScript: address(Name.replayScript),
            customStylesheet: bytes[Name.custom] == nil ? nil : address(Name.custom),
            searchDirectory: searchDirectory,
            feed: feed)
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
