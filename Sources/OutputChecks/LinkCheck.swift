import Foundation
import MarkdownText
import NoteModel
package import OutputPlan
import ParallelWork
import Synchronization

/// Checks the links within a site while its pages are written: that the linked file exists, and
/// that the linked page contains the identifier of the fragment.
///
/// Paths and identifiers are stored as hashes. A collision can hide a dead link, but never report
/// a valid one.
package final class LinkCheck: Sendable {
    /// The hashes of the paths of all files.
    private let paths: Lazy<Set<UInt64>>
    /// The decoded path of the site's address, with a trailing slash, with which links from the
    /// root begin; nil for a site without an address, in which such links are dead.
    private let rootPath: [UInt8]?
    private let state = Mutex(State())

    /// A link within the site whose target does not exist.
    package struct DeadLink: Hashable, Sendable, Comparable {
        /// The path of the page that contains the link.
        package let page: String
        /// The address as the page contains it.
        package let address: String

        /// The path of the page that the address names, whether it exists or not.
        package var target: String {
            let encoded = String(address.prefix { $0 != "#" && $0 != "?" })
            let path = encoded.removingPercentEncoding ?? encoded
            guard !path.isEmpty else { return page }
            var parts = page.split(separator: "/").dropLast()
            for part in path.split(separator: "/") {
                if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
            }
            return parts.joined(separator: "/")
        }

        package static func < (left: DeadLink, right: DeadLink) -> Bool {
            (left.page, left.address) < (right.page, right.address)
        }
    }

    private struct State {
        /// The hashes of the paths of the pages that were read. Fragments of links to other pages
        /// are not checked, as those pages are unchanged.
        var pages: [UInt64] = []
        /// The hashes of `path#identifier` for every identifier on the pages that were read.
        var identifiers: [UInt64] = []
        /// The links with fragments, which are checked when all pages are read.
        var wanted: [WantedPlace] = []
        /// The concatenated addresses of these links.
        var addresses: [UInt8] = []
        /// The paths of the pages that contain these links.
        var pagesOfLinks: [String] = []
        /// The links to files that do not exist.
        var dead = Set<DeadLink>()
        /// All dead links, sorted; nil if they must be computed again because a page was read.
        var sorted: [DeadLink]?

        /// Adds the findings of one page.
        mutating func add(_ page: Page, found: State) {
            sorted = nil
            pages.append(page.hash.value)
            identifiers += found.identifiers
            if !found.dead.isEmpty { dead.formUnion(found.dead) }
            guard !found.wanted.isEmpty else { return }
            pagesOfLinks.append(page.path.text)
            for place in found.wanted {
                let start = addresses.count
                addresses += found.addresses[place.range]
                wanted.append(
                    WantedPlace(
                        page: place.page, place: place.place,
                        from: Int32(pagesOfLinks.count - 1), start..<addresses.count))
            }
        }

        func link(_ place: WantedPlace) -> DeadLink {
            DeadLink(
                page: pagesOfLinks[Int(place.from)],
                address: String(decoding: addresses[place.range], as: UTF8.self))
        }
    }

    /// A page whose links are checked.
    private struct Page {
        let path: OutputPath
        let hash: FNVHash
        /// The path of its folder with a trailing slash; empty for the root.
        let folder: [UInt8]

        init(_ path: OutputPath) {
            self.path = path
            hash = FNVHash(path.text.utf8)
            folder = Array(path.text.utf8.prefix(path.folder.utf8.count))
        }
    }

    /// A link to an identifier on a page. It is kept small, since lists have many for each note.
    private struct WantedPlace {
        let page: UInt64
        let place: UInt64
        /// The index of the page that contains the link in `pagesOfLinks`.
        let from: Int32
        private let length: Int32
        private let start: Int

        /// Creates a link to an identifier.
        ///
        /// - Parameters:
        ///   - page: The hash of the path of the linked page.
        ///   - place: The hash of `path#identifier`.
        ///   - from: The index of the page that contains the link in `pagesOfLinks`.
        ///   - range: The range of the link's address in `addresses`.
        init(page: UInt64, place: UInt64, from: Int32 = 0, _ range: Range<Int>) {
            (self.page, self.place, self.from) = (page, place, from)
            (start, length) = (range.lowerBound, Int32(range.count))
        }

        var range: Range<Int> { start..<start + Int(length) }
    }

    /// - Parameters:
    ///   - plan: The plan of the site.
    ///   - rootPath: The percent-encoded path of the site's address, with a slash at both ends; nil
    ///     for a site without an address.
    package init(_ plan: TreePlan, rootPath: String?) {
        paths = Lazy { Set<UInt64>(plan.files.map { FNVHash($0.path.text.utf8).value }) }
        self.rootPath = rootPath.map { Array($0.utf8).withUnsafeBufferPointer(Self.decoded) }
    }

    /// Reads the links and identifiers of a page. It may be called from several threads at once.
    package func read(_ path: OutputPath, html: [UInt8]) {
        var found = State()
        let paths = paths.value
        let page = Page(path)
        html.withUnsafeBufferPointer { html in
            HTMLAttributes.forEach(in: html) { name, value in
                switch name {
                case .identifier:
                    found.identifiers.append(page.hash.adding("#".utf8).adding(value).value)
                case .address: follow(value, from: page, paths: paths, found: &found)
                case .addresses:
                    for candidate in value.split(separator: 0x2C) {
                        let address = candidate.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
                        follow(
                            UnsafeBufferPointer(rebasing: address), from: page, paths: paths,
                            found: &found)
                    }
                }
            }
        }
        // Most links with a fragment target their own page.
        let own = Set<UInt64>(found.identifiers)
        found.wanted.removeAll { $0.page == page.hash.value && own.contains($0.place) }
        state.withLock { [found] in $0.add(page, found: found) }
    }

    /// The dead links, sorted by page and address. It is complete once all pages are read.
    package var deadLinks: [DeadLink] {
        state.withLock { state in
            if let sorted = state.sorted { return sorted }
            let (pages, identifiers) = (Set<UInt64>(state.pages), Set<UInt64>(state.identifiers))
            let lost = state.wanted.filter {
                pages.contains($0.page) && !identifiers.contains($0.place)
            }.map(state.link)
            let sorted = state.dead.union(lost).sorted()
            state.sorted = sorted
            return sorted
        }
    }

    private func follow(
        _ value: UnsafeBufferPointer<UInt8>, from page: Page, paths: Set<UInt64>,
        found: inout State
    ) {
        guard !value.isEmpty, !Self.isElsewhere(value) else { return }
        // The `#` of a character reference, such as `&#39;`, begins no fragment.
        let sign =
            value.indices.first { value[$0] == 0x23 && ($0 == 0 || value[$0 - 1] != 0x26) }
            ?? value.count
        let end = value[..<sign].firstIndex(of: 0x3F) ?? sign
        var target = page.hash
        if end > 0 {
            let path = Self.withDecoded(UnsafeBufferPointer(rebasing: value[..<end])) {
                self.path($0, in: page.folder)
            }
            guard let path, paths.contains(path.value) else {
                found.dead.insert(
                    DeadLink(
                        page: page.path.text, address: String(decoding: value, as: UTF8.self)))
                return
            }
            target = path
        }
        guard sign + 1 < value.count else { return }
        let place = Self.withDecoded(UnsafeBufferPointer(rebasing: value[(sign + 1)...])) {
            target.adding("#".utf8).adding($0)
        }
        let start = found.addresses.count
        found.addresses.append(contentsOf: value)
        found.wanted.append(
            WantedPlace(page: target.value, place: place.value, start..<found.addresses.count))
    }

    /// Returns the hash of an address resolved against a folder; nil if it leaves the site.
    private func path(
        _ address: UnsafeBufferPointer<UInt8>, in folder: [UInt8]
    ) -> FNVHash? {
        var folder = folder[...]
        var rest = 0
        if address.first == 0x2F {
            guard let rootPath, address.starts(with: rootPath) else { return nil }
            folder = []
            rest = rootPath.count
        }
        while address.has("../", at: rest) {
            guard !folder.isEmpty else { return nil }
            folder.removeLast()
            while let last = folder.last, last != 0x2F { folder.removeLast() }
            rest += 3
        }
        return FNVHash(folder).adding(UnsafeBufferPointer(rebasing: address[rest...]))
    }

    /// Returns true if an address has a scheme or a host.
    private static func isElsewhere(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
        address.starts(with: [0x2F, 0x2F]) || LinkAddress.hasScheme(address)
    }

    /// Calls `body` with an attribute's value after decoding percent-encoding and entities.
    private static func withDecoded<Result>(
        _ value: UnsafeBufferPointer<UInt8>, body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard value.contains(where: { $0 == 0x25 || $0 == 0x26 }) else { return body(value) }
        return decoded(value).withUnsafeBufferPointer(body)
    }

    private static func decoded(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = 0
        while index < value.count {
            if value[index] == UInt8(ascii: "%"), index + 2 < value.count,
                let high = hexadecimal(value[index + 1]), let low = hexadecimal(value[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
                continue
            }
            let rest = value[index...]
            if let (escape, byte) = escapes.first(where: { rest.starts(with: $0.escape) }) {
                bytes.append(byte)
                index += escape.count
                continue
            }
            bytes.append(value[index])
            index += 1
        }
        return bytes
    }

    private static let escapes: [(escape: [UInt8], byte: UInt8)] = [
        (Array("&amp;".utf8), 0x26), (Array("&#39;".utf8), 0x27), (Array("&quot;".utf8), 0x22),
        (Array("&lt;".utf8), 0x3C), (Array("&gt;".utf8), 0x3E),
    ]

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46, 0x61...0x66: (digit | 0x20) - 0x57
        default: nil
        }
    }
}
