import Foundation
import LocalFiles

/// A published site as a server sees it. Each request looks at the tree that is published at that
/// moment.
package struct ServedFolder: Sendable {
    private let folder: String

    package init(_ folder: String) {
        self.folder = folder
    }

    /// In bytes; larger files are read while they are sent.
    private static let mostHeld = 1 << 20
    /// Of addresses that are the server's own; no page of a site begins with it.
    private static let ownPath = "/-/"
    private static let longestWait = 20.0

    /// - Parameters:
    ///   - path: With percent signs, as it was asked for.
    ///   - host: The name by which the server was called.
    ///   - known: The tag of what the browser has.
    package func reply(
        method: String, path: String, query: String = "", host: String?, range: String? = nil,
        known: String? = nil
    ) async -> ServedReply {
        guard Self.isOurs(host) else {
            return .text(421, "This server answers to localhost and to 127.0.0.1 alone.")
        }
        guard ["GET", "HEAD"].contains(method) else {
            var reply = ServedReply.text(405, "Pages can be read, and nothing else.")
            reply.headers.append(("Allow", "GET, HEAD"))
            return reply
        }
        var reply =
            path.hasPrefix(Self.ownPath)
            ? await ownReply(path, query) : found(path, range, known)
        reply.headers += [
            ("Cache-Control", "no-cache"), ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        if method == "HEAD" { reply.body = .bytes([]) }
        return reply
    }

    /// Whether a name is one of this machine's for itself, with any port.
    static func isOurs(_ host: String?) -> Bool {
        guard let host else { return false }
        let name = host.split(separator: ":", omittingEmptySubsequences: false)
        guard name.count <= 2, name.dropFirst().allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else {
            return false
        }
        return ["localhost", "127.0.0.1"].contains(name[0].lowercased())
    }

    private func found(_ path: String, _ range: String?, _ known: String?) -> ServedReply {
        guard let file = file(at: path), let status = try? LocalFiles.status(file), status.isFile
        else {
            let page = (try? LocalFiles.read(folder + "/404.html")) ?? Array("Not found\n".utf8)
            return ServedReply(
                status: 404, headers: [("Content-Type", "text/html; charset=utf-8")],
                body: .bytes(withReload(page)))
        }
        let type = ServedReply.mediaType(of: file)
        let isPage = type.hasPrefix("text/html")
        let tag =
            "\"\(status.inode)-\(status.size)-\(status.modified)\(isPage ? "-\(state)" : "")\""
        var reply = ServedReply(
            status: 200, headers: [("Content-Type", type), ("ETag", tag)], body: .bytes([]))
        if known == tag {
            reply.status = 304
            return reply
        }
        if isPage {
            guard let bytes = try? LocalFiles.read(file) else { return .text(404, "Not found") }
            reply.body = .bytes(withReload(bytes))
            return reply
        }
        reply.headers.append(("Accept-Ranges", "bytes"))
        var part = 0..<status.size
        switch range.flatMap({ ByteRange($0, of: status.size) }) {
        case .part(let wanted)?:
            part = wanted
            reply.status = 206
            reply.headers.append(
                ("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(status.size)"))
        case .outside?:
            reply.status = 416
            reply.headers.append(("Content-Range", "bytes */\(status.size)"))
            return reply
        case nil: break
        }
        reply.body = .file(file, part)
        guard part.count <= Self.mostHeld else { return reply }
        guard let opened = try? OpenFile(file),
            let bytes = try? LocalFiles.read(opened, count: part.count, at: part.lowerBound)
        else { return .text(404, "Not found") }
        reply.body = .bytes(bytes)
        return reply
    }

    /// The file of an address; nil for one that leads out of the site, also by links.
    private func file(at path: String) -> String? {
        guard let decoded = path.removingPercentEncoding, decoded.hasPrefix("/"),
            !decoded.utf8.contains(0), !decoded.utf8.contains(UInt8(ascii: "\\"))
        else { return nil }
        let parts = decoded.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: true
        ).map { String(Substring($0)) }
        guard !parts.contains(where: { $0.hasPrefix(".") }) else { return nil }
        let isFolder = decoded.utf8.last == UInt8(ascii: "/")
        let file = ([folder] + parts + (isFolder ? ["index.html"] : [])).joined(separator: "/")
        guard let root = LocalFiles.resolved(folder), let resolved = LocalFiles.resolved(file),
            LocalFiles.isBelow(resolved, root)
        else { return nil }
        return file
    }

    /// Tells one published site from the next.
    private var state: String {
        guard let status = try? LocalFiles.status(folder) else { return "none" }
        return "\(status.inode)-\(status.modified)"
    }
}

// MARK: - Loading anew

extension ServedFolder {
    /// A page with a script of the server's own. The site's pages allow scripts from where they
    /// are, and no other connections: the script waits for another script.
    private func withReload(_ page: [UInt8]) -> [UInt8] {
        page + Array("<script src=\"\(Self.ownPath)reload.js?\(state)\" defer></script>\n".utf8)
    }

    private static let script = """
        (() => {
          const state = document.currentScript.src.split("?")[1];
          const wait = () => {
            const script = document.createElement("script");
            script.src = "/-/changed.js?" + state + "&" + Date.now();
            script.onload = () => { script.remove(); wait(); };
            script.onerror = () => { script.remove(); setTimeout(wait, 1000); };
            document.head.append(script);
          };
          wait();
        })();

        """

    private func ownReply(_ path: String, _ query: String) async -> ServedReply {
        var script = ""
        switch path {
        case Self.ownPath + "reload.js": script = Self.script
        case Self.ownPath + "changed.js":
            let known = query.split(separator: "&").first.map { String($0) }
            let end = ContinuousClock.now + .seconds(Self.longestWait)
            while state == known, ContinuousClock.now < end, !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(200))
            }
            // Between two renames there may be no site for a moment.
            if state != known, state != "none" { script = "location.reload();\n" }
        default: return .text(404, "Not found")
        }
        return ServedReply(
            status: 200, headers: [("Content-Type", "text/javascript; charset=utf-8")],
            body: .bytes(Array(script.utf8)))
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

/// The part of a file that a request is for (RFC 9110, section 14).
enum ByteRange: Equatable {
    case part(Range<Int>)
    /// Behind the file's end.
    case outside

    /// Nil for what is answered with all of the file: another unit, several ranges, nonsense.
    init?(_ header: String, of size: Int) {
        guard header.hasPrefix("bytes=") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else {
            return nil
        }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?):
            guard first <= last else { return nil }
            self = first < size ? .part(first..<min(last, size - 1) + 1) : .outside
        case (let first?, nil):
            guard ends[1].isEmpty else { return nil }
            self = first < size ? .part(first..<size) : .outside
        case (nil, let count?):
            guard ends[0].isEmpty else { return nil }
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .outside
        case (nil, nil): return nil
        }
    }
}
