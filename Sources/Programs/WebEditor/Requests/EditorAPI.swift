import BuildPipeline
import Dispatch
import NoteModel
import Platform
import SiteServer

/// Answers the requests of the editor's pages for notes, photos and previews.
final class EditorAPI: Sendable {
    let builder: SiteBuilder
    private let notebook: EditorNotebook
    /// The opaque name of the notes folder, by which browsers tell drafts of notebooks apart.
    private let notebookName: String
    private let actions: NoteActions
    private let list: NoteList
    let media: EditorMedia
    private let authors = NoteChanges()
    /// Changes are made one at a time.
    private let changes = DispatchQueue(label: "changes")
    private let reading = DispatchQueue(label: "reading", attributes: .concurrent)

    /// The maximum time, in seconds, for which a request waits for a change.
    private static let longPollTimeout = 20.0

    init(_ options: BuildOptions, notebook: EditorNotebook, builder: SiteBuilder) throws {
        let uploads = try UploadedFiles(for: options.notes)
        self.notebook = notebook
        notebookName = UploadedFiles.name(of: options.notes)
        self.builder = builder
        actions = NoteActions(options: options, notebook: notebook, uploads: uploads) {
            builder.build(revision: $0)
        }
        let previewer = try NotePreviewer(options)
        list = NoteList(language: options.language) { previewer.date(of: $0) }
        media = EditorMedia(previewer, notebook: notebook, uploads: uploads)
    }

    /// Returns the reply to a request of a session.
    func reply(
        to request: ServedRequest, route: EditorRoute, isAbandoned: @escaping @Sendable () -> Bool
    ) async -> ServedReply {
        do {
            if route.action == .state {
                return try await state(after: request, isAbandoned: isAbandoned)
            }
            guard route.action.isReading else {
                return try await on(changes) { try self.change(request, route: route) }
            }
            return try await on(reading) { try self.read(request, route: route) }
        } catch let error as EditorError {
            let present: JSONValue =
                switch error {
                case .conflict(let present): signed(present, of: route.identifier, for: request)
                case .gone: signed(.object([]), of: route.identifier, for: request)
                default: .null
                }
            return .problem(error.message, status: error.status, present: present)
        } catch let error as any UserFacingError {
            return .problem(error.message, status: error.exitStatus == 75 ? 503 : 422)
        } catch is DecodingError {
            return .problem("The request is malformed: its JSON is another one.", status: 400)
        } catch {
            return .problem("Something went wrong: \(error)", status: 500)
        }
    }

    /// Runs blocking work on a queue, since the few threads of Swift's executor must not be
    /// blocked.
    private func on<Value: Sendable>(
        _ queue: DispatchQueue, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}

// MARK: - Reading

extension EditorAPI {
    private func read(_ request: ServedRequest, route: EditorRoute) throws -> ServedReply {
        let (identifier, query) = (route.identifier, request.parameters)
        let (isLarge, range) = (query["large"] != nil, request.value(of: "Range"))
        switch route.action {
        case .notes:
            let order = NoteList.Order(rawValue: query["sort"] ?? "") ?? .title
            return .json(
                list.json(
                    try notebook.state(), order: order, search: query["search"] ?? "",
                    from: max(0, query["from"].flatMap { Int($0) } ?? 0),
                    count: max(0, query["count"].flatMap { Int($0) } ?? 0)))
        case .blank: return .json(try actions.blank(route.identifier).json)
        case .note:
            let document = try actions.document(identifier, version: query["version"])
            return .json(
                signed(document.json, of: identifier, for: request), version: document.version)
        case .page: return try actions.page(of: identifier)
        case .noteOfPage:
            return .json(try actions.noteOfPage(at: query["path"] ?? ""))
        case .photo, .recording:
            let note = try actions.note(identifier, earlier: query["earlier"])
            return route.action == .photo
                ? try media.photo(route.position, of: note, isLarge: isLarge)
                : try media.recording(route.position, of: note, range: range)
        case .upload: return try media.upload(identifier, isLarge: isLarge, range: range)
        case .preview:
            return .json(.object([("page", .string(try media.preview(decode(request))))]))
        case .trash: return .json(try actions.trash())
        case .trashedPhoto:
            return try media.picture(
                of: actions.trashedPhoto(route.position, of: identifier), isLarge: isLarge)
        default: return .text(404, text: "Not found")
        }
    }

