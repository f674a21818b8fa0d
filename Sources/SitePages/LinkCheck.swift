package import OutputPlan
import Synchronization

/// Looks at every page of a site as it is written: whether each link within the site leads to a
/// file that the site holds, and to a place on that page.
///
/// Paths and identifiers are kept as hashes; two that are equal could hide a dead link, and never
/// make one up.
package final class LinkCheck: Sendable {
    /// Hashes of the paths of all files.
    private let paths: MadeOnce<Set<UInt64>>
    /// What addresses begin with that count from the root of the site.
    private let rootPath: [UInt8]?
    private let state = Mutex(State())

    /// A link that leads nowhere.
    package struct DeadLink: Hashable, Sendable, Comparable {
        /// Path of the page that has it.
        package let page: String
        package let address: String

        package static func < (left: DeadLink, right: DeadLink) -> Bool {
            (left.page, left.address) < (right.page, right.address)
        }
    }

    private struct State {
        /// Of the pages that were read: those that did not change are known to be as they were.
        var pages = Set<UInt64>()
        /// Of paths with an identifier that stands on that page.
        var identifiers = Set<UInt64>()
        var wanted: [WantedPlace] = []
        /// Of links to places that are wanted, one behind the other.
        var addresses: [UInt8] = []
        /// Paths of the pages that have such links.
        var pagesOfLinks: [String] = []
        var dead = Set<DeadLink>()

        /// Adds what was found on one page.
        mutating func add(_ page: String, _ hash: UInt64, _ found: State) {
            pages.insert(hash)
            identifiers.formUnion(found.identifiers)
            dead.formUnion(found.dead)
            let missing = found.wanted.filter { !identifiers.contains($0.place) }
            guard !missing.isEmpty else { return }
            pagesOfLinks.append(page)
            for place in missing {
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

    /// A place on a page that a link leads to: the lists of a notebook have many for each note.
    private struct WantedPlace {
        let page: UInt64
        let place: UInt64
        /// Number of the page that has the link.
        let from: Int32
        private let length: Int32
        private let start: Int

        /// - Parameter range: Of the link among the addresses.
        init(page: UInt64, place: UInt64, from: Int32 = 0, _ range: Range<Int>) {
            (self.page, self.place, self.from) = (page, place, from)
            (start, length) = (range.lowerBound, Int32(range.count))
        }

        var range: Range<Int> { start..<start + Int(length) }
    }

    package init(_ plan: TreePlan, address: SiteAddress?) {
        paths = MadeOnce { Set(plan.files.map { PathHash($0.path.text.utf8).value }) }
        rootPath = address.map { address in
            Array(address.path.utf8).withUnsafeBufferPointer { Self.decoded($0) }
        }
    }

    /// Reads a page. May be called for many at once.
    package func read(_ page: OutputPath, _ html: [UInt8]) {
        var found = State()
        let paths = paths.value
        let own = PathHash(page.text.utf8)
        let folder = Array(
            page.text.utf8.prefix(
                upTo: page.text.utf8.lastIndex(of: 0x2F).map { page.text.utf8.index(after: $0) }
                    ?? page.text.utf8.startIndex))
        html.withUnsafeBufferPointer { html in
            HTMLAttributes.forEach(in: html) { name, value in
                switch name {
                case .identifier: found.identifiers.insert(own.with(0x23).with(value).value)
                case .address: follow(value, from: page, own, folder, paths, &found)
                case .addresses:
                    for candidate in value.split(separator: 0x2C) {
                        let address = candidate.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
                        follow(
                            UnsafeBufferPointer(rebasing: address), from: page, own, folder,
                            paths, &found)
                    }
                }
            }
        }
        state.withLock { [found] in $0.add(page.text, own.value, found) }
    }

    /// All links that lead nowhere, once all pages are read.
    package var deadLinks: [DeadLink] {
        state.withLock { state in
            let lost = state.wanted.filter {
                state.pages.contains($0.page) && !state.identifiers.contains($0.place)
            }.map(state.link)
            return state.dead.union(lost).sorted()
        }
    }

    private func follow(
        _ value: UnsafeBufferPointer<UInt8>, from page: OutputPath, _ own: PathHash,
        _ folder: [UInt8], _ paths: Set<UInt64>, _ found: inout State
    ) {
        guard !value.isEmpty, !Self.isElsewhere(value) else { return }
        let link = { DeadLink(page: page.text, address: String(decoding: value, as: UTF8.self)) }
        // Not that of an escape, as `&#39;`.
        let sign =
            value.indices.first { value[$0] == 0x23 && ($0 == 0 || value[$0 - 1] != 0x26) }
            ?? value.count
        let end = value[..<sign].firstIndex(of: 0x3F) ?? sign
        var target = own
        if end > 0 {
            let typed = Self.decoded(UnsafeBufferPointer(rebasing: value[..<end]))
            guard let path = path(typed[...], in: folder) else {
                found.dead.insert(link())
                return
            }
            target = PathHash(path)
            guard paths.contains(target.value) else {
                found.dead.insert(link())
                return
            }
        }
        guard sign + 1 < value.count else { return }
        let fragment = Self.decoded(UnsafeBufferPointer(rebasing: value[(sign + 1)...]))
        let start = found.addresses.count
        found.addresses.append(contentsOf: value)
        found.wanted.append(
            WantedPlace(
                page: target.value, place: target.with(0x23).with(fragment).value,
                start..<found.addresses.count))
    }

    /// A path from the root; nil for one that leaves the site.
    private func path(_ address: ArraySlice<UInt8>, in folder: [UInt8]) -> [UInt8]? {
        var path = folder
        var rest = address
        if address.first == 0x2F {
            guard let rootPath, address.starts(with: rootPath) else { return nil }
            path = []
            rest = address.dropFirst(rootPath.count)
        }
        while rest.starts(with: [0x2E, 0x2E, 0x2F]) {
            guard !path.isEmpty else { return nil }
            path.removeLast()
            while let last = path.last, last != 0x2F { path.removeLast() }
            rest = rest.dropFirst(3)
        }
        return path + rest
    }

    /// Whether an address names a scheme or a host.
    private static func isElsewhere(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
        if address.count > 1, address[0] == 0x2F, address[1] == 0x2F { return true }
        for byte in address {
            switch byte {
            case UInt8(ascii: ":"): return true
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return false
            default: continue
            }
        }
        return false
    }

    /// An attribute's value as the address that it stands for.
    private static func decoded(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard value.contains(where: { $0 == 0x25 || $0 == 0x26 }) else { return Array(value) }
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

/// FNV-1a, byte by byte.
private struct PathHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ bytes: some Sequence<UInt8>) { add(bytes) }

    func with(_ byte: UInt8) -> PathHash { with(CollectionOfOne(byte)) }

    func with(_ bytes: some Sequence<UInt8>) -> PathHash {
        var copy = self
        copy.add(bytes)
        return copy
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}

/// Finds the attributes of a page that name something or lead somewhere.
private enum HTMLAttributes {
    enum Name {
        /// `id`.
        case identifier
        /// `href`, `src`, `poster`.
        case address
        /// `srcset`.
        case addresses
    }

    static func forEach(
        in html: UnsafeBufferPointer<UInt8>,
        _ body: (Name, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var index = 0
        while index + 1 < html.count {
            guard html[index] == UInt8(ascii: "<"), isLetter(html[index + 1]) else {
                index += 1
                continue
            }
            index += 1
            while index < html.count, isLetter(html[index]) || isDigit(html[index]) { index += 1 }
            readAttributes(of: html, at: &index, body)
        }
    }

    private static func readAttributes(
        of html: UnsafeBufferPointer<UInt8>, at index: inout Int,
        _ body: (Name, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        while index < html.count, html[index] != UInt8(ascii: ">") {
            guard isLetter(html[index]) else {
                index += 1
                continue
            }
            let nameStart = index
            while index < html.count, !" \t\n\r=>/".utf8.contains(html[index]) { index += 1 }
            let name = html[nameStart..<index]
            guard index + 1 < html.count, html[index] == UInt8(ascii: "=") else { continue }
            index += 1
            let quote = html[index]
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            if isQuoted { index += 1 }
            let start = index
            while index < html.count,
                isQuoted ? html[index] != quote : html[index] > 0x20 && html[index] != 0x3E
            {
                index += 1
            }
            if let known = known(name) {
                body(known, UnsafeBufferPointer(rebasing: html[start..<index]))
            }
            if isQuoted { index += 1 }
        }
    }

    private static func known(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Name? {
        switch name.count {
        case 2: name.elementsEqual("id".utf8) ? .identifier : nil
        case 3: name.elementsEqual("src".utf8) ? .address : nil
        case 4: name.elementsEqual("href".utf8) ? .address : nil
        case 6:
            name.elementsEqual("srcset".utf8)
                ? .addresses : name.elementsEqual("poster".utf8) ? .address : nil
        default: nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
