import Hashing
import NoteModel

/// Checks a bag against its manifests: no file is missing, none was added and none is changed.
///
/// The initializer finds missing and added files; ``problem(with:)`` reads a file to find out
/// whether it is changed.
package struct BagCheck: Sendable {
    /// The problems found without reading the payload, a sentence each.
    package let problems: [String]
    /// The files whose checksums have to be verified, each once.
    package let files: [File]
    /// The paths of files that no manifest names, other than the manifests that were read.
    package let strangers: [String]
    private let contents: BagContents

    /// A file with the checksums that manifests list for it.
    package struct File: Sendable {
        fileprivate let entry: BagContents.Entry
        package let isPayload: Bool
        package var path: String { entry.path }
        package var size: Int { entry.size }
        fileprivate var sums: [(algorithm: ChecksumAlgorithm, sum: String, manifest: String)]
    }

    /// Reads the manifests of a bag.
    ///
    /// - Parameter path: The path of a bag's folder, or of a ZIP file that holds one.
    /// - Throws: ``UserError`` if it is not a bag that can be checked.
    package init(_ path: String) throws {
        let (contents, entries) = try BagContents.opened(path)
        self.contents = contents
        func record(_ name: String) -> BagContents.Entry? {
            entries.first { $0.path == name && $0.fault == nil }
        }
        guard let declaration = record("bagit.txt") else {
            throw UserError(
                "\(path) is neither a notebook, a site with SHA256SUMS nor a bag: it has no bagit.txt."
            )
        }
        try Self.requireKnownVersion(of: BagLabels(contents.bytes(declaration)), path)
        var findings = Findings(entries)
        var hasPayloadManifest = false
        var manifests: [ExactText] = []
        for entry in entries
        where entry.fault == nil && !entry.path.utf8.contains(UInt8(ascii: "/")) {
            guard let kind = BagManifest.kind(of: entry.path) else { continue }
            guard let algorithm = ChecksumAlgorithm(rawValue: kind.algorithm) else {
                findings.add(
                    "\(entry.path) sums files up in a way that is not known here; it was not checked."
                )
                continue
            }
            let manifest = try BagManifest(
                entry.path, algorithm: algorithm, bytes: contents.bytes(entry, isList: true))
            hasPayloadManifest = hasPayloadManifest || kind.isOfPayload
            manifests.append(ExactText(entry.path))
            findings.add(manifest, isOfPayload: kind.isOfPayload)
        }
        guard hasPayloadManifest else {
            throw UserError("\(path) has no manifest that could be checked.")
        }
        if let list = record("fetch.txt") {
            findings.addWhatIsToBeFetched(try contents.bytes(list, isList: true))
        }
        if let info = record("bag-info.txt"),
            let oxum = BagLabels(try contents.bytes(info))["Payload-Oxum"]
        {
            findings.compare(oxum: oxum)
        }
        problems = findings.problems
        files = findings.files
        let known = Set(findings.files.map { ExactText($0.path) } + manifests)
        strangers = entries.map(\.path).filter { !known.contains(ExactText($0)) }
    }

    private static func requireKnownVersion(of labels: BagLabels, _ path: String) throws {
        let known = ["0.93", "0.94", "0.95", "0.96", "0.97", "1.0"]
        guard let version = labels["BagIt-Version"], known.contains(version) else {
            let version = labels["BagIt-Version"] ?? "of no version"
            throw UserError("\(path) says it is of BagIt \(version); 0.93 to 1.0 are known here.")
        }
        let encoding = labels["Tag-File-Character-Encoding"] ?? ""
        guard encoding.uppercased() == "UTF-8" else {
            throw UserError("\(path) has its manifests in “\(encoding)”; UTF-8 is read here.")
        }
    }

    /// Reads a file and verifies its checksums. Can be called on several threads.
    ///
    /// - Returns: The problem, in a sentence; nil if the file is intact.
    package func problem(with file: File) -> String? {
        var sums = Checksums(Set(file.sums.map(\.algorithm)))
        do {
            try contents.read(file.entry) { sums.update($0) }
        } catch {
            return error.message
        }
        let found = sums.finished()
        let wrong = file.sums.filter { found[$0.algorithm] != $0.sum }
        guard let first = wrong.first else { return nil }
        return "\(file.path) has changed: its checksum differs from the one in \(first.manifest)."
    }
}

