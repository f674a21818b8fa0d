import Foundation
import LocalFiles
import TestSupport
import Testing

/// The changes that a watch reports. Where the system reports none, builds wait for a fixed time.
@Suite(.tags(.fast))
struct FolderWatchTests {
    private let folder = TemporaryFolder(isInMemory: true)

    init() throws {
        try folder.write("old", to: "notes/a/b/note.data")
        try folder.write("old", to: "notes/other.data")
        try folder.write("old", to: "settings/rules.yaml")
    }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// The changes that other programs make to files.
    private enum Change: CaseIterable {
        case create, overwrite, append, remove, rename, moveIn, makeFolder, touch

        func make(in folder: String, from outside: String) throws {
            let note = folder + "/note.data"
            switch self {
            case .create: try LocalFiles.create(folder + "/new.data", bytes: [1])
            case .overwrite: try LocalFiles.replace(note, bytes: [1])
            case .append: try OpenFile(note, access: .append).writeAll([1], synchronizing: false)
            case .remove: try LocalFiles.remove(note)
            case .rename: try LocalFiles.rename(note, to: folder + "/b.data")
            case .moveIn: try LocalFiles.rename(outside, to: folder + "/moved.data")
            case .makeFolder: try LocalFiles.makeFolder(folder + "/inner")
            case .touch: try LocalFiles.setModified(note, date: Date(timeIntervalSince1970: 1))
            }
        }
    }

    @Test func reportsEveryKindOfChangeInSubfolders() throws {
        for change in Change.allCases {
            try folder.write("old", to: "notes/a/b/note.data")
            try folder.write("old", to: "outside")
            let watch = FolderWatch(folders: [path("notes")])
            guard watch.isComplete else { return }
            #expect(watch.wait(seconds: 0) == nil, "\(change)")
            try change.make(in: path("notes/a/b"), from: path("outside"))
            #expect(watch.wait(seconds: 5) != nil, "\(change)")
            #expect(watch.wait(seconds: 0) == nil, "\(change) is reported once")
        }
    }

    @Test func reportsTheChangedFiles() throws {
        let watch = FolderWatch(folders: [path("notes")])
        guard watch.isComplete else { return }
        try LocalFiles.replace(path("notes/a/b/note.data"), bytes: [1])
        try LocalFiles.replace(path("notes/other.data"), bytes: [2])
        let written = try #require(watch.wait(seconds: 5))
        let names = Set(written.paths.map { LocalFiles.name(of: $0) })
        #expect(names.isSuperset(of: ["note.data", "other.data"]) && !written.mayBeMore)
        try LocalFiles.makeFolder(path("notes/a/new"))
        #expect(watch.wait(seconds: 5)?.mayBeMore == true)
    }

    @Test func reportsNothingInHiddenFolders() throws {
        try LocalFiles.makeFolder(path("notes/.trash"))
        let watch = FolderWatch(folders: [path("notes")])
        try folder.write("old", to: "notes/.trash/deleted/note.data")
        try LocalFiles.makeFolder(path("notes/a/.cache"))
        #expect(watch.wait(seconds: 0.01) == nil)
    }

    @Test func reportsNothingThatIsOnlyRead() throws {
        let watch = FolderWatch(folders: [path("notes")])
        _ = try LocalFiles.read(path("notes/other.data"))
        _ = try LocalFiles.files(below: path("notes"))
        try folder.write("new", to: "elsewhere/file")
        #expect(watch.wait(seconds: 0.01) == nil)
    }

    @Test func watchesSingleFilesEvenMissingOnes() throws {
        let names = ["settings/rules.yaml", "settings/none.yaml"]
        let watch = FolderWatch(folders: [], files: names.map(path))
        guard watch.isComplete else { return }
        for name in names {
            try LocalFiles.replace(path(name), bytes: [1])
            #expect(watch.wait(seconds: 5)?.paths.contains(path(name)) == true, "\(name)")
        }
    }

    @Test func respectsTheTimeout() {
        let start = ContinuousClock.now
        #expect(FolderWatch(folders: [path("none")]).wait(seconds: 0.02) == nil)
        let passed = ContinuousClock.now - start
        #expect(passed >= .milliseconds(19) && passed < .seconds(5))
    }
}
