import LocalFiles
import OutputTree
import TestSupport
import Testing

/// The file that says in which format the records of an output folder are.
@Suite(.tags(.fast))
struct FormatMarkTests {
    @Test(arguments: [
        "notebinder 2\n", "notebinder 99\n", "", "something else\n", "notebinder x\n",
    ])
    func refusesAnUnknownFormat(text: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/Notebook"
        do { _ = try OutputFolder(path) }
        try LocalFiles.replace(path + "/.notebinder/format", bytes: Array(text.utf8))
        let isNewer = text.contains("2") || text.contains("99")
        for open in [
            { () throws -> Void in _ = try OutputFolder(path) },
            { () throws -> Void in _ = try OutputFolder(lookingAt: path) },
            { () throws -> Void in _ = try OutputFolder(reading: path) },
            { () throws -> Void in _ = try OutputFolder.existing(at: path) },
        ] {
            #expect {
                try open()
            } throws: { error in
                guard case .unknownFormat(_, let found)? = error as? OutputTreeError else {
                    return false
                }
                return found == isNewer
            }
        }
        // A command that refuses changes nothing.
        #expect(try LocalFiles.read(path + "/.notebinder/format") == Array(text.utf8))
    }
}
