import Markup

/// Returns the text of the template `page` of some templates.
func render(
    _ sources: [String: String], fields: [TemplateValue.Field] = []
) throws(TemplateError) -> String {
    let bytes = try TemplateLibrary(sources).render("page", value: .record(fields))
    return String(decoding: bytes, as: UTF8.self)
}

/// Returns the text of a template that needs no others.
func render(
    _ template: String, fields: [TemplateValue.Field] = []
) throws(TemplateError) -> String {
    try render(["page": template], fields: fields)
}

/// Returns the error of parsing and rendering templates; nil if there is none.
func failure(_ sources: [String: String], fields: [TemplateValue.Field] = []) -> TemplateError? {
    do throws(TemplateError) { _ = try render(sources, fields: fields) } catch { return error }
    return nil
}