/// The result of comparing manifests with the files of a bag.
private struct Findings {
    private(set) var problems: [String] = []
    private var reported: Set<String> = []
    private var checked: [ExactText: BagCheck.File] = [:]
    private let entries: [BagContents.Entry]
    /// The files by path. Strings that differ only in how accents are composed are equal to Swift,
    /// so that a path may have several files.
    private let present: [String: [BagContents.Entry]]

    init(_ entries: [BagContents.Entry]) {
        self.entries = entries
        present = Dictionary(grouping: entries, by: \.path)
        for entry in entries {
            if let fault = entry.fault { add("\(entry.path) \(fault).") }
        }
    }

    var files: [BagCheck.File] { checked.sorted { $0.key < $1.key }.map(\.value) }

    /// Adds a problem, unless it was found before by another manifest.
    mutating func add(_ problem: String) {
        if reported.insert(problem).inserted { problems.append(problem) }
    }

    private static func isOfPayload(_ path: String) -> Bool {
        path.utf8.starts(with: "data/".utf8)
    }

    mutating func add(_ manifest: BagManifest, isOfPayload: Bool) {
        var listed: [String: String] = [:]
        for line in manifest.lines {
            let decoded = BagPath.decoded(line.path)
            // Some programs do not escape percent signs.
            let path = found(decoded) == nil && found(line.path) != nil ? line.path : decoded
            guard !BagPath.leavesBag(path), Self.isOfPayload(path) == isOfPayload else {
                let fault =
                    BagPath.leavesBag(path)
                    ? "leads out of the bag; it was not read"
                    : isOfPayload ? "is not a file of its payload" : "is a file of its payload"
                add("\(manifest.name) names \(path), which \(fault).")
                continue
            }
            if let other = listed[path] {
                add(
                    other.utf8.elementsEqual(path.utf8)
                        ? "\(manifest.name) names \(path) twice."
                        : "\(manifest.name) names \(path) twice, with its accents composed in two ways; some machines keep one of the two only."
                )
                continue
            }
            listed[path] = path
            check(path, sum: line.sum, manifest: manifest, isOfPayload: isOfPayload)
        }
        guard isOfPayload else { return }
        for entry in entries where Self.isOfPayload(entry.path) && entry.fault == nil {
            // A file whose name differs from a listed one only in how accents are composed was
            // renamed if the listed file is missing, and otherwise added.
            let name = listed[entry.path]
            guard name.map({ !$0.utf8.elementsEqual(entry.path.utf8) && found($0) != nil }) ?? true
            else { continue }
            add("\(entry.path) was added: \(manifest.name) does not name it.")
        }
    }

    private func found(_ path: String) -> BagContents.Entry? {
        present[path]?.first { $0.path.utf8.elementsEqual(path.utf8) }
    }

    private mutating func check(
        _ path: String, sum: String, manifest: BagManifest, isOfPayload: Bool
    ) {
        guard let entry = found(path) else {
            add(
                present[path] == nil
                    ? "\(path) is missing."
                    : "\(path) was renamed: the name of a file there has its accents composed in another way. Give it the name in the manifest."
            )
            return
        }
        guard entry.fault == nil else { return }
        checked[
            ExactText(path), default: BagCheck.File(entry: entry, isPayload: isOfPayload, sums: [])
        ].sums.append((manifest.algorithm, sum, manifest.name))
    }

    mutating func addWhatIsToBeFetched(_ bytes: [UInt8]) {
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let parts = line.split(maxSplits: 2) { $0 == 0x20 || $0 == 0x09 }
            guard parts.count == 3 else { continue }
            let path = BagPath.decoded(String(decoding: parts[2], as: UTF8.self))
            if BagPath.leavesBag(path) {
                add("fetch.txt names \(path), which leads out of the bag.")
            } else if found(path) == nil {
                add("\(path) is still to be fetched, as fetch.txt says.")
            }
        }
    }

    mutating func compare(oxum: String) {
        let payload = entries.filter { Self.isOfPayload($0.path) }
        let bytes = payload.reduce(0) { $0 + $1.size }
        guard oxum != "\(bytes).\(payload.count)" else { return }
        add(
            "The payload has \(payload.count) files of \(bytes) bytes together; bag-info.txt says \(oxum) (bytes.files)."
        )
    }
}
