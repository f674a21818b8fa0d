import Foundation
import NoteModel
import OutputPlan
import TestSupport
import Testing

@testable import SitePages

/// The owner's settings: theme, address, and the names of assets.
@Suite(.tags(.fast))
struct SiteSettingsTests {
    private func style(light: [(String, String)], dark: [(String, String)] = []) throws -> String {
        func values(_ texts: [(String, String)]) throws -> [SiteTheme.Value] {
            try texts.map { try #require(SiteTheme.Value(property: $0.0, text: $0.1), "\($0)") }
        }
        var theme = SiteTheme()
        (theme.values, theme.darkValues) = (try values(light), try values(dark))
        return String(decoding: theme.bytes, as: UTF8.self)
    }

    @Test func setsColoursForTheirSchemeAndWidthsForAll() throws {
        #expect(try style(light: []) == "")
        #expect(
            try style(
                light: [("accent", "#8a3b12"), ("measure", "44rem")], dark: [("ink", "#eee")])
                    == """

                    :root { --measure: 44rem; }

                    @media screen and (prefers-color-scheme: light) { \
                    :root:not([data-theme=dark]) { --accent: #8a3b12; } }
                    @media screen { :root[data-theme=light] { --accent: #8a3b12; } }

                    @media screen and (prefers-color-scheme: dark) { \
                    :root:not([data-theme=light]) { --ink: #eee; } }
                    @media screen { :root[data-theme=dark] { --ink: #eee; } }

                    """)
    }

