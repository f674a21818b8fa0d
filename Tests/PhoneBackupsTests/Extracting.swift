import PhoneBackups
import TestSupport

extension TemporaryFolder {
    /// Copies the notes of the backup in the folder `backup`, or another one, to `MyNotes`.
    ///
    /// - Parameter password: The password; nil if nobody enters one.
    func extract(
        from backup: String? = nil, app: String = "com.example.notes", to output: String? = nil,
        isAll: Bool = false, isMirror: Bool = false, password: String? = "word"
    ) throws -> ExtractionReport {
        let options = ExtractionOptions(
            backup: backup ?? path + "/backup", app: app, folder: output ?? path + "/MyNotes",
            isAll: isAll, isMirror: isMirror)
        return try Extraction(options) {
            guard let password else { throw BackupError.passwordNeeded(path: "") }
            return password
        }.run()
    }

    /// Returns the files that were copied, without what the program remembers.
    func extracted(to name: String = "MyNotes") throws -> [String: [UInt8]] {
        try FolderContents(path + "/" + name).bytes.filter { !$0.key.hasPrefix(".notebinder/") }
    }
}
