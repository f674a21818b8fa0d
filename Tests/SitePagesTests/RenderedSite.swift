import DefaultTemplates
import NoteModel
import OutputPlan
import SitePages

/// The text of every page that is planned for some notes; empty for other files.
func renderedSite(
    _ notes: [Note], options: SiteOptions = SiteOptions(), _ templates: SiteTemplates,
    media: PreparedMedia = PreparedMedia()
) throws -> [String: String] {
    let renderer = NoteBodyRenderer(
        templates: templates, media: media, language: options.language)
    let plan = SitePlanner(
        options: options, templates: templates, assets: DefaultTemplates.assets
    ).plan(
        Notebook(title: "Mine & yours", notes: notes),
        slugs: Slug.distinct(for: notes.map(\.title)), bodies: try notes.map(renderer.body),
        media: media)
    var pages: [String: String] = [:]
    for file in plan.files {
        if case .rendered(let render) = file.content {
            pages[file.path.text] = String(decoding: try render(), as: UTF8.self)
        } else {
            pages[file.path.text] = ""
        }
    }
    return pages
}
