import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// The classes by which rows of photos are justified.
@Suite(.tags(.fast))
struct PhotoRowsTests {
    @Test(arguments: [
        (4, 3, "r-13 s-33"), (3, 2, "r-15"), (3, 4, "r-7 s-50"), (1, 1, "r-10"),
        (1000, 1001, "r-9 s-99"), (1, 100, "r-1"), (9_000, 1, "r-60 s-99"), (5, 0, "r-50"),
    ])
    func composesARatioOfTwoClasses(width: Int, height: Int, name: String) {
        #expect(RatioSheet.className(of: PixelSize(width: width, height: height)) == name)
    }

    @Test func hasARuleForEveryClass() {
        let sheet = String(decoding: RatioSheet.bytes + PhotoRows.bytes, as: UTF8.self)
        let rules = sheet.split(separator: "\n")
        #expect(Set(rules).count == rules.count)
        for width in stride(from: 1, to: 9_000, by: 37) {
            let names = RatioSheet.className(of: PixelSize(width: width, height: 1_000))
            for name in names.split(separator: " ") { #expect(sheet.contains(".\(name){")) }
        }
        for count in [1, 2, 5, 90, 5_000] {
            let sizes = Array(repeating: PixelSize(width: 4, height: 3), count: count)
            #expect(sheet.contains(".\(RatioSheet.extentName(of: sizes)){"))
            let ratios = sizes.map(RatioSheet.ratio)
            for rows in [PhotoRows.narrow, .wide, .month] {
                let name = rows.className(of: ratios)
                #expect((name == nil) == (count == 1))
                if let name { #expect(sheet.contains(".\(name){")) }
            }
        }
    }

    /// The sum is that of a month whose photos fill six rows or so.
    @Test func roundsTheExtentUpToTheNextStep() {
        let sizes = Array(repeating: PixelSize(width: 4, height: 3), count: 20)
        #expect(RatioSheet.extentName(of: sizes) == "x-32")
        #expect(RatioSheet.extentName(of: []) == "x-1")
    }

    /// Two photos in landscape and one in portrait go into one row, as none is left over then.
    @Test func fitsAllPhotosIntoOneRow() throws {
        let name = try #require(PhotoRows.narrow.className(of: [4.0 / 3, 4.0 / 3, 3.0 / 4]))
        let height = try #require(Double(name.dropFirst(2))) / 2
        let width: Double = height * (8.0 / 3 + 3.0 / 4)
        #expect(width + 1.2 <= 36)
    }
}
