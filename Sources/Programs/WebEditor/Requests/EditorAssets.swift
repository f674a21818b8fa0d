import Platform
import SiteServer

/// The pages, styles and scripts of the editor, which are part of the program and hold no notes.
enum EditorAssets {
    /// Returns the file of a name; the page of the editor for an empty one.
    ///
    /// - Parameter theme: Returns a file of the site that the editor uses as well, such as a style
    ///   sheet or the script for studying.
    static func reply(to name: String, theme: (String) -> [UInt8]?) -> ServedReply {
        let name = name.isEmpty ? "index.html" : name
        guard
            let bytes = EmbeddedTexts.all[name].map({ Array($0.utf8) })
                ?? (sharedWithSite.contains(name) ? theme(name) : nil)
        else { return .text(404, text: "Not found") }
        return ServedReply(
            status: 200, headers: [("Content-Type", ServedReply.mediaType(of: name))],
            body: .bytes(bytes))
    }
}

extension EditorAssets {
    private static let sharedWithSite: Set<String> = [
        "cards.css", "icon.svg", "photos.css", "start.js", "study.js", "style.css",
        "touch-icon.png", "viewer.js",
    ]
}
