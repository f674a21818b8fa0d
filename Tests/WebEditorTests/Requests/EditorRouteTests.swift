import TestSupport
import Testing

@testable import WebEditor

/// The routes of the editor's requests.
@Suite(.tags(.fast))
struct EditorRouteTests {
    @Test func findsRoutesByMethodAndPath() {
        #expect(EditorRoute(method: "GET", path: "/edit/api/notes") == .notes)
        #expect(EditorRoute(method: "PUT", path: "/edit/api/notes/ab") == .saveNote("ab"))
        #expect(
            EditorRoute(method: "GET", path: "/edit/api/notes/ab/photos/3")
                == .photo(note: "ab", position: 3))
        #expect(EditorRoute(method: "DELETE", path: "/edit/api/cards/ab") == .deleteCard("ab"))
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
        #expect(EditorRoute.newUpload.maximumBodyLength == 64 << 20)
        #expect(EditorRoute.session.maximumBodyLength == 1024)
        #expect(EditorRoute.notes.maximumBodyLength == 0)
    }
}
