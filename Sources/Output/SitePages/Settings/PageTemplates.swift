import Markup
import Synchronization

/// The templates of a site, linked with the constants of a frame. Each is linked when a page first
/// needs it.
final class PageTemplates: Sendable {
    private let library: TemplateLibrary
    private let constants: TemplateValue
    private let linked = Mutex<[String: LinkedTemplate]>([:])

    /// - Parameter constants: A record with the names whose values are the same on all pages.
    init(_ library: TemplateLibrary, constants: TemplateValue = .record([])) {
        (self.library, self.constants) = (library, constants)
    }

    /// Renders a template with the context of a page.
    ///
    /// - Throws: ``TemplateError`` if the template does not exist, or repeats lists too often.
    func render(_ name: String, with value: TemplateValue) throws -> [UInt8] {
        try template(name, for: value).render(value)
    }

    private func template(_ name: String, for value: TemplateValue) throws -> LinkedTemplate {
        #if DEBUG
            let difference = value.difference(from: PageExemplars.of(name))
            precondition(difference == nil, "\(name) and its exemplar differ: \(difference ?? "")")
        #endif
        return try linked.withLock { linked in
            if let template = linked[name] { return template }
            let template = try library.linked(
                name, against: PageExemplars.of(name), with: constants)
            linked[name] = template
            return template
        }
    }
}
