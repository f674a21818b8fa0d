/// PDF files that tests make (ISO 32000-1, section 7.5).
package enum MadePDF {
    /// Returns a file of pages of the given sizes in points, each filled with one colour.
    package static func pages(_ pages: [(width: Int, height: Int, colour: String)]) -> [UInt8] {
        let kids = pages.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>",
        ]
        for (index, page) in pages.enumerated() {
            let paint = "\(page.colour) rg 0 0 \(page.width) \(page.height) re f"
            objects.append(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(page.width) \(page.height)] /Contents \(4 + 2 * index) 0 R >>"
            )
            objects.append("<< /Length \(paint.utf8.count) >> stream\n\(paint)\nendstream")
        }
        return file(objects)
    }

    /// Returns a file whose page draws a form that draws another one ten times, and so on: 10 to
    /// the power of `depth` rectangles.
    package static func bomb(depth: Int) -> [UInt8] {
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >> >>",
            "<< /Length 5 >> stream\n/A Do\nendstream",
        ]
        for level in 0..<depth {
            let isLast = level == depth - 1
            let paint = isLast ? "0 0 9 9 re f" : String(repeating: "/A Do ", count: 10)
            let own = isLast ? "" : "/Resources << /XObject << /A \(6 + level) 0 R >> >>"
            objects.append(
                "<< /Type /XObject /Subtype /Form /BBox [0 0 100 100] \(own) /Length \(paint.utf8.count) >> stream\n\(paint)\nendstream"
            )
        }
        return file(objects)
    }

    /// Returns a file whose tree of pages contains itself.
    package static var cycle: [UInt8] {
        file([
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 /Parent 2 0 R >>",
        ])
    }

    private static func file(_ objects: [String]) -> [UInt8] {
        var text = "%PDF-1.4\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        text += "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }
}
