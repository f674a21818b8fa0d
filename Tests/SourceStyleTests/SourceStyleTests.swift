import Foundation
import LocalFiles
import TestSupport
import Testing

/// The rules for names, comments and sizes that a formatter does not check.
struct SourceStyleTests {
    /// A Swift file of the package.
    private struct SourceFile {
        let path: String
        let lines: [Substring]
    }

    private static let files: [SourceFile] = {
        let root = Places.package
        return ["Sources", "Tests", "Templates"].flatMap { folder -> [SourceFile] in
            let paths = (try? LocalFiles.files(below: root + "/" + folder)) ?? []
            return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
                guard let bytes = try? LocalFiles.read("\(root)/\(folder)/\(path)") else {
                    return nil
                }
                let text = String(decoding: bytes, as: UTF8.self)
                return SourceFile(
                    path: "\(folder)/\(path)",
                    lines: text.split(separator: "\n", omittingEmptySubsequences: false))
            }
        }
    }()

    /// The words with which no doc comment begins, because they need a noun before them.
    private static let forbiddenBeginnings: Set<Substring> = [
        "Of", "Those", "As", "Its", "Where", "What",
    ]

    @Test func findsTheSourcesOfThePackage() {
        #expect(Self.files.count > 400)
    }

    @Test func beginsDocCommentsWithANounOrAVerb() {
        var found: [String] = []
        for file in Self.files {
            var isInComment = false
            for (number, line) in file.lines.enumerated() {
                let text = line.drop { $0 == " " }
                guard text.hasPrefix("///") else {
                    isInComment = false
                    continue
                }
                defer { isInComment = true }
                guard !isInComment else { continue }
                let comment = text.dropFirst(3).drop { $0 == " " }
                let first = comment.prefix { $0.isLetter }
                if Self.forbiddenBeginnings.contains(first) || comment.hasPrefix("The same ") {
                    found.append("\(file.path):\(number + 1): \(comment)")
                }
            }
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    /// A function is at most 60 lines long, its signature included.
    @Test func keepsFunctionsShort() {
        let beginning =
            /^ *(?:(?:package|private|fileprivate|public|static|mutating|final|override|convenience|@\w+(?:\(.*\))?) )*(?:func |init[?(<])/
        var found: [String] = []
        for file in Self.files {
            var open: (line: Int, indentation: Int)?
            for (number, line) in file.lines.enumerated() {
                let indentation = line.prefix { $0 == " " }.count
                if open == nil, line.firstMatch(of: beginning) != nil {
                    open = (number, indentation)
                }
                guard let start = open else { continue }
                let ends = line.dropFirst(indentation)
                if indentation == start.indentation, ends == "}" || ends.hasSuffix(" }") {
                    if number - start.line + 1 > 60 {
                        found.append(
                            "\(file.path):\(start.line + 1): \(number - start.line + 1) lines")
                    }
                    open = nil
                } else if indentation <= start.indentation, number > start.line, ends.isEmpty {
                    // The declaration of a protocol, which has no body.
                    open = nil
                }
            }
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test func keepsFilesShort() {
        let found = Self.files.filter { $0.lines.count > 401 }.map {
            "\($0.path): \($0.lines.count - 1) lines"
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test func keepsFoldersSmall() {
        let folders = Dictionary(grouping: Self.files) { LocalFiles.folder(of: $0.path) }
        let found = folders.filter { $0.value.count > 12 }
            .map { "\($0.key): \($0.value.count) files" }
            .sorted()
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test func writesAReadmeForPeople() throws {
        let readme = String(
            decoding: try LocalFiles.read(Places.package + "/README.md"), as: UTF8.self)
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count < 140)
        let words = [
            "stands", "tells", "told", "nobody", "somebody", "whoever", "anew", "bears",
            "by itself",
            "leads nowhere", " is no ",
        ]
        #expect(words.filter { readme.contains($0) } == [])
    }
}
