import Hashing
import LocalFiles
import MarkdownText
import Markup
import NoteModel
package import OutputPlan
import Platform
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
    package struct DeadLink: Hashable, Sendable {
        /// The path of the page that contains the link.
        package let page: String
        /// The address as the page contains it.
        package let address: String

        /// The path of the page that the address names, whether it exists or not.
        package var target: String {
            let encoded = String(address.prefix { $0 != "#" && $0 != "?" })
            let path = encoded.percentDecoded ?? encoded
            guard !path.isEmpty else { return page }
            var parts = page.split(separator: "/").dropLast()
            for part in path.split(separator: "/") {
                if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
            }
            return parts.joined(separator: "/")
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
            for var place in found.wanted {
                let address = found.addresses[place.range]
                (place.from, place.start) = (Int32(pagesOfLinks.count - 1), addresses.count)
                addresses += address
                wanted.append(place)
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
        /// The hash of the path of the linked page.
        let page: UInt64
        /// The hash of `path#identifier`.
        let place: UInt64
        /// The index of the page that contains the link in `pagesOfLinks`.
        var from: Int32 = 0
        /// The length of the link's address, and its start in `addresses`.
        let length: Int32
        var start: Int

        var range: Range<Int> { start..<start + Int(length) }
    }

    /// - Parameters:
    ///   - plan: The plan of the site.
    ///   - rootPath: The percent-encoded path of the site's address, with a slash at both ends; nil
    ///     for a site without an address.
    package init(_ plan: TreePlan, rootPath: String?) {
        paths = Lazy { Set<UInt64>(plan.files.map { FNVHash($0.path.text.utf8).value }) }
        self.rootPath = rootPath.map {
            Array($0.utf8).withUnsafeBufferPointer { AttributeText.withDecoded($0) { Array($0) } }
        }
    }

    /// Reads the links and identifiers of a page. It may be called from several threads at once.
    package func read(_ path: OutputPath, html: [UInt8]) {
        var found = State()
        let paths = paths.value
        let page = Page(path)
        html.withUnsafeBufferPointer { html in
            var scanner = MarkupScanner(html)
            while let token = scanner.next() {
                guard case .start = token else { continue }
                for attribute in scanner.attributes {
                    guard let range = attribute.value else { continue }
                    let value = UnsafeBufferPointer(rebasing: html[range])
                    switch Attribute(html[attribute.name]) {
                    case .id:
                        let place = AttributeText.withUnescaped(value) {
                            page.hash.adding("#".utf8).adding($0)
                        }
                        found.identifiers.append(place.value)
                    case .href, .src, .poster:
                        follow(value, from: page, paths: paths, found: &found)
                    case .srcset:
                        for candidate in value.split(separator: 0x2C) {
                            let address = candidate.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
                            follow(
                                UnsafeBufferPointer(rebasing: address), from: page, paths: paths,
                                found: &found)
                        }
                    case nil: break
                    }
                }
            }
        }
        // Most links with a fragment target their own page.
        let own = Set<UInt64>(found.identifiers)
        found.wanted.removeAll { $0.page == page.hash.value && own.contains($0.place) }
        state.withLock { [found] in $0.add(page, found: found) }
    }

    /// The attributes that contain identifiers or addresses.
    private enum Attribute: CaseIterable {
        case id, href, src, srcset, poster

        private static let names = allCases.map { (Array("\($0)".utf8), $0) }

        init?(_ name: Slice<UnsafeBufferPointer<UInt8>>) {
            guard
                let known = Self.names.first(where: { other, _ in
                    name.count == other.count && zip(name, other).allSatisfy { $0 | 0x20 == $1 }
                })
            else { return nil }
            self = known.1
        }
    }

    /// The dead links, sorted by page and address. It is complete once all pages are read.
    package var deadLinks: [DeadLink] {
        state.withLock { state in
            if let sorted = state.sorted { return sorted }
            let (pages, identifiers) = (Set<UInt64>(state.pages), Set<UInt64>(state.identifiers))
            let lost = state.wanted.filter {
                pages.contains($0.page) && !identifiers.contains($0.place)
            }.map(state.link)
            let sorted = state.dead.union(lost).sorted {
                ($0.page, $0.address) < ($1.page, $1.address)
            }
            state.sorted = sorted
            return sorted
        }
    }

    private func follow(
        _ value: UnsafeBufferPointer<UInt8>, from page: Page, paths: Set<UInt64>,
        found: inout State
    ) {
        AttributeText.withUnescaped(value) { address in
            guard !address.isEmpty, !Self.isElsewhere(address) else { return }
            let sign = address.firstIndex(of: UInt8(ascii: "#")) ?? address.count
            let end = address[..<sign].firstIndex(of: UInt8(ascii: "?")) ?? sign
            var target = page.hash
            if end > 0 {
                let path = AttributeText.withDecoded(
                    UnsafeBufferPointer(rebasing: address[..<end])
                ) { self.path($0, in: page.folder) }
                guard let path, paths.contains(path.value) else {
                    found.dead.insert(
                        DeadLink(
                            page: page.path.text, address: String(decoding: value, as: UTF8.self)))
                    return
                }
                target = path
            }
            let fragment = UnsafeBufferPointer(rebasing: address[min(sign + 1, address.count)...])
            // Every page has a top (HTML, section 7.4.6.3).
            guard !fragment.isEmpty, !fragment.elementsEqual("top".utf8) else { return }
            let place = AttributeText.withDecoded(fragment) {
                target.adding("#".utf8).adding($0)
            }
            found.wanted.append(
                WantedPlace(
                    page: target.value, place: place.value, length: Int32(value.count),
                    start: found.addresses.count))
            found.addresses.append(contentsOf: value)
        }
    }

    /// Returns the hash of an address resolved against a folder; nil if it leaves the site.
    private func path(_ address: UnsafeBufferPointer<UInt8>, in folder: [UInt8]) -> FNVHash? {
        var folder = folder[...]
        var rest = UnsafeBufferPointer(rebasing: address[...])
        if address.first == UInt8(ascii: "/") {
            guard let rootPath, address.starts(with: rootPath) else { return nil }
            folder = []
            rest = UnsafeBufferPointer(rebasing: address[rootPath.count...])
        }
        // Goes through the address one component at a time: `.`, `..` or a name.
        while true {
            let slash = rest.firstIndex(of: UInt8(ascii: "/"))
            let component = rest[..<(slash ?? rest.count)]
            let isParent = component.elementsEqual("..".utf8)
            if isParent {
                guard !folder.isEmpty else { return nil }
                folder.removeLast()
                while let last = folder.last, last != UInt8(ascii: "/") { folder.removeLast() }
            }
            let isFolder = isParent || component.elementsEqual(".".utf8)
            guard let slash else {
                // Servers answer a request for a folder with its index.
                return isFolder || component.isEmpty
                    ? FNVHash(folder).adding("index.html".utf8) : FNVHash(folder).adding(component)
            }
            if !isFolder { folder += rest[...slash] }
            rest = UnsafeBufferPointer(rebasing: rest[(slash + 1)...])
        }
    }

    /// Returns true if an address has a scheme or a host.
    private static func isElsewhere(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
        address.starts(with: "//".utf8) || LinkAddress.hasScheme(address)
    }
}
