import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// The table of contents of an electronic book.
@Suite(.tags(.fast))
struct BookContentsTests {
    private func contents(count: Int, sort: NoteOrder) throws -> String {
        let notes = (0..<count).map { number in
            Note.made(
                "\(number % 2 == 0 ? "Apple" : "Pear") \(number)",
                created: number == 0
                    ? nil : .day(number % 2 == 0 ? 2014 : 2017, month: 5, day: 13))
        }
        let site = try PreparedSite(notes, options: .made(sort: sort))
        let chapters = try site.binder.chapters(.chapters).chapters
        let page = try site.binder.page(
            "book-contents.html", stylesheet: "book.css", cover: "cover.jpg", chapters: chapters)
        return String(decoding: page, as: UTF8.self)
    }

    private func headings(_ page: String) -> [String] {
        page.matches(of: /<li><span>([^<]*)<\/span>/).map { String($0.1) }
    }

    @Test func dividesALongBookOnly() throws {
        #expect(headings(try contents(count: 200, sort: .title)) == [])
        #expect(headings(try contents(count: 201, sort: .title)) == ["A", "P"])
        #expect(headings(try contents(count: 201, sort: .order)) == [])
        let years = headings(try contents(count: 201, sort: .date))
        #expect(Set(years) == ["2014", "2017", "Without a date"] && years.count == 3)
    }

    @Test func namesTheFirstNoteAsTheStartOfTheText() throws {
        let page = try contents(count: 3, sort: .title)
        #expect(page.contains("epub:type=\"bodymatter\" href=\"notes/note-"))
    }
}
