import BuildTestSupport
import Foundation
import LocalFiles
import TestSupport

extension OracleChange {
    /// Changes to the files of notes.
    static let ofNotes = [
        OracleChange("add a note", weight: 6) { notebook, random in
            let name = notebook.newName(&random)
            try notebook.archive([notebook.note(&random)], to: name, random: &random)
            return name
        },
        OracleChange("add a copy of a note", weight: 2) { notebook, random in
            let original = random.pick(notebook.soundNames)
            let name = notebook.newName(&random)
            try notebook.archive(notebook.notes[original] ?? [], to: name, random: &random)
            return "\(original) to \(name)"
        },
        OracleChange("remove a note", weight: 6) { notebook, random in
            guard notebook.notes.count > 120 else { return nil }
            let name = random.pick(notebook.soundNames)
            try LocalFiles.remove(notebook.path(name))
            notebook.notes[name] = nil
            return name
        },
        OracleChange("move a file", weight: 5) { notebook, random in
            let name = random.pick(notebook.soundNames)
            let other = notebook.newName(&random)
            try LocalFiles.makeFolder(LocalFiles.folder(of: notebook.path(other)))
            try LocalFiles.rename(notebook.path(name), to: notebook.path(other))
            notebook.notes[other] = notebook.notes.removeValue(forKey: name)
            return "\(name) to \(other)"
        },
        OracleChange("swap two files", weight: 2) { notebook, random in
            let (name, other) = (
                random.pick(notebook.soundNames), random.pick(notebook.soundNames)
            )
            guard name != other else { return nil }
            let between = notebook.build.folder.path + "/between"
            try LocalFiles.rename(notebook.path(name), to: between)
            try LocalFiles.rename(notebook.path(other), to: notebook.path(name))
            try LocalFiles.rename(between, to: notebook.path(other))
            (notebook.notes[name], notebook.notes[other]) = (
                notebook.notes[other], notebook.notes[name]
            )
            return "\(name) and \(other)"
        },
        OracleChange("touch a file", weight: 4) { notebook, random in
            let name = random.pick(notebook.fileNames)
            try LocalFiles.setModified(notebook.path(name), date: Date())
            return name
        },
        OracleChange("put a clock wrong", weight: 4) { notebook, random in
            let name = random.pick(notebook.fileNames)
            let days = random.pick([-40_000, -5_000, -1, 1, 400, 40_000])
            try LocalFiles.setModified(
                notebook.path(name), date: Date(timeIntervalSinceNow: Double(days) * 86_400))
            return "\(name) by \(days) days"
        },
        OracleChange("damage a file", weight: 5) { notebook, random in
            guard notebook.damaged.count < 4 else { return nil }
            let name = random.pick(notebook.fileNames)
            let bytes = try LocalFiles.read(notebook.path(name))
            notebook.damaged[name] = bytes
            // Notes of a file that cannot be read stay as they were last read, which a run from
            // nothing cannot know.
            let forMedia = name.hasPrefix("Photos/") ? ["empty", "cut off", "bytes flipped"] : []
            let damage = random.pick(["rubbish", "removed"] + forMedia)
            switch damage {
            case "empty": try notebook.write([], to: name, random: &random)
            case "rubbish": try notebook.write(Array("rubbish".utf8), to: name, random: &random)
            case "cut off":
                let half = Array(bytes.prefix(bytes.count / 2))
                try notebook.write(half, to: name, random: &random)
            case "bytes flipped": try FileWriting.flipBytes(of: notebook.path(name), &random)
            default: try LocalFiles.remove(notebook.path(name))
            }
            return "\(name) \(damage)"
        },
        OracleChange("repair a file", weight: 5) { notebook, random in
            guard !notebook.damaged.isEmpty else { return nil }
            let name = random.pick(notebook.damaged.keys.sorted())
            try notebook.write(
                notebook.damaged.removeValue(forKey: name) ?? [], to: name, random: &random)
            return name
        },
        OracleChange("take away a folder of many notes", weight: 1) { notebook, _ in
            try LocalFiles.rename(notebook.path("many"), to: notebook.away)
            notebook.isFolderAway = true
            return "many"
        },
        OracleChange("add a file that is no note", weight: 1) { notebook, random in
            let name = random.pick(["readme.txt", "more/list.csv", ".hidden", "Empty/x.log"])
            try notebook.write(Array("words \(random.next())".utf8), to: name, random: &random)
            return name
        },
    ]

    /// Repairs all files and dates them back, so that a run can remember all of them.
    static func bringToRest(
        _ notebook: inout OracleNotebook, random: inout SeededGenerator
    ) throws -> String {
        for (name, bytes) in notebook.damaged.sorted(by: { $0.key < $1.key }) {
            try notebook.write(bytes, to: name, random: &random)
        }
        notebook.damaged = [:]
        for name in try LocalFiles.files(below: notebook.build.notes) {
            try LocalFiles.setModified(
                notebook.path(name), date: Date(timeIntervalSinceNow: -86_400))
        }
        return "bring all files to rest"
    }

    /// Brings back the folder that was taken away.
    static func bringBack(_ notebook: inout OracleNotebook) throws -> String {
        try LocalFiles.rename(notebook.away, to: notebook.path("many"))
        notebook.isFolderAway = false
        return "bring back the folder of many notes"
    }
}
