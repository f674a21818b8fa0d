import LocalFiles

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
        records = state.map { LocalFiles.resolved($0) ?? LocalFiles.absolute($0) } ?? beside
        isDivided = records != beside
        self.ledger =
            ledger.map { LocalFiles.resolved($0) ?? LocalFiles.absolute($0) }
            ?? records + "/ledger.json"
    }

    /// The file that marks the records.
    var mark: String { records + "/format" }
    /// The folder with the records beside the trees, or the file in its place.
    var beside: String { output + "/" + Self.recordsName }

    /// True if an earlier run has marked the place.
    package var isOurs: Bool { ((try? LocalFiles.status(mark)) ?? nil) != nil }

    /// True if the place of the records is another one.
    package var hasStateElsewhere: Bool {
        !isDivided && ((try? LocalFiles.status(beside)) ?? nil)?.isFile == true
    }

    /// The names of the records that a first run leaves if it is killed before it has marked the
    /// place as its own.
    private static let beginnings: Set<String> = ["lock", "format.new"]

    /// Requires that the mark is that of this version of the format.
    ///
    /// - Throws: ``OutputTreeError/unknownFormat(path:isNewer:)``.
    func requireFormat() throws {
        let text = String(decoding: try LocalFiles.read(mark), as: UTF8.self)
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
        let isMarked = try LocalFiles.status(mark) != nil
        // A notebook of another user must not be taken for a folder of other files.
        if isMarked { try requireFormat() }
        let names = try Self.names(in: output)
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
        guard try isMarked || areBeginnings() else { throw OutputTreeError.notOurs(path: records) }
        guard let names, !names.isEmpty else { return isMarked }
        // Records that a notebook had beside its trees are moved when it is opened.
        guard names.contains(Self.recordsName) else { throw OutputTreeError.notOurs(path: output) }
        if try LocalFiles.status(beside)?.isFolder == true {
            guard !isMarked else { throw OutputTreeError.twoStates(path: output, state: records) }
            return try NotebookPlace(output).requireOursOrNobodys()
        }
        guard isMarked || names == [Self.recordsName] else {
            throw OutputTreeError.stateMissing(path: output, state: records)
        }
        return isMarked
    }

    /// True if the folder of the records is missing, or holds at most what a killed first run leaves.
    private func areBeginnings() throws -> Bool {
        (try Self.names(in: records) ?? []).allSatisfy(Self.beginnings.contains)
    }

    private static func names(in folder: String) throws -> [String]? {
        guard let status = try LocalFiles.status(folder) else { return nil }
        guard status.isFolder else { throw OutputTreeError.notAFolder(path: folder) }
        return try LocalFiles.entries(of: folder).map(\.name)
    }

    /// Moves records that are beside the trees to their new place, and requires that it is on the
    /// file system of the trees, which are exchanged there in one step.
    ///
    /// - Throws: ``OutputTreeError/otherFileSystem(path:state:)``.
    func divide() throws {
        guard isDivided else { return }
        try LocalFiles.makeFolder(output)
        try LocalFiles.makeFolder(LocalFiles.folder(of: records))
        guard LocalFiles.areOnOneFileSystem(output, LocalFiles.folder(of: records)),
            try LocalFiles.status(records) == nil || LocalFiles.areOnOneFileSystem(output, records)
        else { throw OutputTreeError.otherFileSystem(path: output, state: records) }
        guard try LocalFiles.status(beside)?.isFolder == true else { return }
        // An empty folder, which the owner may have made, gives way.
        _ = LocalFiles.removeIfEmpty(records)
        try LocalFiles.rename(beside, to: records)
    }
}
