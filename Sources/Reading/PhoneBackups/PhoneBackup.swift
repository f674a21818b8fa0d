import KeyedArchives
import LocalFiles

/// A backup of an iPhone or iPad by Finder, iTunes or `idevicebackup2`, from iOS 10 on.
///
/// The folder describes the backup in `Manifest.plist`, `Info.plist` and `Status.plist`.
/// `Manifest.db` has a row for each file, whose content is stored under its identifier. Everything
/// in the folder is untrusted.
struct PhoneBackup: Sendable {
    /// The absolute path of the folder.
    let folder: String
    /// The identifier of the device, or the name of the folder if the backup does not state it.
    let device: String
    /// The name of the device, as its owner chose it; nil if the backup does not state it.
    let deviceName: String?
    /// The time of the backup, in seconds since 1970.
    let date: Double?
    let isEncrypted: Bool
    /// False if the backup is under way or was broken off.
    let isFinished: Bool
    /// A text that changes with every backup of the device.
    let state: String
    private let keybag: [UInt8]?
    let manifestKey: [UInt8]?

    /// Returns true if a folder looks like a backup.
    static func isBackup(_ folder: String) -> Bool {
        func exists(_ name: String) -> Bool {
            ((try? LocalFiles.status(folder + "/" + name)) ?? nil)?.isFile == true
        }
        return exists("Manifest.db") || exists("Manifest.mbdb")
            || exists("Manifest.plist") && exists("Info.plist")
    }

    /// Returns the absolute paths of the backup at a path, or of those directly in it.
    static func backups(at path: String) throws -> [String] {
        guard let folder = LocalFiles.resolved(path) else { throw BackupError.noBackup(path: path) }
        if isBackup(folder) { return [folder] }
        guard AppContainer.isFolder(folder) else { throw BackupError.noBackup(path: path) }
        let entries = try LocalFiles.entries(of: folder)
        return entries.filter { $0.kind == .folder }.map { folder + "/" + $0.name }.filter(isBackup)
    }

    /// Returns true for a backup, and for a folder with one under the identifier of its device. A
    /// folder of notes may have any other.
    static func holdsBackup(_ folder: String) -> Bool {
        if isBackup(folder) { return true }
        let names = LocalFiles.names(of: folder, upTo: maximumDeviceCount) ?? []
        return names.contains { isDevice($0) && isBackup(folder + "/" + $0) }
    }

    /// The number of entries beyond which a folder is not looked at for backups.
    private static let maximumDeviceCount = 64

    /// Returns true for the identifier of a device: 40 hexadecimal digits, or 8 and 16.
    private static func isDevice(_ name: String) -> Bool {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        return [[40], [8, 16]].contains(parts.map(\.utf8.count))
            && parts.joined().allSatisfy(\.isHexDigit)
    }

    /// Returns the path of the only backup at a path or directly in it.
    static func only(at path: String) throws -> String {
        let backups = try backups(at: path)
        guard let backup = backups.first else { throw BackupError.noBackup(path: path) }
        guard backups.count == 1 else {
            throw BackupError.severalBackups(path: path, backups: backups)
        }
        return backup
    }

    /// Reads the property lists of a backup; no key is derived.
    init(_ path: String) throws {
        guard let folder = LocalFiles.resolved(path), Self.isBackup(folder) else {
            throw BackupError.noBackup(path: path)
        }
        func exists(_ name: String) -> Bool {
            ((try? LocalFiles.status(folder + "/" + name)) ?? nil) != nil
        }
        guard exists("Manifest.db") else {
            throw exists("Manifest.mbdb")
                ? BackupError.tooOld(path: path)
                : BackupError.damaged(file: folder + "/Manifest.db", reason: "it is missing")
        }
        let manifest = try PropertyListFile(folder + "/Manifest.plist")
        // The others may be missing in copies, and contain nothing that is needed.
        let info = try? PropertyListFile(folder + "/Info.plist")
        let status = try? PropertyListFile(folder + "/Status.plist")
        self.folder = folder
        let device = manifest["Lockdown"]
        self.device =
            (device?["UniqueDeviceID"]?.text ?? info?.text("Unique Identifier"))?.lowercased()
            ?? LocalFiles.name(of: folder)
        deviceName = info?.text("Device Name") ?? device?["DeviceName"]?.text
        date = status?.date("Date") ?? info?.date("Last Backup Date") ?? manifest.date("Date")
        isEncrypted = manifest["IsEncrypted"] == .bool(true)
        isFinished =
            (status?.text("SnapshotState") ?? "finished") == "finished" && !exists("Snapshot")
        keybag = manifest.data("BackupKeyBag")
        manifestKey = manifest.data("ManifestKey")
        let time = status?.date("Date").map { "\($0)" } ?? ""
        state = time + " " + (status?.text("UUID") ?? "")
    }

    /// Derives the keys of an encrypted backup; nil for one that is not encrypted.
    ///
    /// - Throws: ``BackupError/wrongPassword(path:)``, and ``BackupError/damaged(file:reason:)``
    ///   for a keybag that is damaged or asks for an absurd amount of work.
    func unlock(password: () throws -> String) throws -> BackupKeys? {
        guard isEncrypted else { return nil }
        let bag: BackupKeybag
        do {
            guard let keybag else { throw KeybagError("it has no keybag") }
            bag = try BackupKeybag(keybag)
        } catch let error as KeybagError {
            throw BackupError.damaged(file: folder + "/Manifest.plist", reason: error.reason)
        }
        guard let keys = BackupKeys(bag, password: try password()) else {
            throw BackupError.wrongPassword(path: folder)
        }
        return keys
    }

    /// Returns the path of the content of a file.
    ///
    /// - Parameter identifier: 40 hexadecimal digits; see ``BackupItem/isIdentifier(_:)``.
    func path(ofContent identifier: String) -> String {
        "\(folder)/\(identifier.prefix(2))/\(identifier)"
    }
}
