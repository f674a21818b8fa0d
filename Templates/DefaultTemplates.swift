/// The templates and assets of this folder, embedded in the program.
package enum DefaultTemplates {
    /// The text of each template by its file name.
    package static let templates: [String: String] = [
        "moved.html": text(PackageResources.moved_html),
        "not-found.html": text(PackageResources.not_found_html),
        "back.html": text(PackageResources.back_html),
        "book.html": text(PackageResources.book_html),
        "book-chapter.html": text(PackageResources.book_chapter_html),
        "book-contents.html": text(PackageResources.book_contents_html),
        "book-cover.html": text(PackageResources.book_cover_html),
        "cards.html": text(PackageResources.cards_html),
        "days.html": text(PackageResources.days_html),
        "deck.html": text(PackageResources.deck_html),
        "decks.html": text(PackageResources.decks_html),
        "handwritten-pages.html": text(PackageResources.handwritten_pages_html),
        "bar.html": text(PackageResources.bar_html),
        "by-date.html": text(PackageResources.by_date_html),
        "calendar.html": text(PackageResources.calendar_html),
        "content.html": text(PackageResources.content_html),
        "date.html": text(PackageResources.date_html),
        "dates.html": text(PackageResources.dates_html),
        "empty.html": text(PackageResources.empty_html),
        "footer.html": text(PackageResources.footer_html),
        "head.html": text(PackageResources.head_html),
        "groups.html": text(PackageResources.groups_html),
        "index.html": text(PackageResources.index_html),
        "layout.html": text(PackageResources.layout_html),
        "masthead.html": text(PackageResources.masthead_html),
        "appearance.html": text(PackageResources.appearance_html),
        "part.html": text(PackageResources.part_html),
        "parts.html": text(PackageResources.parts_html),
        "recent.html": text(PackageResources.recent_html),
        "note.html": text(PackageResources.note_html),
        "photo.html": text(PackageResources.photo_html),
        "photos.html": text(PackageResources.photos_html),
        "recording.html": text(PackageResources.recording_html),
        "row.html": text(PackageResources.row_html),
        "sealed.html": text(PackageResources.sealed_html),
        "search.html": text(PackageResources.search_html),
        "tag.html": text(PackageResources.tag_html),
        "tags.html": text(PackageResources.tags_html),
        "transcript.html": text(PackageResources.transcript_html),
        "viewer.html": text(PackageResources.viewer_html),
        "views.html": text(PackageResources.views_html),
    ]

    /// The bytes of each file of the site's `assets` folder by its name.
    package static let assets: [String: [UInt8]] = [
        "blocks.css": PackageResources.blocks_css,
        "blocks.js": PackageResources.blocks_js,
        "cards.css": PackageResources.cards_css,
        "home.js": PackageResources.home_js,
        "icon.svg": PackageResources.icon_svg,
        "keys.js": PackageResources.keys_js,
        "lists.css": PackageResources.lists_css,
        "lookup.js": PackageResources.lookup_js,
        "words.js": PackageResources.words_js,
        "photos.css": PackageResources.photos_css,
        "photos.js": PackageResources.photos_js,
        "replay.css": PackageResources.replay_css,
        "replay.js": PackageResources.replay_js,
        "search.css": PackageResources.search_css,
        "search.js": PackageResources.search_js,
        "search-dialog.js": PackageResources.search_dialog_js,
        "start.js": PackageResources.start_js,
        "study.js": PackageResources.study_js,
        "style.css": PackageResources.style_css,
        "viewer.js": PackageResources.viewer_js,
    ]

    /// The style sheets and the script of books by their names.
    package static let bookAssets: [String: [UInt8]] = [
        "book.css": PackageResources.book_css, "epub.css": PackageResources.epub_css,
        "pdf.css": PackageResources.pdf_css, "sealed.js": PackageResources.sealed_js,
    ]

    /// The templates of pages that are not part of a notebook, by their file names. A folder of
    /// templates does not replace them.
    package static let reports = ["difference.html": text(PackageResources.difference_html)]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
