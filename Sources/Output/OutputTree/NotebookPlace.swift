import LocalFiles
import Platform

/// The folders of a notebook: that of its trees, and that of what is known of it.
///
/// The records are in the folder `.notebinder` beside the trees or, so that the folder of the trees
/// holds nothing private, in a folder elsewhere; then `.notebinder` is a file that says so.
package struct NotebookPlace: Hashable, Sendable {
    /// The absolute path of the folder that holds the published trees.
    package let output: String
    /// The absolute path of the folder with the records.
    package let records: String
    /// The absolute path of the permalink ledger, with symbolic links resolved. It may be put under
    /// version control.
    package let ledger: String
    /// True if the records are not beside the trees.
    let isDivided: Bool
    /// The path of the folder with the records; nil if they are beside the trees.
    package var state: String? { isDivided ? records : nil }
    /// The path of the ledger as it was given; nil for one among the records.
    private let configuredLedger: String?

    static let recordsName = ".notebinder"
    /// The content of the file that marks the records, and of that which stands for them beside the
    /// trees, without its line feed.
    package static let markText = "notebinder 1"

    /// - Parameters:
    ///   - output: The path of the folder for the trees.
    ///   - state: The path of a folder for the records; nil for one beside the trees.
    ///   - ledger: The path of the permalink ledger; nil for one among the records.
    package init(_ output: String, state: String? = nil, ledger: String? = nil) {
        self.output = LocalFiles.absolute(output)
        let beside = self.output + "/" + Self.recordsName
        records = state.map(Self.resolved) ?? beside
        isDivided = records != beside
        configuredLedger = ledger
        self.ledger = ledger.map(Self.resolved) ?? records + "/ledger.json"
    }

    /// Returns a path with its links resolved, at least those of its folder if nothing is there yet.
    private static func resolved(_ path: String) -> String {
        let path = LocalFiles.absolute(path)
        return LocalFiles.resolved(path)
            ?? LocalFiles.resolved(LocalFiles.folder(of: path)).map {
                ($0 == "/" ? "" : $0) + "/" + LocalFiles.name(of: path)
            } ?? path
    }

    /// The file that marks the records.
    var markPath: String { records + "/format" }
    /// The folder with the records beside the trees, or the file in its place.
    var beside: String { output + "/" + Self.recordsName }

    /// True if an earlier run has marked the place.
    package var isOurs: Bool {
        get throws { try LocalFiles.status(markPath) != nil }
    }

    /// True if the place of the records is another one.
    package var hasStateElsewhere: Bool {
        !isDivided && ((try? LocalFiles.status(beside)) ?? nil)?.isFile == true
    }

    /// The place where the records still are: beside the trees until the next build moves them.
    package var present: NotebookPlace {
        let isMoved = !isDivided || ((try? LocalFiles.status(beside)) ?? nil)?.isFolder != true
        return isMoved ? self : NotebookPlace(output, ledger: configuredLedger)
    }

    /// The names of the records that a first run leaves if it is killed before it has marked the
    /// place as its own, and of those that other machines have prepared for it.
    private static let beginnings: Set<String> = [
        "lock", "format.new", markerName, ownerName, preparedName,
    ]
    /// The name of the folder with what other machines have prepared.
    package static let preparedName = "prepared"
    /// The name of the file for the place beside the trees, before it is moved there.
    private static let markerName = "beside.new"
    /// The name of the file with the path of the trees, among records that are not beside them.
    private static let ownerName = "output"

    /// Requires that the mark is that of this version of the format.
    ///
    /// - Throws: ``OutputTreeError/unknownFormat(path:isNewer:)``.
    func requireFormat() throws {
        let text = String(decoding: try LocalFiles.read(markPath), as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.joined(separator: " ") != Self.markText else { return }
        let version = words.count == 2 && words[0] == "notebinder" ? Int(words[1]) : nil
        throw OutputTreeError.unknownFormat(
            path: output, isNewer: version.map { $0 > 1 } ?? false)
    }

    /// Requires that the folders are missing, empty, or those of an earlier run.
    ///
    /// - Returns: True if an earlier run has marked the place as its own.
    /// - Throws: ``OutputTreeError`` for folders with other files, and for one without the other.
    func requireOursOrNobodys() throws -> Bool {
        let isMarked = try LocalFiles.status(markPath) != nil
        // A notebook of another user must not be taken for a folder of other files.
        if isMarked { try requireFormat() }
        let names = try names(in: output)
        guard isDivided else {
            guard !hasStateElsewhere else { throw OutputTreeError.stateElsewhere(path: output) }
            guard !isMarked, let names else { return isMarked }
            // Without its mark a notebook would be taken for a folder of other files.
            guard try LocalFiles.status(records + "/manifests") == nil else {
                throw OutputTreeError.unknownFormat(path: output, isNewer: false)
            }
            guard try names.isEmpty || names == [Self.recordsName] && areBeginnings() else {
                throw OutputTreeError.notOurs(path: output)
            }
            return false
        }
        guard try isMarked || areBeginnings() else {
            throw OutputTreeError.stateOfOthers(path: records)
        }
        guard let names, !names.isEmpty else {
            try requireOwner()
            return isMarked
        }
        if try LocalFiles.status(beside)?.isFolder == true {
            guard !isMarked else { throw OutputTreeError.twoStates(path: output, state: records) }
            return try NotebookPlace(output).requireOursOrNobodys()
        }
        try requireKnownState()
        // The file beside the trees may have been removed as one of many hidden files, or not been
        // put there yet when the records were moved.
        let isMoving = try LocalFiles.status(records + "/" + Self.markerName) != nil
        guard
            try names.contains(Self.recordsName)
                || isMarked && (isMoving || names.allSatisfy(hasTree))
        else { throw OutputTreeError.notOurs(path: output) }
        return isMarked
    }

    /// Requires that the records are those of the trees, and not in a place which is not known here.
    ///
    /// - Throws: ``OutputTreeError/stateElsewhere(path:)``,
    ///   ``OutputTreeError/stateOfAnother(path:state:)``, and
    ///   ``OutputTreeError/stateMissing(path:state:)`` for trees that have been published with
    ///   records in another folder than this one.
    package func requireKnownState() throws {
        guard !hasStateElsewhere else { throw OutputTreeError.stateElsewhere(path: output) }
        guard isDivided else { return }
        try requireOwner()
        guard try !isOurs, try LocalFiles.status(beside)?.isFile == true else { return }
        let names = try names(in: output) ?? []
        guard names == [Self.recordsName] else {
            throw OutputTreeError.stateMissing(path: output, state: records)
        }
    }

    /// The path of the file that says whose the records are.
    private var ownerPath: String { records + "/" + Self.ownerName }
    /// The path of the trees by which they are known.
    private var ownName: String { LocalFiles.resolved(output) ?? output }

    /// Requires that the records are not those of other trees.
    ///
    /// - Returns: The path of the trees whose they were; nil if it is not known.
    /// - Throws: ``OutputTreeError/stateOfAnother(path:state:)`` if the folder of the other trees
    ///   still names this one.
    @discardableResult
    private func requireOwner() throws -> String? {
        guard try LocalFiles.status(ownerPath) != nil else { return nil }
        let owner = String(decoding: try LocalFiles.read(ownerPath), as: UTF8.self)
        guard
            try owner == ownName
                || LocalFiles.status(owner + "/" + Self.recordsName)?.isFile != true
        else { throw OutputTreeError.stateOfAnother(path: owner, state: records) }
        return owner
    }

    /// Remembers whose the records are, which must be locked.
    ///
    /// - Returns: True if they were those of other trees, and these have none yet.
    /// - Throws: ``OutputTreeError/stateOfAnother(path:state:)``.
    func takeOwnership() throws -> Bool {
        guard isDivided else { return false }
        let owner = try requireOwner()
        guard owner != ownName else { return false }
        try LocalFiles.replace(ownerPath, bytes: Array(ownName.utf8))
        return try owner != nil && LocalFiles.status(beside) == nil
    }

    /// Returns true if the records contain the manifest of a tree.
    private func hasTree(_ name: String) throws -> Bool {
        try LocalFiles.status(records + "/manifests/" + name) != nil
    }

    /// True if the folder of the records is missing, or holds at most what a killed first run leaves.
    private func areBeginnings() throws -> Bool {
        (try names(in: records) ?? []).allSatisfy(Self.beginnings.contains)
    }

    private func names(in folder: String) throws -> [String]? {
        guard let status = try LocalFiles.status(folder) else { return nil }
        guard !status.isFolder else { return try LocalFiles.entries(of: folder).map(\.name) }
        guard folder == records else { throw OutputTreeError.notAFolder(path: folder) }
        // What a killed move of the records leaves.
        guard status.isFile, status.size <= Self.mark.count,
            try Self.mark.starts(with: LocalFiles.read(folder))
        else { throw OutputTreeError.stateOfOthers(path: folder) }
        return []
    }

    /// Moves records that are beside the trees to their place, in one step. They must be locked.
    ///
    /// - Throws: ``OutputTreeError/otherFileSystem(path:state:)``, and
    ///   ``OutputTreeError/linkedRecords(path:target:)``.
    func moveRecords() throws {
        guard try LocalFiles.status(beside, followingLinks: false)?.isFolder == true else {
            throw OutputTreeError.linkedRecords(
                path: beside, target: try LocalFiles.linkTarget(beside))
        }
        // By this file a later run knows whose trees are beside it, if this one is killed.
        try LocalFiles.replace(beside + "/" + Self.markerName, bytes: Self.mark)
        // An empty folder, which the owner may have made, gives way, and so does what was killed here.
        let hadFolder = try LocalFiles.status(records)?.isFolder == true
        for name in hadFolder ? Self.beginnings : [] { unlink(records + "/" + name) }
        guard unlink(records) == 0 || rmdir(records) == 0 || errno == ENOENT else {
            throw problem(FileError(action: "replace", path: records, code: errno))
        }
        do throws(FileError) {
            try LocalFiles.create(records, bytes: Self.mark)
            guard try !LocalFiles.exchange(records, beside) else { return }
            unlink(records)
            try LocalFiles.rename(beside, to: records)
        } catch {
            unlink(records)
            if hadFolder { try LocalFiles.makeFolder(records) }
            throw problem(error)
        }
    }

    /// Puts the file that stands for the records beside the trees, unless it is there. That also
    /// shows whether trees can be moved from one folder to the other.
    ///
    /// - Throws: ``OutputTreeError/otherFileSystem(path:state:)``.
    func markBeside() throws {
        guard isDivided else { return }
        let marker = records + "/" + Self.markerName
        guard try LocalFiles.status(beside) == nil else { return try LocalFiles.remove(marker) }
        try LocalFiles.makeFolder(output)
        do throws(FileError) {
            try LocalFiles.remove(marker)
            try LocalFiles.create(marker, bytes: Self.mark)
            try LocalFiles.rename(marker, to: beside)
        } catch {
            throw problem(error)
        }
    }

    /// Removes what a first run has made that could not begin.
    func discardBeginnings() {
        for name in Self.beginnings { unlink(records + "/" + name) }
    }

    private func problem(_ error: FileError) -> any Error {
        // A mount point can be neither renamed nor removed.
        [EXDEV, EBUSY].contains(error.code)
            ? OutputTreeError.otherFileSystem(path: output, state: records) : error
    }

    /// The content of both marks.
    static let mark = Array((markText + "\n").utf8)
}
