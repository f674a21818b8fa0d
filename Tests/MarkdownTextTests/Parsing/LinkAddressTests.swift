import Foundation
import TestSupport
import Testing

@testable import MarkdownText

/// The rules for the addresses that a page may link.
@Suite(.tags(.fast))
struct LinkAddressTests {
    private func isValid(_ address: String) -> Bool {
        var address = address
        return address.withUTF8(LinkAddress.isValid)
    }

    private func written(_ bytes: [UInt8]) -> String {
        var html: [UInt8] = []
        bytes.withUnsafeBufferPointer { LinkAddress.append($0, to: &html) }
        return String(decoding: html, as: UTF8.self)
    }

    private static let validAddresses = [
        "https://example.org", "http://example.org:8080/a?b=c#d", "https://example.org:/",
        "https://example.org:65535", "https://example.org.", "https://user@example.org/",
        "https://user:word@example.org/", "https://a_b.example/", "https://münchen.example/",
        "https://example.org/%41%c3%A9", "mailto:a@example.org", "tel:+39055", "urn:isbn:1",
        "HTTPS://EXAMPLE.ORG/", "https://localhost", "https://127.0.0.1/",
    ]

    @Test(arguments: validAddresses)
    func acceptsAddressesThatFoundationParsesToo(address: String) throws {
        #expect(isValid(address))
        let parts = try #require(URLComponents(string: written(Array(address.utf8))))
        #expect(parts.scheme?.lowercased() == address.prefix { $0 != ":" }.lowercased())
        #expect(address.contains("://") == (parts.host?.isEmpty == false))
    }

    @Test(arguments: [
        "", "no-colon", "1a:b", ":b", "é:b", "https:", "https://", "https:example.org", "mailto:",
        "https:///path", "https://exa mple.org", "https://-a.example", "https://a-.example",
        "https://a..example", "https://.example", "https://example.org/%zz",
        "https://example.org/%4", "https://example.org/%", "https://example.org/#a#b",
        "https://example.org:65536", "https://example.org:8a", "https://example.org:-1",
        "https://example.org:99999999999999999999", "https://a@b@example.org",
        "https://a%41.example", "https://xn--a.example", "https://[::1", "https://[]/",
        "https://[zz]/", "https://" + String(repeating: "a", count: 64) + ".example",
        "https://" + String(repeating: "a.", count: 127),
    ])
    func refusesInvalidAddresses(address: String) {
        #expect(!isValid(address))
    }

    /// Checks against the first steps of the URL Standard: browsers drop white space and control
    /// characters around an address, and tabs and line ends within it.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func allowsNoSchemeThatABrowserWouldRun(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let signs = Array("jJaAvVsScCrRiIpPtThH:::\t\n\r \u{1}\u{0}/.+-1#é".unicodeScalars)
        for _ in 0..<200 {
            let count = random.number(in: 0...12)
            let address = String.UnicodeScalarView((0..<count).map { _ in random.pick(signs) })
            guard let scheme = browserScheme(of: address),
                LinkAddress.isAllowed(String(address).utf8)
            else { continue }
            #expect(
                ["http", "https", "mailto", "tel"].contains(scheme),
                "seed \(seed): \(String(address).debugDescription)")
        }
    }

    /// Returns the scheme that a browser finds in an address; nil for a relative one.
    private func browserScheme(of address: String.UnicodeScalarView) -> String? {
        let trimmed = address.drop { $0.value <= 0x20 }
            .filter { !["\t", "\n", "\r"].contains($0) }
        guard let first = trimmed.first, first.isASCII, first.properties.isAlphabetic,
            let colon = trimmed.firstIndex(of: ":")
        else { return nil }
        let scheme = String(String.UnicodeScalarView(trimmed[..<colon]))
        let isScheme = scheme.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains($0))
        }
        return isScheme ? scheme.lowercased() : nil
    }

    @Test(arguments: [
        "java\tscript:alert(1)", " \u{1}javascript:x", "jav\na\rscript:x", "data:text/html,x",
        "JAVASCRIPT:x", "vbscript:x", "blob:https://example.org/1", "about:blank", "http\u{0}x:y",
    ])
    func refusesDisguisedSchemes(address: String) {
        #expect(!LinkAddress.isAllowed(address.utf8))
    }

    @Test(arguments: 0...255 as ClosedRange<UInt8>)
    func roundTripsEveryByte(byte: UInt8) {
        let text = written([0x61, byte, 0x62])
        #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(!text.contains { "\"<>'`\\^{|}".contains($0) })
        let plain = text.replacing("&amp;", with: "&").replacing("&#39;", with: "'")
        guard byte != UInt8(ascii: "%") else {
            // An address may contain percent-encoding already.
            #expect(plain == "a%b")
            return
        }
        #expect(decoded(plain) == [0x61, byte, 0x62])
    }

    /// Returns the bytes of a text with percent-encoding.
    private func decoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
