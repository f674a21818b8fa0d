import LocalFiles
import NoteArchives

/// The files of an app in folders, as Xcode, iMazing, simulators and other tools copy them.
struct AppContainer: Sendable {
    /// The kind, for people, such as `Xcode container`.
    let kind: String
    /// The bundle identifier of the app; nil if nothing states it.
    private(set) var app: String?
    /// The name of the app; nil if nothing states it.
    private(set) var appName: String?
    /// The absolute paths of the folders that may hold notes.
    let folders: [String]

    /// The absolute path of the folder with the folders of the app.
    private var root: String { LocalFiles.folder(of: folders.first ?? ".") }

    /// The folders of a container in which apps keep what belongs to their user. In `Library` are
    /// their settings and `Application Support`.
    private static let userFolders = ["Documents", "Library", "SystemData"]
    private static let metadata = ".com.apple.mobile_container_manager.metadata.plist"

    /// Detects the container in a folder by its content; nil if the folder is no container.
    init?(_ folder: String) {
        func folders(in prefix: String = "") -> [String] {
            Self.userFolders.map { folder + "/" + prefix + $0 }.filter(Self.isFolder)
        }
        func list(_ name: String) -> PropertyListFile? {
            try? PropertyListFile(folder + "/" + name)
        }
        let name = LocalFiles.name(of: folder)
        if let info = list("AppDataInfo.plist"), Self.isFolder(folder + "/AppData") {
            kind = "Xcode container"
            app = info.text("CFBundleIdentifier")
            appName = info.text("CFBundleDisplayName") ?? info.text("CFBundleName")
            self.folders = folders(in: "AppData/")
        } else if let info = list(Self.metadata) {
            kind = "app container"
            app = info.text("MCMMetadataIdentifier")
            self.folders = Self.folders(of: app, in: folder, besides: folders())
        } else if Self.isFolder(folder + "/Container"), let info = list("iTunesMetadata.plist") {
            kind = "iMazing app"
            app = info.text("softwareVersionBundleId")
            appName = info.text("bundleDisplayName") ?? info.text("itemName")
            let groups = folder + "/Container/AppGroups"
            let names = (try? LocalFiles.entries(of: groups)) ?? []
            self.folders =
                folders(in: "Container/")
                + names.filter { $0.kind == .folder }.map { groups + "/" + $0.name }
        } else if let app = BackupManifest.app(ofDomain: name) {
            kind = "app container"
            self.app = app
            self.folders = Self.folders(of: app, in: folder, besides: folders())
        } else if name.hasPrefix("iCloud~"), Self.isFolder(folder + "/Documents") {
            kind = "iCloud Drive"
            app = String(name.dropFirst("iCloud~".count)).replacing("~", with: ".")
            self.folders = [folder + "/Documents"]
        } else if Self.isFolder(folder + "/Documents"),
            ["tmp", "Library/Preferences", "Library/Caches"].contains(where: {
                Self.isFolder(folder + "/" + $0)
            })
        {
            kind = "app container"
            self.folders = folders()
        } else {
            return nil
        }
    }

    /// Returns the folders of the user in a container; a group of apps has its files anywhere in it.
    private static func folders(
        of app: String?, in container: String, besides folders: [String]
    ) -> [String] {
        folders.isEmpty || app?.hasPrefix("group.") == true ? [container] : folders
    }

    static func isFolder(_ path: String) -> Bool {
        ((try? LocalFiles.status(path, followingLinks: false)) ?? nil)?.isFolder == true
    }

    /// The folder of the container with all files that may hold notes; nil if there are none.
    var notesFolder: String? {
        let found = notesFolders
        return found.count > 1 ? root : found.first
    }

    /// The folders of the container with files that may hold notes: `MyNotes` and the folders of
    /// `Library`, unless there are such files beside them.
    var notesFolders: [String] {
        folders.compactMap { folder in
            guard let listed = try? NotesFolder(folder) else { return nil }
            let reader = SourceReader(folder: listed)
            let names =
                listed.sources.filter { source in
                    // Settings have archives of many kinds.
                    SourceReader.isOfSettings(source)
                        ? !reader.read(source).notes.isEmpty
                        : BackupSelection.holdsNotes(inFileAt: source.path)
                }
                .map(\.name) + listed.leftOut.filter(\.mayHoldNotes).map(\.name)
            guard let first = names.first?.split(separator: "/").first.map({ String($0) }) else {
                return nil
            }
            let isOwn =
                BackupSelection.placeOfNotesFolder(in: [first]) == 0
                || LocalFiles.name(of: folder) == "Library"
            return isOwn && names.allSatisfy { $0.hasPrefix(first + "/") }
                ? folder + "/" + first : folder
        }
    }
}
