import Hashing
import LocalFiles
import NoteModel
import OutputTree
import Platform

/// The way to a store that rclone knows: files are uploaded one by one, in the order of the list.
///
/// The generation file is written before the first of them and after the last one, each time on
/// condition that it still has the expected content (`If-Match`, RFC 9110, section 13.1.1), which
/// S3 and stores like it check.
struct StoreCarrier: Carrier {
    private let remote: String
    private let context: CarrierContext
    private let rclone: Tool

    /// The number of files that are uploaded by one run of rclone, after which the record is
    /// brought up to date.
    private static let chunkSize = 1_000

    /// Neither lists the store nor asks for files before they are written.
    private static let writing = [
        "--no-traverse", "--no-check-dest", "--s3-no-check-bucket", "--s3-no-head",
    ]

    init(_ remote: String, _ context: CarrierContext) throws {
        self.remote = remote.hasSuffix("/") ? String(remote.dropLast()) : remote
        self.context = context
        var rclone = try context.tool("rclone")
        // The part of rclone for S3 fails if this is set; all of rclone knows the other variable.
        if let bundle = environmentVariable("AWS_CA_BUNDLE") {
            rclone.environment = ["AWS_CA_BUNDLE": "", "RCLONE_CA_CERT": bundle]
        }
        self.rclone = rclone
    }

    private func path(_ name: String) -> String {
        remote + (remote.hasSuffix(":") ? "" : "/") + name
    }

    func generation() throws -> [UInt8]? {
        let copy = context.scratch + "/generation"
        try LocalFiles.remove(copy)
        let result = try rclone.run([
            "copyto", path(Generation.fileName), copy, "--no-traverse", "--retries", "1",
        ])
        // For a missing file, rclone fails with 3 or 4, or does nothing.
        if try LocalFiles.status(copy) != nil { return try LocalFiles.read(copy) }
        guard [0, 3, 4].contains(result.status) else {
            throw rclone.failure(result, action: "read \(path(Generation.fileName))")
        }
        return nil
    }

    func occupied(_ paths: Set<String>, isFirst: Bool) throws -> [String] {
        guard !paths.isEmpty else { return [] }
        // A listing is faster than asking for each of many files.
        let which =
            isFirst ? [] : ["--no-traverse", "--files-from-raw", try names(of: paths.sorted())]
        let result = try rclone.run(["lsf", "-R", "--files-only", path("")] + which)
        guard ![3, 4].contains(result.status) else { return [] }
        guard result.status == 0 else { throw rclone.failure(result, action: "list \(remote)") }
        return String(decoding: result.output, as: UTF8.self).split(separator: "\n")
            .map { String($0) }.filter(paths.contains)
    }

    func carry(
        _ list: UploadList, from old: [UInt8]?, to new: Generation, _ record: inout UploadRecord
    ) throws {
        try write(new, replacing: old, &record)
        var done = 0
        var rest = list.items[...]
        while let step = rest.first?.step {
            let chunk = rest.prefix(Self.chunkSize).prefix { $0.step == step }
            rest = rest.dropFirst(chunk.count)
            if chunk.first?.isOfPages == true { markInUse(list, in: &record) }
            let isInUse = chunk.first?.action == .change
            // If the run is killed now, any of them may be there or not.
            for item in chunk { record.files[item.path] = .init(nil, isInUse: isInUse) }
            try record.write()
            if chunk.first?.action == .remove { try remove(chunk) } else { try upload(chunk) }
            for item in chunk {
                record.files[item.path] = item.digest.map { .init($0, isInUse: isInUse) }
            }
            done += chunk.count
            context.progress(done, list.items.count)
        }
        markInUse(list, in: &record)
        try write(new.completed, replacing: new.bytes, &record)
    }

    /// Records that pages may refer to all files that are not to be removed.
    private func markInUse(_ list: UploadList, in record: inout UploadRecord) {
        let removed = Set(list.items.filter { $0.action == .remove }.map(\.path))
        for (path, file) in record.files where !file.isInUse && !removed.contains(path) {
            record.files[path] = .init(file.digest, isInUse: true)
        }
    }

    private func upload(_ items: ArraySlice<UploadList.Item>) throws {
        try rclone.require(
            ["copy", context.site, path(""), "--files-from-raw", try names(of: items.map(\.path))]
                + Self.writing, action: "upload files to \(remote)")
    }

    private func remove(_ items: ArraySlice<UploadList.Item>) throws {
        try rclone.require(
            [
                "delete", path(""), "--files-from-raw", try names(of: items.map(\.path)),
                "--no-traverse",
            ],
            action: "remove files from \(remote)")
    }

    /// Returns the path of a file with the paths of files, one a line.
    private func names(of paths: [String]) throws -> String {
        let file = context.scratch + "/files"
        try LocalFiles.replace(file, bytes: Array(paths.map { $0 + "\n" }.joined().utf8))
        return file
    }

    /// Writes the generation file, if it has a content.
    private func write(
        _ new: Generation, replacing old: [UInt8]?, _ record: inout UploadRecord
    ) throws {
        record.generations.append(new)
        try record.write()
        let file = context.scratch + "/" + Generation.fileName
        try LocalFiles.replace(file, bytes: new.bytes)
        let write = ["copyto", file, path(Generation.fileName), "--retries", "1"] + Self.writing
        // The tag of an object that was not uploaded in parts is the MD5 digest of its content.
        let condition = old.map { "If-Match: \"\(ChecksumAlgorithm.md5.text(of: $0))\"" }
        var result = try rclone.run(write + ["--header", condition ?? "If-None-Match: *"])
        if result.status != 0, result.isRefused, try generation() == old {
            // Stores that encrypt with keys of their own have other tags.
            result = try rclone.run(write)
        }
        // The reply to a write that succeeded may have been lost.
        guard try result.status == 0 || generation() == new.bytes else {
            throw result.isRefused
                ? OtherHost() as any Error : rclone.failure(result, action: "write to \(remote)")
        }
        record.generations = [new]
        try record.write()
    }
}

extension OutsideProgram.Result {
    /// True if a store has refused a write because its condition is not met.
    fileprivate var isRefused: Bool {
        errors.contains("PreconditionFailed") || errors.contains("status code: 412")
    }
}
