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
        guard let bytes = files[name] ?? (sharedWithSite.contains(name) ? theme(name) : nil) else {
            return .text(404, text: "Not found")
        }
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

    /// The content of each file by its name.
    private static let files: [String: [UInt8]] = [
        "api.js": PackageResources.api_js,
        "app.js": PackageResources.app_js,
        "conflict.js": PackageResources.conflict_js,
        "database.js": PackageResources.database_js,
        "deck.js": PackageResources.deck_js,
        "dom.js": PackageResources.dom_js,
        "drafts.js": PackageResources.drafts_js,
        "editor.css": PackageResources.editor_css,
        "enlarge.js": PackageResources.enlarge_js,
        "index.html": PackageResources.index_html,
        "ink.js": PackageResources.ink_js,
        "lecture.js": PackageResources.lecture_js,
        "link.js": PackageResources.link_js,
        "list.js": PackageResources.list_js,
        "manifest.webmanifest": PackageResources.manifest_webmanifest,
        "media.js": PackageResources.media_js,
        "napkin.js": PackageResources.napkin_js,
        "note-draft.js": PackageResources.note_draft_js,
        "note.js": PackageResources.note_js,
        "photos.js": PackageResources.photos_js,
        "pictures.js": PackageResources.pictures_js,
        "placed.js": PackageResources.placed_js,
        "preview.js": PackageResources.preview_js,
        "recording-store.js": PackageResources.recording_store_js,
        "recorder-worklet.js": PackageResources.recorder_worklet_js,
        "recorder.js": PackageResources.recorder_js,
        "recordings.js": PackageResources.recordings_js,
        "saving.js": PackageResources.saving_js,
        "sheet.js": PackageResources.sheet_js,
        "store.js": PackageResources.store_js,
        "text.js": PackageResources.text_js,
        "tools.js": PackageResources.tools_js,
        "trash.js": PackageResources.trash_js,
    ]
}
