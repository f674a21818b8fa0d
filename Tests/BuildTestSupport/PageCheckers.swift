import Foundation
import TestSupport

/// The checkers of pages that `make test` installs: the Nu HTML Checker and axe-core.
package enum PageCheckers {
    private static let folder = Places.python.map {
        ($0 as NSString).deletingLastPathComponent + "/../nu/"
    }

    /// The path of the Nu HTML Checker; nil if it or Java is missing.
    package static let nu: String? = folder.map { $0 + "vnu.jar" }.flatMap { path in
        let files = FileManager.default
        return files.isExecutableFile(atPath: "/usr/bin/java") && files.fileExists(atPath: path)
            ? path : nil
    }

    /// The source of axe-core; nil if it is missing.
    package static let axe: String? = folder.flatMap {
        try? String(contentsOfFile: $0 + "axe.min.js", encoding: .utf8)
    }

    /// A script that returns the violations that axe-core finds in a page, `[]` if there are none.
    package static let violations =
        (axe ?? "") + """
            ; axe.run(document, {resultTypes: ['violations']}).then(r => JSON.stringify(
              r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' '))))
            """

    /// Returns the errors that the Nu HTML Checker finds in the pages of a folder; an empty text if
    /// there are none.
    package static func errors(inSite folder: String) throws -> String {
        try FinishedProgram(
            "/usr/bin/java",
            arguments: ["-jar", nu ?? "", "--errors-only", "--skip-non-html", folder]
        ).errors
    }
}
