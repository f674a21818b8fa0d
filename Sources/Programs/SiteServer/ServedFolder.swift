import LocalFiles
import Platform

/// The published site of a folder, as replies to requests. Each request reads the current tree.
package struct ServedFolder: RequestHandler {
    private let folder: String
    private let script: String?

    /// - Parameter script: The address of a script that every page gets; nil for none.
    package init(_ folder: String, script: String? = nil) {
        (self.folder, self.script) = (folder, script)
    }

    /// The prefix of the server's own addresses, such as that of the reload script; no path of a
    /// site begins with it.
    package static let ownPath = "/-/"
    /// The maximum time, in seconds, for which a request waits for a change.
    private static let longPollTimeout = 20.0

    /// Returns the reply to a request.
    ///
    /// - Parameter isAbandoned: Returns true if the client has closed its side, which makes waiting
    ///   for a change pointless.
    package func reply(
        to request: ServedRequest, isAbandoned: @escaping @Sendable () -> Bool = { false }
    ) async -> ServedReply {
        if let refusal = request.refusal() ?? request.bodyRefusal { return refusal }
        return await page(for: request, isAbandoned: isAbandoned)
    }

    /// Returns the reply to a request that has already been accepted.
    package func page(
        for request: ServedRequest, isAbandoned: @escaping @Sendable () -> Bool
    ) async -> ServedReply {
        var reply =
            request.path.hasPrefix(Self.ownPath)
            ? await ownReply(to: request, isAbandoned) : fileReply(to: request)
        reply.headers += [
            ("Cache-Control", "no-cache"), ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        if request.method == "HEAD" { reply.body = .omitted(length: reply.body.length) }
        return reply
    }

    private func fileReply(to request: ServedRequest) -> ServedReply {
        do {
            guard let file = file(at: request.path), let status = try LocalFiles.status(file),
                status.isFile
            else { return notFound() }
            let type = ServedReply.mediaType(of: file)
            let isPage = type.hasPrefix("text/html")
            let tag =
                "\"\(status.inode)-\(status.size)-\(status.modified)\(isPage ? "-\(state)" : "")\""
            let headers = [("Content-Type", type), ("ETag", tag)]
            if request.value(of: "If-None-Match") == tag {
                return ServedReply(status: 304, headers: headers, body: .bytes([]))
            }
            if isPage {
                let page = withReload(try LocalFiles.read(file))
                return ServedReply(status: 200, headers: headers, body: .bytes(page))
            }
            return try .part(
                of: file, range: 0..<status.size, wanted: request.value(of: "Range"),
                headers: headers)
        } catch {
            return .unreadable(error)
        }
    }

    private func notFound() -> ServedReply {
        let page = (try? LocalFiles.read(folder + "/404.html")) ?? Array("Not found\n".utf8)
        return ServedReply(
            status: 404, headers: [("Content-Type", "text/html; charset=utf-8")],
            body: .bytes(withReload(page)))
    }

    /// Returns the file of a path; nil for a path that leads out of the site, also by links.
    private func file(at path: String) -> String? {
        guard let decoded = path.percentDecoded, decoded.hasPrefix("/"),
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

    /// An identifier of the published version of the site: the inode and the modification time of
    /// its folder; `none` without a folder.
    private var state: String {
        guard let status = try? LocalFiles.status(folder) else { return "none" }
        return "\(status.inode)-\(status.modified)"
    }
}

// MARK: - Reloading

extension ServedFolder {
    /// Returns a page with a reload script added. The site's pages allow scripts from their own
    /// origin and no other connections, so the script waits for another script to load.
    private func withReload(_ page: [UInt8]) -> [UInt8] {
        let addresses = ["\(Self.ownPath)reload.js?\(state)", script].compactMap(\.self)
        return addresses.reduce(into: page) { page, address in
            page += "<script src=\"\(address)\" defer></script>\n".utf8
        }
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
          // A script that is loading would keep the page from being complete.
          if (document.readyState === "complete") wait();
          else addEventListener("load", () => setTimeout(wait));
        })();

        """

    private func ownReply(
        to request: ServedRequest, _ isAbandoned: @Sendable () -> Bool
    ) async -> ServedReply {
        var script = ""
        switch request.path {
        case Self.ownPath + "reload.js": script = Self.script
        case Self.ownPath + "changed.js":
            let known = request.query.split(separator: "&").first.map { String($0) }
            let end = ContinuousClock.now + .seconds(Self.longPollTimeout)
            while state == known, ContinuousClock.now < end, !Task.isCancelled, !isAbandoned() {
                try? await Task.sleep(for: .milliseconds(25))
            }
            // Between two renames there may be no site for a moment.
            if state != known, state != "none" { script = "location.reload();\n" }
        default: return .text(404, text: "Not found")
        }
        return ServedReply(
            status: 200, headers: [("Content-Type", "text/javascript; charset=utf-8")],
            body: .bytes(Array(script.utf8)))
    }
}
