import Foundation
import LocalFiles
import TestSupport

extension OracleChange {
    /// Changes to photos, recordings and captions.
    static let ofMedia = [
        OracleChange("add or replace a photo", weight: 4) { notebook, random in
            let name = random.pick(OracleTexts.photoNames)
            guard notebook.damaged["Photos/" + name] == nil else { return nil }
            try notebook.writePhoto(name, random: &random)
            return name
        },
        OracleChange("remove a photo", weight: 3) { notebook, random in
            let name = random.pick(OracleTexts.photoNames)
            let path = notebook.path("Photos/" + name)
            guard notebook.damaged["Photos/" + name] == nil, try LocalFiles.status(path) != nil
            else { return nil }
            try LocalFiles.remove(path)
            return name
        },
        OracleChange("put a second file of a photo's name elsewhere", weight: 2) {
            notebook, random in
            let name = "more/" + random.pick(OracleTexts.photoNames)
            if try LocalFiles.status(notebook.path(name)) == nil {
                let picture = OracleArchives.picture(size: 7, tint: random.number(in: 0...3))
                try notebook.write(picture, to: name, random: &random)
            } else {
                try LocalFiles.remove(notebook.path(name))
            }
            return name
        },
        OracleChange("change the picture beside the store", weight: 2) { notebook, random in
            guard notebook.damaged[OracleArchives.externalPicture] == nil else { return nil }
            try notebook.writeExternalPicture(&random)
            return ""
        },
        OracleChange("replace a recording", weight: 2) { notebook, random in
            let name = random.pick(OracleTexts.recordingNames)
            guard notebook.damaged["Photos/" + name] == nil else { return nil }
            try notebook.writeRecording(name, random: &random)
            return name
        },
        OracleChange("remove a recording", weight: 1) { notebook, random in
            let name = random.pick(OracleTexts.recordingNames)
            guard notebook.damaged["Photos/" + name] == nil else { return nil }
            try LocalFiles.remove(notebook.path("Photos/" + name))
            return name
        },
        OracleChange("change the captions", weight: 4) { notebook, random in
            guard notebook.damaged["Photos/captions.yml"] == nil else { return nil }
            try notebook.writeCaptions(&random)
            return ""
        },
        OracleChange("remove the captions", weight: 2) { notebook, _ in
            guard notebook.damaged["Photos/captions.yml"] == nil else { return nil }
            try LocalFiles.remove(notebook.path("Photos/captions.yml"))
            return ""
        },
    ]
}