    /// Returns a note with the fields that say who has changed it last, and when.
    ///
    /// - Parameter note: The JSON of the note; an empty object if it is gone.
    private func signed(
        _ note: JSONValue, of identifier: String, for request: ServedRequest
    ) -> JSONValue {
        guard case .object(let fields) = note else { return note }
        var version: String?
        if case .string(let text)? = fields.first(where: { $0.key == "version" })?.value {
            version = text
        }
        var file: String?
        if version != nil, let state = try? notebook.state() { file = state.file(of: identifier) }
        return .object(
            fields
                + authors.author(
                    of: identifier, version: version, file: file, for: request.session))
    }

    /// Waits for the notes or the site to change, and returns their present state.
    private func state(
        after request: ServedRequest, isAbandoned: @escaping @Sendable () -> Bool
    ) async throws -> ServedReply {
        let known = request.parameters["known"]
        let end = ContinuousClock.now + .seconds(Self.longPollTimeout)
        while true {
            let revision = try await on(reading) { try self.notebook.state().revision }
            let status = builder.status
            let text = "\(revision)-\(status.built)-\(status.isBuilding)"
            if text != known || ContinuousClock.now > end || isAbandoned() || Task.isCancelled {
                return .json(
                    .object([
                        ("state", .string(text)), ("notebook", .string(notebookName)),
                        ("revision", .integer(revision)),
                        ("built", .integer(status.built)),
                        ("isBuilding", .bool(status.isBuilding)),
                        ("problem", .string(status.problem)),
                    ]))
            }
            try await Task.sleep(for: .milliseconds(25))
        }
    }

    private func reply(_ document: NoteDocument, status: Int = 200) -> ServedReply {
        .json(document.json, status: status, version: document.version)
    }
}

// MARK: - Changing

extension EditorAPI {
    private func change(_ request: ServedRequest, route: EditorRoute) throws -> ServedReply {
        let identifier = route.identifier
        switch route.action {
        case .newUpload:
            return try media.add(body(of: request), named: request.parameters["name"] ?? "photo")
        case .deleteUpload: actions.uploads.remove(identifier)
        case .newNote: return reply(try actions.create(decode(request)), status: 201)
        case .newDeck: return reply(try actions.createDeck(decode(request)), status: 201)
        case .saveNote:
            let version = try version(of: request)
            let saved = try actions.save(identifier, version: version, request: decode(request))
            // A note of a database has another identifier once a file replaces it.
            for name in [identifier, saved.identifier] {
                authors.record(name, version: saved.version, by: request.session)
            }
            return reply(saved)
        case .deleteNote:
            let entry = try actions.delete(identifier, version: version(of: request))
            authors.record(identifier, version: nil, by: request.session)
            return .json(.object([("entry", .string(entry))]))
        case .newCard: return reply(try actions.addCard(identifier, request: decode(request)))
        case .editCard: return reply(try actions.editCard(identifier, request: decode(request)))
        case .markCard: return reply(try actions.markCard(identifier, request: decode(request)))
        case .deleteCard:
            let (deck, entry) = try actions.deleteCard(identifier, request: decode(request))
            return .json(
                .object([("deck", deck.json), ("entry", .string(entry))]), version: deck.version)
        case .order: try actions.move(decode(request))
        case .purge: try actions.purge(decode(request))
        case .restore:
            return .json(.object([("id", .string(try actions.restore(identifier)))]))
        default: return .text(404, text: "Not found")
        }
        return .json(.null)
    }

    /// Returns the version of the note that the page has loaded.
    private func version(of request: ServedRequest) throws -> String {
        guard let tag = request.value(of: "If-Match") else {
            throw EditorError.malformed("it names no version of the note")
        }
        return tag.replacing("\"", with: "")
    }

    private func body(of request: ServedRequest) throws -> [UInt8] {
        guard case .bytes(let bytes) = request.body else {
            throw EditorError.malformed("it has no body")
        }
        return bytes
    }

    private func decode<Value: Decodable>(_ request: ServedRequest) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(try body(of: request)))
    }
}

extension ServedRequest {
    /// The cookie that tells the requests of a session from others.
    fileprivate var session: String { AccessControl.cookies(of: self).joined() }

    /// The parameters of the query.
    fileprivate var parameters: [String: String] {
        let items = URLComponents(string: "?" + query)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
