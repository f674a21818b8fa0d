import LocalFiles
import Markup
import MediaProcessing
import NoteModel
import OutputTree

// The messages for errors of targets that do not talk to people.

extension TemplateError: UserFacingError {
    package var message: String { "A template is invalid. \(self)" }
}

extension MediaProcessorError: UserFacingError {
    package var message: String { description }
}

extension OutputTreeError: UserFacingError {
    package var exitStatus: Int32 { if case .locked = self { 75 } else { 1 } }

    package var message: String {
        switch self {
        case .notOurs(let path):
            "\(path) holds files that Notebinder did not write. Name an empty or a new folder with --output."
        case .foreignFile(let path):
            "\(path) blocks the path of a page and was not written by Notebinder. Move it away, then run again."
        case .damagedManifest(let path):
            "What Notebinder wrote into \(path) is unknown, because its record is lost. Move that folder away, then run again."
        case .unnameableFile(let path):
            "\(path) was not written by Notebinder, and its name is not text, so it cannot be kept in the next tree. Rename it or move it away, then run again."
        case .unreachable(let path):
            "\(path) cannot be read or is nested too deeply, so files that others put there cannot be kept in the next tree. Make it readable or move it away, then run again."
        case .unknownFormat(let path, true):
            "\(path) was written by a newer version of Notebinder. Update this program, or name another folder with --output."
        case .unknownFormat(let path, false):
            "\(path) cannot be used: its file .notebinder/format, or format in its state folder, is missing or damaged. If the folder is a notebook, write the line “\(NotebookPlace.markText)” into that file; if not, name another folder with --output."
        case .notAFolder(let path):
            "\(path) is a file. Name a folder with --output."
        case .danglingLink(let path, let target):
            "\(path) is a link to \(target), which does not exist. Create that folder, or name another one with --output."
        case .changedOriginal(let path):
            "\(path) changed while it was read; nothing was published. Run again when no program writes to it."
        case .damagedGeneration(let file, let generation):
            "\(file) was damaged since it was published before, so nothing was restored. To go back one publication further, delete \(generation), then run again."
        case .stateElsewhere(let path):
            "The records of the notebook \(path) are in another folder. Name it in the configuration, as in state: FOLDER, or for notebinder verify with --state."
        case .stateMissing(let path, let state):
            "The notebook \(path) was published with records in another folder than \(state), which has none. Correct “state” in the configuration, or move \(path) away to begin again."
        case .stateOfOthers(let path):
            "The state folder \(path) is a file, or holds files that Notebinder did not write. Name an empty or a new folder: change “state” in the configuration."
        case .stateOfAnother(let path, let state):
            "The state folder \(state) is that of the notebook \(path). Give each notebook its own: change “state” in the configuration."
        case .linkedRecords(let path, let target):
            "\(path) is a link to \(target). Remove the link, and name that folder as “state” in the configuration."
        case .twoStates(let path, let state):
            "There are records of the notebook both in \(path)/.notebinder and in \(state). Move away the older ones, then run again."
        case .otherFileSystem(let path, let state):
            "The state folder \(state) is on another disk or mount than \(path), so that no page could be published in one step. Choose a folder on the same one: change “state” in the configuration."
        case .locked(let path, let holder):
            "Another run is writing \(path)\(holder.map { " (\($0))" } ?? ""). Wait until it is done, or use --wait SECONDS."
        }
    }
}

extension FileError: UserFacingError {
    package var message: String {
        let advice =
            if isDiskFull {
                " Free some space, then run again; what was there before is unchanged."
            } else if isDenied {
                " Check who may write there."
            } else {
                ""
            }
        return "Notebinder \(self).\(advice)"
    }
}
