import Foundation
import LocalFiles
import TestSupport
import Testing

/// The rules for names, comments and sizes that a formatter does not check.
@Suite(.tags(.fast))
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

    /// Doc comments of the sources have 18 words on average, because they state units, shapes,
    /// errors and invariants.
    @Test func explainsDeclarations() {
        var (comments, words) = (0, 0)
        for file in Self.files where file.path.hasPrefix("Sources/") {
            var isInComment = false
            for line in file.lines {
                let text = line.drop { $0 == " " }
                let isComment = text.hasPrefix("///")
                if isComment { words += text.dropFirst(3).split(separator: " ").count }
                if isComment, !isInComment { comments += 1 }
                isInComment = isComment
            }
        }
        #expect(words >= 18 * comments, "\(words) words in \(comments) comments")
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

    /// A module that is imported without being declared is there only if something else happens to
    /// be built first, and changes to it do not rebuild the target.
    @Test func declaresWhatItImports() throws {
        let manifest = String(
            decoding: try LocalFiles.read(Places.package + "/Package.swift"), as: UTF8.self)
        // The functions of the manifest itself have a parameter in place of a name.
        let entries = manifest.split(separator: /(?i:target|tests)\(/).dropFirst()
            .filter { !$0.contains("name: name") }
            .map { entry in entry.matches(of: /"([^"]+)"/).map { String($0.1) } }
        let ofAllTests: Set = ["TestSupport", "HeadlessBrowser"]
        let modules = Set(entries.compactMap(\.first))
        #expect(modules.count > 60)
        var found: [String] = []
        for words in entries {
            guard let name = words.first else { continue }
            let folders = words.filter { $0.contains("/") } + ["Sources/" + name, "Tests/" + name]
            for file in Self.files where folders.contains(where: { file.path.hasPrefix($0 + "/") })
            {
                for line in file.lines {
                    guard let match = line.firstMatch(of: /^(?:[@\w]+ )?import (\w+)$/) else {
                        continue
                    }
                    let module = String(match.1)
                    if modules.contains(module), !words.contains(module),
                        !ofAllTests.contains(module)
                    {
                        found.append("\(file.path): \(module)")
                    }
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

    /// Words of a private dialect, which neither messages nor the README use.
    private static let dialect = [
        "stands", "tells", "told", "nobody", "somebody", "whoever", "anew", "bears", "by itself",
        "leads nowhere", " is no ", " is none of",
    ]

    @Test func writesAReadmeForPeople() throws {
        let readme = String(
            decoding: try LocalFiles.read(Places.package + "/README.md"), as: UTF8.self)
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count < 140)
        #expect(Self.dialect.filter { Self.contains($0, in: readme[...]) } == [])
    }

    /// The README and the articles are read on git hosts, which know no links of DocC.
    @Test func linksFilesThatExist() throws {
        let articles = "Sources/Build/BuildPipeline/BuildPipeline.docc"
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Places.package + "/" + articles
        ).filter { $0.hasSuffix(".md") }
        #expect(names.count > 10)
        for page in names.map({ articles + "/" + $0 }) + ["README.md"] {
            let text = try String(contentsOfFile: Places.package + "/" + page, encoding: .utf8)
            #expect(!text.contains("<doc:"), "\(page)")
            let folder = Places.package + "/" + LocalFiles.folder(of: page)
            // Examples in code show the links of notes.
            let prose = text.replacing(/`[^`]*`/, with: "")
            for link in prose.matches(of: /\]\(([^:)#\s]+\.(?:md|png))[^)]*\)/) {
                let target = folder + "/" + link.1
                #expect(FileManager.default.fileExists(atPath: target), "\(page): \(link.1)")
            }
        }
    }

    /// Messages are the string literals of the sources.
    @Test func writesMessagesInPlainEnglish() {
        var found: [String] = []
        for file in Self.files where file.path.hasPrefix("Sources/") {
            for (number, line) in file.lines.enumerated() where line.contains("\"") {
                guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
                let literals = line.split(separator: "\"", omittingEmptySubsequences: false)
                    .enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
                for word in Self.dialect
                where literals.contains(where: { Self.contains(word, in: $0) }) {
                    found.append("\(file.path):\(number + 1): “\(word)”")
                }
            }
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    /// Returns true if a text contains a word that is not part of a longer one.
    private static func contains(_ word: String, in text: Substring) -> Bool {
        text.ranges(of: word).contains { range in
            let before = range.lowerBound > text.startIndex ? text[..<range.lowerBound].last : nil
            let after = text[range.upperBound...].first
            return before?.isLetter != true && after?.isLetter != true
        }
    }

    /// A second parameter without a label needs a reason as good as that of `max(_:_:)`.
    @Test func labelsParameters() throws {
        let declaration = /\b(?:func \w+|init)[?!]?(?:<[^(]*>)?\(/
        var (count, unlabelled) = (0, [String]())
        for file in Self.files {
            let code = file.lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
                .joined(separator: "\n")
            for match in code.matches(of: declaration) {
                let line = code[..<match.range.lowerBound].split(separator: "\n").last ?? ""
                guard
                    match.output.hasPrefix("func") || line.allSatisfy({ $0.isLetter || $0 == " " })
                else { continue }
                count += 1
                let parameters = Self.parameters(code[match.range.upperBound...])
                if parameters.filter({ $0.hasPrefix("_ ") }).count > 1 {
                    unlabelled.append(
                        "\(file.path): \(match.output)\(parameters.joined(separator: ", "))")
                }
            }
        }
        #expect(count > 3000)
        #expect(unlabelled.count * 100 < count * 4, "\(unlabelled.joined(separator: "\n"))")
    }

    /// Returns the parameters of a declaration, from the text after its opening parenthesis.
    private static func parameters(_ code: Substring) -> [String] {
        var parameters = [""]
        var depth = 0
        for character in code {
            switch character {
            case "(", "[", "{": depth += 1
            case ")" where depth == 0:
                return parameters.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            case ")", "]", "}": depth -= 1
            case "," where depth == 0:
                parameters.append("")
                continue
            default: break
            }
            parameters[parameters.count - 1].append(character)
        }
        return parameters
    }
}