    /// A value must not end its declaration, open a rule, or load anything.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func refusesValuesThatInjectCSS(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "#", "fff", "rgb(", "calc(", "1", "rem", " ", ",", ")", ";", "{", "}", "/*", "*/",
            "\"", "'", "\\", "<", "url(", "@import", "!important", "var(", "é", "\n", "serif", "%",
        ]
        for _ in 0..<300 {
            let text = (0..<random.number(in: 1...6)).map { _ in random.pick(parts) }.joined()
            for property in SiteTheme.properties
            where SiteTheme.Value(property: property, text: text) != nil {
                #expect(!text.contains { ";{}<>\\@!'".contains($0) }, "seed \(seed): \(text)")
                #expect(!text.contains("url("), "seed \(seed): \(text)")
                #expect(!text.contains("/*"), "seed \(seed): \(text)")
                #expect(text.count { $0 == "\"" } % 2 == 0, "seed \(seed): \(text)")
            }
        }
    }

    @Test(arguments: [
        ("accent", "#8a3b12", true), ("accent", "#FFF", true), ("paper", "rgb(1 2 3 / 50%)", true),
        ("measure", "44rem", true), ("wide", "min(60rem, 90vw)", true),
        ("text", "Georgia, \"Noto Serif\", serif", true), ("accent", "pinkish", false),
        ("accent", "#12", false), ("measure", "wide", false), ("measure", "44", false),
        ("paper", "red; } * { display: none", false), ("paper", "url(https://x.org/a)", false),
        ("paper", "image-set(\"https://x.org/a\" 1x)", false), ("text", "a\" } x { y: \"", false),
        ("ink", "[", false), ("ink", "rgb(1", false), ("ink", "rgb(1))(", false),
        ("text", "", false), ("code", "</style>", false),
        ("measure", "calc(1rem /* x */ + 1px)", false), ("text", "Georgia, serif", true),
        ("text", String(repeating: "Georgia, ", count: 40) + "serif", false),
        ("measure", "0rem", false), ("measure", "-1rem", false), ("measure", "1e3rem", false),
    ])
    func validatesThemeValues(property: String, text: String, isTaken: Bool) {
        #expect((SiteTheme.Value(property: property, text: text) != nil) == isTaken)
    }

    @Test func namesAssetsByTheirContent() throws {
        func names(_ style: String, theme: SiteTheme = SiteTheme()) -> SiteAssets.Addresses {
            SiteAssets(["style.css": Array(style.utf8), "keys.js": [1]], theme: theme)
                .addresses(searchDirectory: "", feed: nil)
        }
        let first = names("a")
        #expect(first["stylesheet"]?.wholeMatch(of: /assets\/style-[0-9a-f]{8}\.css/) != nil)
        #expect(names("a")["stylesheet"] == first["stylesheet"])
        #expect(
            names("b")["stylesheet"] != first["stylesheet"] && names("b")["keys"] == first["keys"])
        var theme = SiteTheme()
        theme.values = [try #require(SiteTheme.Value(property: "ink", text: "#000"))]
        #expect(names("a", theme: theme)["stylesheet"] != first["stylesheet"])
        let files = SiteAssets(["style.css": [], "keys.js": [1]], theme: SiteTheme()).files
        #expect(Set(files.map(\.path.text)).contains(first["keys"] ?? ""))
    }

    @Test(arguments: [
        ("https://example.org", "https://example.org", "/"),
        ("https://example.org/a", "https://example.org", "/a/"),
        ("https://example.org/a/b/", "https://example.org", "/a/b/"),
        ("https://example.org/caf%C3%A9", "https://example.org", "/caf%C3%A9/"),
        ("https://example.org/caf%C3%A9/", "https://example.org", "/caf%C3%A9/"),
        ("HTTP://Example.ORG:8080/x", "http://example.org:8080", "/x/"),
        ("http://[::1]:8080/x", "http://[::1]:8080", "/x/"),
    ])
    func parsesTheHostAndPathOfAnAddress(text: String, host: String, path: String) throws {
        let address = try #require(SiteAddress(text))
        #expect(address.path == path)
        #expect(address.text == host + path)
        let url = try #require(URL(string: address.url("notes/élan vital?#.html")))
        #expect(
            url.path == address.path.removingPercentEncoding.map { $0 + "notes/élan vital?#.html" })
        #expect(url.query == nil && url.fragment == nil)
    }

    @Test(arguments: [
        "example.org", "ftp://example.org", "https://", "https://a@example.org", "https://x.org/?q",
        "https://x.org/#a", "javascript:alert(1)", "",
    ])
    func refusesInvalidAddresses(text: String) {
        #expect(SiteAddress(text) == nil)
    }

    @Test(arguments: [
        "notes/a-walk.html", "notes/日本.html", "a b", "a%b", "a#b?c", "ünï/é.html", "",
    ])
    func encodesPathsReversibly(path: String) {
        let encoded = encodedPath(path)
        #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(!encoded.contains { "#?\"<>".contains($0) })
        #expect(encoded.removingPercentEncoding == path)
    }

    @Test func hasAClassForEveryColour() {
        let sheet = String(decoding: ColourSheet.bytes, as: UTF8.self)
        #expect(Set(sheet.split(separator: "\n")).count == 6 * 6 * 6)
        for red in stride(from: 0, through: 255, by: 17) {
            for green in stride(from: 0, through: 255, by: 51) {
                let colour = Colour(red: UInt8(red), green: UInt8(green), blue: 130)
                #expect(sheet.contains(".\(ColourSheet.className(of: colour)){"))
            }
        }
    }

    @Test(
        arguments: [
            (0, 0, 0, "c-000"), (255, 255, 255, "c-555"), (25, 26, 76, "c-011"),
            (77, 127, 128, "c-223"),
        ] as [(UInt8, UInt8, UInt8, String)])
    func takesTheNearestColour(red: UInt8, green: UInt8, blue: UInt8, name: String) {
        #expect(ColourSheet.className(of: Colour(red: red, green: green, blue: blue)) == name)
    }

    @Test(arguments: [
        ("text", true), ("photo-1", true), ("photo-x", false), ("photo-", false), ("photos", false),
        ("texts", false), ("", false),
    ])
    func reservesIdentifiersOfThePage(identifier: String, isReserved: Bool) {
        #expect(PageIdentifier.isReserved(identifier) == isReserved)
    }
}
