import KeyedArchives
import TestSupport
import Testing

@testable import NoteExports
@testable import NoteModel

/// The schema of the JSON tree, which is a text for people.
@Suite(.tags(.fast))
struct NotebookSchemaTests {
    @Test func namesEveryField() throws {
        let schema = try JSONDocument.value(of: Array(NotebookSchema.text.utf8))
        func properties(_ path: String...) -> Set<String> {
            let object = path.reduce(schema["$defs"]) { $0?[$1] }
            guard case .dictionary(let fields)? = object?["properties"] else { return [] }
            return Set(fields.map(\.key))
        }
        let ofExports: Set = ["slug", "photos", "recordings", "attachments", "source"]
        #expect(properties("note") == Note.Fields.keys(in: .tree).union(ofExports))
        #expect(properties("card") == Card.keys(in: .tree).union(["id"]))
        #expect(properties("page") == Page.keys(in: .tree))
        #expect(properties("page", "properties", "paper") == Paper.keys(in: .tree))
        #expect(
            properties("page", "properties", "pictures", "items") == PlacedPicture.keys(in: .tree))
        #expect(
            properties("page", "properties", "placedRecordings", "items")
                == PlacedRecording.keys(in: .tree))
        #expect(properties("page", "properties", "textBoxes", "items") == TextBox.keys(in: .tree))
        #expect(properties("drawing", "properties", "strokes", "items") == Stroke.keys(in: .tree))
    }
}
