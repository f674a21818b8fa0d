import TestSupport
import Testing

@testable import WebEditor

/// The routes of the editor's requests.
@Suite(.tags(.fast))
struct EditorRouteTests {
    @Test func findsRoutesByMethodAndPath() {
        #expect(EditorRoute(method: "GET", path: "/edit/api/notes")?.action == .notes)
        let saving = EditorRoute(method: "PUT", path: "/edit/api/notes/ab")
        #expect(saving?.action == .saveNote && saving?.identifier == "ab")
        let photo = EditorRoute(method: "GET", path: "/edit/api/notes/ab/photos/3")
        #expect(photo?.action == .photo && photo?.identifier == "ab" && photo?.position == 3)
        let deletion = EditorRoute(method: "DELETE", path: "/edit/api/cards/ab")
        #expect(deletion?.action == .deleteCard && deletion?.identifier == "ab")
    }

    @Test(arguments: [
        ("PUT", "/edit/api/notes"), ("GET", "/edit/api/session"), ("GET", "/edit/api/"),
        ("GET", "/edit/api/notes/a/b"), ("GET", "/edit/api/notes/a/photos/-1"),
        ("GET", "/edit/api/notes/a/photos/1/2"), ("GET", "/edit/api/../notes"),
        ("GET", "/edit/api"), ("GET", "/edit/notes"), ("POST", "/edit/api/trash"),
    ])
    func rejectsUnknownRoutes(_ method: String, path: String) {
        #expect(EditorRoute(method: method, path: path) == nil)
    }

    @Test func acceptsLargeBodiesForFilesOnly() {
        #expect(EditorRoute.Action.newUpload.maximumBodyLength == 64 << 20)
        #expect(EditorRoute.Action.session.maximumBodyLength == 1024)
        #expect(EditorRoute.Action.notes.maximumBodyLength == 0)
    }
}
