import LocalFiles
import NoteEditing
import TestSupport

extension OracleChange {
    /// Edits after which a file has the size and the modification time that it had before.
    static let unseen = [
        OracleChange("edit a text, same size and time", weight: 7) { notebook, random in
            try editUnseen(&notebook, random: &random) { note, random in
                guard let body = OracleTexts.sameLength(note.body, random: &random) else {
                    return false
                }
                note.body = body
                return true
            }
        },
        OracleChange("edit a title, same size and time", weight: 3) { notebook, random in
            try editUnseen(&notebook, random: &random) { note, random in
                guard let title = OracleTexts.sameLength(note.title ?? "", random: &random) else {
                    return false
                }
                note.title = title
                return true
            }
        },
        OracleChange("edit the note that a link leads to, same size and time", weight: 2) {
            notebook, random in
            try notebook.rewriteLinkTarget(&random) ? "" : nil
        },
        OracleChange("edit a photo, same size and time", weight: 4) { notebook, random in
            let name = "Photos/" + random.pick(OracleTexts.photoNames)
            guard notebook.damaged[name] == nil, try LocalFiles.status(notebook.path(name)) != nil
            else { return nil }
            var bytes = try LocalFiles.read(notebook.path(name))
            // Pictures of one size have equally many bytes, whatever their tint.
            for size in 0...5 {
                let picture = OracleArchives.picture(size: size, tint: random.number(in: 0...3))
                if picture.count == bytes.count { bytes = picture }
            }
            try rewriteUnseen(notebook.path(name), bytes: bytes, random: &random)
            return name
        },
        OracleChange("edit a template, same size and time", weight: 2) { notebook, random in
            guard let name = try template(of: notebook, &random) else { return nil }
            let path = notebook.templates + "/" + name
            let bytes = try LocalFiles.read(path).map { byte in
                (0x31...0x33).contains(byte) ? 0x31 + (byte - 0x30) % 3 : byte
            }
            try rewriteUnseen(path, bytes: bytes, random: &random)
            return name
        },
    ]

    /// Edits a random note so that its file keeps its size and its modification time.
    private static func editUnseen(
        _ notebook: inout OracleNotebook, random: inout SeededGenerator,
        edit: (inout ArchivedNote, inout SeededGenerator) -> Bool
    ) throws -> String? {
        let name = random.pick(notebook.soundNames)
        guard let notes = edited(name, notebook: notebook, random: &random, edit: edit) else {
            return nil
        }
        notebook.notes[name] = notes
        try rewriteUnseen(
            notebook.path(name), bytes: OracleNotebook.bytes(of: notes), random: &random)
        return name
    }

    /// Writes bytes into a file that keeps its modification time, and mostly its inode as well.
    private static func rewriteUnseen(
        _ path: String, bytes: [UInt8], random: inout SeededGenerator
    ) throws {
        try FileWriting.keepingTime(of: path) {
            if random.chance(0.7) {
                try FileWriting.overwrite(path, bytes: bytes)
            } else {
                try FileWriting.write(bytes, to: path, random: &random)
            }
        }
    }
}
