import Foundation
import TestSupport
import Testing

@testable import ServerProgram

/// The codes for phones, as another program reads them from the terminal.
@Suite(
    .enabled(
        if: Places.program("/usr/bin/zbarimg") != nil, "needs zbarimg, of the package zbar-tools"))
struct QRCodeTests {
    private let folder = TemporaryFolder()

    /// Returns the picture of a terminal that shows rows of half blocks, light on dark, in the
    /// format PGM.
    private func picture(of rows: [String]) -> [UInt8] {
        let scale = 4
        let width = (rows.map(\.count).max() ?? 0) + 8
        let lines = [String](repeating: "", count: 2) + rows + [String](repeating: "", count: 2)
        var pixels: [UInt8] = []
        for line in lines {
            let characters = Array("    " + line)
            for isUpper in [true, false] {
                let modules = (0..<width).map { column -> UInt8 in
                    guard column < characters.count else { return 0 }
                    let light: Set<Character> = isUpper ? ["█", "▀"] : ["█", "▄"]
                    return light.contains(characters[column]) ? 255 : 0
                }
                let line = modules.flatMap { [UInt8](repeating: $0, count: scale) }
                for _ in 0..<scale { pixels += line }
            }
        }
        return Array("P5 \(width * scale) \(lines.count * 2 * scale) 255\n".utf8) + pixels
    }

    @Test(arguments: [
        "http://192.168.1.17:8377/edit/#token=3d40ac914c54b5616f93e77f07119a5f",
        "http://10.0.0.1:65535/edit/#token=0123456789abcdef0123456789abcdef",
    ])
    func canBeScannedFromATerminal(_ link: String) throws {
        let rows = QRCode.rows(of: link)
        let file = folder.path + "/terminal.pgm"
        try Data(picture(of: rows)).write(to: URL(fileURLWithPath: file))
        let run = try FinishedProgram(
            try #require(Places.program("/usr/bin/zbarimg")), arguments: ["--quiet", "--raw", file])
        #expect(run.output == link + "\n")
        #expect(rows.allSatisfy { $0.count <= 80 } && rows.count <= 24, "fits into a terminal")
    }
}
