import LocalFiles
import NoteModel
import Platform

/// Prints a page of HTML as a PDF file, with Chromium or WeasyPrint, whichever is installed.
///
/// Chromium does not know on which page of paper a link ends. The page is printed once without the
/// numbers of its table of contents, and again with those that the first file has.
struct BookPrinter {
    /// The path of a folder for temporary files.
    let scratch: String
    /// The date that the file says it was made at.
    let date: Date

    private static let browsers = [
        "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
    ]
    /// The number of seconds after which a program is ended.
    private static let limit = 3_600.0
    private static let noProxy = "http://127.0.0.1:9"
    /// The number of times that a page is printed at most: its numbers change its length seldom.
    private static let maximumRounds = 4

    /// - Parameter page: The path of the page, whose table of contents has fragments as links.
    /// - Throws: ``UserError`` if no program is installed, or it fails; ``FileError``.
    func print(_ page: String, to path: String) throws {
        if let browser = Self.browsers.lazy.compactMap({ OutsideProgram($0) }).first {
            try print(page, to: path, with: browser)
        } else if let program = OutsideProgram("weasyprint") {
            try run(program, with: ["--quiet", page, path], making: path)
        } else {
            throw UserError(
                "No program that prints PDF files is installed.",
                "Install the package chromium or weasyprint.")
        }
        try setDate(ofFileAt: path)
    }

    private func print(_ page: String, to path: String, with browser: OutsideProgram) throws {
        let text = try LocalFiles.read(page)
        let end = text.firstRange(of: Array("</head>".utf8))?.lowerBound ?? 0
        var known: [String: Int] = [:]
        for _ in 0..<Self.maximumRounds {
            try LocalFiles.remove(path)
            let url = "file://" + LocalFiles.absolute(page).percentEncodedPath
            try run(browser, with: arguments(path) + [url], making: path)
            guard let pages = PDFPages(ofFileAt: path)?.numbers, pages != known else { return }
            known = pages
            let rules = known.sorted { $0.key < $1.key }.map { name, number in
                ".book-contents a[href=\"#\(name)\"]::after{content:\"\(number)\"}"
            }
            let style = Array("<style>@media print{\(rules.joined())}</style>".utf8)
            try LocalFiles.replace(page, bytes: text[..<end] + style + text[end...])
        }
    }

    private func arguments(_ path: String) -> [String] {
        [
            "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer",
            "--generate-pdf-document-outline", "--print-to-pdf=" + path,
            "--user-data-dir=" + scratch + "/profile",
            // Whatever a page contains, nothing is asked of the network.
            "--disable-background-networking", "--no-proxy-server",
            "--host-resolver-rules=MAP * ~NOTFOUND",
        ] + (geteuid() == 0 ? ["--no-sandbox"] : [])
    }

    private func run(
        _ program: OutsideProgram, with arguments: [String], making path: String
    ) throws {
        let result = try program.run(
            arguments,
            environment: [
                "HOME": scratch, "XDG_CONFIG_HOME": scratch, "XDG_CACHE_HOME": scratch,
                // WeasyPrint asks a proxy that does not exist.
                "http_proxy": Self.noProxy, "https_proxy": Self.noProxy, "ftp_proxy": Self.noProxy,
                "SOURCE_DATE_EPOCH": String(Int(date.timeIntervalSince1970)),
            ], scratch: scratch, limit: Self.limit)
        guard result.isSuccess, try LocalFiles.status(path) != nil else {
            throw UserError(
                "\(program.name) could not print the book: \(result.reason)\(result.reason.last == "." ? "" : ".")",
                "Check the installation of \(program.name).")
        }
    }

    /// Replaces the dates at which the file was made (ISO 32000-1, section 14.3.3), in their length.
    private func setDate(ofFileAt path: String) throws {
        let file = try OpenFile(path, access: .update)
        let head = try LocalFiles.read(file, count: min(4_096, file.status().size))
        let time = CivilTime(date).rfc3339.filter(\.isNumber)
        for key in ["/CreationDate (D:", "/ModDate (D:"] {
            guard let place = head.firstRange(of: Array(key.utf8)),
                place.upperBound + time.utf8.count <= head.count
            else { continue }
            try file.write(Array(time.utf8), at: place.upperBound)
        }
    }
}

/// The pages of a PDF file to which its named destinations lead (ISO 32000-1, section 12.3.2.3), as
/// Chromium writes it: with a table of its objects, none of which is compressed.
private struct PDFPages {
    /// The numbers of the pages, from 1, by the names of the destinations.
    private(set) var numbers: [String: Int] = [:]

    /// Returns nil for a file of another structure.
    init?(ofFileAt path: String) {
        guard let bytes = try? LocalFiles.read(path), let objects = Objects(bytes),
            let catalog = objects.root.flatMap({ objects.text(of: $0) }),
            let pages = catalog.firstMatch(of: /\/Pages (\d+) 0 R/).flatMap({ Int($0.1) }),
            let names = catalog.firstMatch(of: /\/Dests (\d+) 0 R/).flatMap({ Int($0.1) })
                .flatMap({ objects.text(of: $0) })
        else { return nil }
        var places: [Int: Int] = [:]
        var waiting = [pages]
        var seen: Set<Int> = []
        while let object = waiting.popLast() {
            guard seen.insert(object).inserted else { return nil }
            guard let text = objects.text(of: object) else { return nil }
            guard let kids = text.firstMatch(of: /\/Kids \[([^\]]*)\]/) else {
                places[object] = places.count + 1
                continue
            }
            waiting += kids.1.matches(of: /(\d+) 0 R/).compactMap { Int($0.1) }.reversed()
        }
        for found in names.matches(of: /\/([^\s\[\/]+) \[(\d+) 0 R/) {
            numbers[String(found.1)] = Int(found.2).flatMap { places[$0] }
        }
    }

    /// The table of objects (section 7.5.4).
    private struct Objects {
        let root: Int?
        private let bytes: [UInt8]
        private let offsets: [Int]

        init?(_ bytes: [UInt8]) {
            let tail = String(decoding: bytes.suffix(2_048), as: UTF8.self)
            guard let start = tail.firstMatch(of: /startxref\s+(\d+)/).flatMap({ Int($0.1) }),
                start < bytes.count,
                case let table = String(decoding: bytes[start...], as: UTF8.self),
                table.hasPrefix("xref\n0 ")
            else { return nil }
            self.bytes = bytes
            offsets = table.matches(of: /(\d{10}) \d{5} [nf]/).map { Int($0.1) ?? 0 }
            root = tail.firstMatch(of: /\/Root (\d+) 0 R/).flatMap { Int($0.1) }
        }

        /// Returns the text of an object, as far as it is no stream.
        func text(of number: Int) -> String? {
            guard offsets.indices.contains(number), offsets[number] < bytes.count else {
                return nil
            }
            let rest = bytes[offsets[number]...]
            guard let end = rest.firstRange(of: Array("endobj".utf8)) else { return nil }
            return String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        }
    }
}
