import FileFormats
import Foundation
import Hashing
import KeyedArchives

/// Writes backups as phones do, plain and encrypted, the same bytes for the same files.
package struct MadeBackup {
    /// A file of an app in the backup.
    package struct File {
        package var domain: String
        package var path: String?
        package var bytes: [UInt8]
        /// The class of the file's key; 9 is a class whose key only the device has.
        package var protectionClass: UInt32 = 3
        /// The size in the manifest; nil for the real one.
        package var statedSize: Int?
        /// The value of `flags`: 1 for a file, 4 for a link.
        package var flags: Int64 = 1
        package var isStored = true
        package var identifier: String

        package init(_ path: String, domain: String = "AppDomain-com.example.notes", bytes: [UInt8])
        {
            self.domain = domain
            self.path = path
            self.bytes = bytes
            var checksums = Checksums([.sha1])
            Array("\(domain)-\(path)".utf8).withUnsafeBytes { checksums.update($0) }
            identifier = checksums.finished()[.sha1] ?? ""
        }
    }

    package var files: [File]
    /// The password; nil for a backup that is not encrypted.
    package var password: String?
    package var rounds = (first: 100, second: 10)
    /// The date of the backup, in seconds since 1970, which differs between two backups.
    package var date = 1_700_000_000.0
    package var device = "00008110-000A1B2C3D4E5F60"
    /// False for a backup that is under way.
    package var isFinished = true
    /// False for a manifest that ends with its last page and no padding.
    package var padsManifest = true
    /// The modification time of the files, in seconds since 1970.
    package var modified = 1_600_000_000

    package init(_ files: [File], password: String? = nil) {
        self.files = files
        self.password = password
    }

    private static func secret(_ name: String, size: Int = 32) -> [UInt8] {
        Array(SHA256Value(of: Array("made \(name)".utf8)).bytes.prefix(size))
    }

    /// A size that a key or a block cannot have.
    package struct SizeError: Error {}

    private static func key(_ bytes: [UInt8]) throws -> SecretKey {
        guard let key = SecretKey(bytes) else { throw SizeError() }
        return key
    }

    private static func wrapped(_ other: [UInt8], with name: String) throws -> [UInt8] {
        try wrapped(other, with: try key(secret(name)))
    }

    private static func wrapped(_ other: [UInt8], with key: SecretKey) throws -> [UInt8] {
        guard let wrapped = key.wrapping(try Self.key(other)) else { throw SizeError() }
        return wrapped
    }

    /// Returns bytes encrypted as files of backups are.
    ///
    /// - Throws: ``SizeError`` for a wrong size of the key, or of bytes that are not padded.
    package static func encrypted(
        _ bytes: [UInt8], key: [UInt8], isPadded: Bool = true
    ) throws -> [UInt8] {
        let missing = 16 - bytes.count % 16
        let blocks = bytes + (isPadded ? Array(repeating: UInt8(missing), count: missing) : [])
        let vector = [UInt8](repeating: 0, count: 16)
        guard let result = try Self.key(key).encrypting(blocks: blocks[...], vector: vector) else {
            throw SizeError()
        }
        return result
    }

    /// The keybag of the backup.
    package func keybag() throws -> [UInt8] {
        let (firstSalt, secondSalt) = (Self.secret("dpsl", size: 20), Self.secret("salt", size: 20))
        let key = SecretKey(
            password: Array((password ?? "").utf8), salt: firstSalt, rounds: rounds.first,
            hash: .sha256
        )?.derived(salt: secondSalt, rounds: rounds.second, hash: .sha1)
        guard let key else { throw SizeError() }
        func number(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
        }
        func record(_ tag: String, _ value: [UInt8]) -> [UInt8] {
            Array(tag.utf8) + number(value.count) + value
        }
        var bag = record("VERS", number(5)) + record("TYPE", number(1))
        bag += record("UUID", Self.secret("bag", size: 16)) + record("WRAP", number(0))
        bag += record("SALT", secondSalt) + record("ITER", number(rounds.second))
        bag += record("DPIC", number(rounds.first)) + record("DPSL", firstSalt)
        for number in [11, 9, 4, 3, 1] {
            let isOfDevice = number > 8
            let classKey = Self.secret(isOfDevice ? "other \(number)" : "class \(number)")
            bag += record("UUID", Self.secret("uuid \(number)", size: 16))
            bag += record("CLAS", [0, 0, 0, UInt8(number)])
            bag += record("WRAP", [0, 0, 0, isOfDevice ? 3 : 2])
            bag += record("WPKY", try Self.wrapped(classKey, with: key))
        }
        return bag
    }

    private func archive(of file: File) throws -> [UInt8] {
        var writer = ArchiveEditor()
        var fields: [(String, ArchiveEditor.Value)] = [
            ("LastModified", .integer(modified)), ("Flags", .integer(0)),
            ("Size", .integer(file.statedSize ?? file.bytes.count)), ("Mode", .integer(0o100644)),
            ("RelativePath", writer.string(file.path ?? "")),
            ("ProtectionClass", .integer(Int(file.protectionClass))),
        ]
        if password != nil {
            let key =
                [UInt8(file.protectionClass), 0, 0, 0]
                + (try Self.wrapped(
                    Self.secret(file.identifier), with: "class \(file.protectionClass)"))
            fields.append(("EncryptionKey", writer.data(key, isMutable: true)))
        }
        let root = writer.object("MBFile", superclasses: ["NSObject"], fields: fields)
        return writer.archive(top: [("root", root)])
    }

    /// Writes the backup into a new folder, or over an earlier one.
    package func write(to folder: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for file in files where file.isStored {
            let prefix = "\(folder)/\(file.identifier.prefix(2))"
            try manager.createDirectory(atPath: prefix, withIntermediateDirectories: true)
            let bytes =
                password == nil
                ? file.bytes : try Self.encrypted(file.bytes, key: Self.secret(file.identifier))
            let path = "\(prefix)/\(file.identifier)"
            // As `idevicebackup2` does, a file that has not changed is left alone.
            if manager.contents(atPath: path) != Data(bytes) {
                try Data(bytes).write(to: URL(fileURLWithPath: path))
            }
        }
        try writeManifest(to: folder)
        try write(
            [
                "IsEncrypted": password != nil, "Version": "10.0",
                "Date": Date(timeIntervalSince1970: date),
                "Applications": ["com.example.notes": ["CFBundleIdentifier": "com.example.notes"]],
                "Lockdown": [
                    "DeviceName": "Phone", "ProductVersion": "17.5", "UniqueDeviceID": device,
                ],
                "BackupKeyBag": Data(password == nil ? [] : try keybag()),
                "ManifestKey": Data(
                    password == nil
                        ? []
                        : [4, 0, 0, 0]
                            + (try Self.wrapped(Self.secret("manifest"), with: "class 4"))),
            ], to: folder + "/Manifest.plist")
        try write(
            [
                "SnapshotState": isFinished ? "finished" : "uploading",
                "Date": Date(timeIntervalSince1970: date),
                "UUID": "\(date)",
            ], to: folder + "/Status.plist")
        try write(["Device Name": "Jane’s iPhone"], to: folder + "/Info.plist")
    }

    private func write(_ list: [String: Any], to path: String) throws {
        try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
            .write(to: URL(fileURLWithPath: path))
    }

    private func writeManifest(to folder: String) throws {
        let path = folder + "/Manifest.db"
        try? FileManager.default.removeItem(atPath: path)
        let isUnique = Set(files.map(\.identifier)).count == files.count
        var statements = [
            SQLiteStatement(
                "CREATE TABLE Files (fileID TEXT \(isUnique ? "PRIMARY KEY" : ""), domain TEXT, relativePath TEXT, flags INTEGER, file BLOB)"
            )
        ]
        for file in files {
            statements.append(
                SQLiteStatement(
                    "INSERT INTO Files VALUES (?, ?, ?, ?, ?)",
                    values: [
                        .text(file.identifier), .text(file.domain),
                        file.path.map { .text($0) } ?? .null, .integer(file.flags),
                        .data(try archive(of: file)),
                    ]))
        }
        try SQLiteFile.make(at: path, statements)
        guard password != nil else { return }
        let plain = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        try Data(Self.encrypted(plain, key: Self.secret("manifest"), isPadded: padsManifest))
            .write(to: URL(fileURLWithPath: path))
    }
}
