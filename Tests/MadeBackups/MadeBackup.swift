import Crypto
import CryptoExtras
import FileFormats
import Foundation
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
            let digest = Insecure.SHA1.hash(data: Data("\(domain)-\(path)".utf8))
            identifier = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                .joined()
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
        Array(SHA256.hash(data: Data("made \(name)".utf8)).prefix(size))
    }

    private static func wrapped(_ key: [UInt8], with other: [UInt8]) throws -> [UInt8] {
        Array(try AES.KeyWrap.wrap(SymmetricKey(data: key), using: SymmetricKey(data: other)))
    }

    /// Returns bytes encrypted as files of backups are.
    package static func encrypted(
        _ bytes: [UInt8], key: [UInt8], isPadded: Bool = true
    ) throws -> [UInt8] {
        Array(
            try AES._CBC.encrypt(
                bytes, using: SymmetricKey(data: key),
                iv: AES._CBC.IV(ivBytes: [UInt8](repeating: 0, count: 16)), noPadding: !isPadded))
    }

    /// The keybag of the backup.
    package func keybag() throws -> [UInt8] {
        typealias PBKDF2 = KDF.Insecure.PBKDF2
        let (firstSalt, secondSalt) = (Self.secret("dpsl", size: 20), Self.secret("salt", size: 20))
        let first = try PBKDF2.deriveKey(
            from: Array((password ?? "").utf8), salt: firstSalt, using: .sha256,
            outputByteCount: 32,
            unsafeUncheckedRounds: rounds.first)
        let second = try PBKDF2.deriveKey(
            from: first.withUnsafeBytes { Array($0) }, salt: secondSalt, using: .insecureSHA1,
            outputByteCount: 32, unsafeUncheckedRounds: rounds.second)
        let key = second.withUnsafeBytes { Array($0) }
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
                    Self.secret(file.identifier), with: Self.secret("class \(file.protectionClass)")
                ))
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
                            + (try Self.wrapped(
                                Self.secret("manifest"), with: Self.secret("class 4")))),
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
