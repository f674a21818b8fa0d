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

    /// A function of the package that throws says when. What conforms to a protocol leaves that to
    /// the protocol.
    @Test func saysWhenFunctionsThrow() {
        let beginning =
            /^ *(?:@\w+ )*package (?:(?:static|mutating|nonisolated|convenience|consuming) )*(?:func |init[?(<])/
        let conformance = /init\(from (?:reader|decoder)|func describe\b|func encode\(to/
        var found: [String] = []
        for file in Self.files where file.path.hasPrefix("Sources/") {
            for (number, line) in file.lines.enumerated()
            where line.firstMatch(of: beginning) != nil
                && line.firstMatch(of: conformance) == nil
                && Self.throwsItself(file.lines[number...].prefix(12).joined(separator: " "))
            {
                let above = file.lines[..<number].reversed().map { $0.drop { $0 == " " } }
                    .drop { $0.hasPrefix("@") }.prefix { $0.hasPrefix("///") }
                if !above.contains(where: { $0.contains("Throws:") }) {
                    found.append("\(file.path):\(number + 1)")
                }
            }
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    /// Returns true if `throws` follows the parameters of a function, whose own types may throw too.
    private static func throwsItself(_ function: String) -> Bool {
        var depth = 0
        let end = function.firstIndex { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return character == ")" && depth == 0
        }
        guard let end else { return false }
        return function[end...].prefixMatch(of: /\)\s*(?:async )?throws\b/) != nil
    }

    /// A function is at most 60 lines long, its signature included.
    @Test func keepsFunctionsShort() {
        let beginning =
            /^ *(?:(?:package|private|fileprivate|public|static|mutating|final|override|convenience|@\w+(?:\(.*\))?) )*(?:func |init[?(<])/
        var found: [String] = []
        for file in Self.files {
            // A requirement of a protocol has no body.
            var open: (line: Int, indentation: Int, hasBody: Bool)?
            for (number, line) in file.lines.enumerated() {
                let indentation = line.prefix { $0 == " " }.count
                if open == nil, line.firstMatch(of: beginning) != nil {
                    open = (number, indentation, false)
                }
                if line.hasSuffix("{") { open?.hasBody = true }
                guard let start = open else { continue }
                let ends = line.dropFirst(indentation)
                if indentation == start.indentation, ends == "}" || ends.hasSuffix(" }") {
                    if number - start.line + 1 > 60 {
                        found.append(
                            "\(file.path):\(start.line + 1): \(number - start.line + 1) lines")
                    }
                    open = nil
                } else if !start.hasBody, ends.isEmpty {
                    open = nil
                }
            }
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    /// A target of the manifest.
    private struct DeclaredTarget {
        let name: String
        let folder: String
        let dependencies: [String]
        /// The comment before it, which gives the reason for it.
        let reason: String

        /// The numbers of its files that import each module.
        var imports: [String: Int] {
            SourceStyleTests.files.filter { $0.path.hasPrefix(folder + "/") }.reduce(into: [:]) {
                let lines = $1.lines.filter { $0.contains("import ") }
                    .compactMap { $0.firstMatch(of: /^(?:[@\w]+ )*import .*$/) }
                let names = Set(lines.flatMap { $0.0.matches(of: /\w+/).map { String($0.0) } })
                for name in names { $0[name, default: 0] += 1 }
            }
        }
    }

    /// The targets in the order of the manifest.
    private static let targets: [DeclaredTarget] = {
        let path = Places.package + "/Package.swift"
        let manifest = String(decoding: (try? LocalFiles.read(path)) ?? [], as: UTF8.self)
        let head = /(?:floor|target|Target|tests|systemLibrary)\(\s*(?:name: )?"([\w-]+)"/
        let heads = manifest.matches(of: head)
        let names = Set(heads.map { String($0.1) })
        let ends = heads.dropFirst().map(\.range.lowerBound) + [manifest.endIndex]
        var floor = ""
        return zip(heads, ends).compactMap { head, end in
            let name = String(head.1)
            guard !head.0.hasPrefix("floor") else {
                floor = name
                return nil
            }
            let entry = manifest[head.range.upperBound..<end]
            let folder =
                entry.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
                ?? (head.0.hasPrefix("tests") ? "Tests/\(name)" : "Sources/\(floor)/\(name)")
            let words = entry.matches(of: /"([^"]+)"/).map { String($0.1) }
            let comment = manifest[..<head.range.lowerBound].split(separator: "\n").dropLast()
                .reversed().map { $0.drop { $0 == " " } }.prefix { $0.hasPrefix("//") }
            return DeclaredTarget(
                name: name, folder: folder,
                dependencies: words.filter { names.contains($0) && $0 != name },
                reason: comment.reversed().joined(separator: " "))
        }
    }()

    /// A module that is imported without being declared is there only if something else happens to
    /// be built first, and changes to it do not rebuild the target. Programs are run, not imported.
    @Test func declaresWhatItImports() {
        let names = Set(Self.targets.map(\.name))
        let ofAll: Set = ["Platform", "TestSupport", "HeadlessBrowser"]
        #expect(names.count > 50)
        var found: [String] = []
        for target in Self.targets {
            let imported = Set(target.imports.keys)
            guard !imported.isEmpty else { continue }
            let declared = Set(target.dependencies)
            let undeclared = imported.intersection(names).subtracting(declared)
                .subtracting(ofAll).subtracting([target.name])
            let unused = declared.subtracting(imported).filter { !$0.hasPrefix("notebinder") }
            found += undeclared.map { "\(target.name) imports \($0) without declaring it" }
            found += unused.map { "\(target.name) declares \($0) without importing it" }
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    /// A target of the sources has a reason, which also names what only one file of it imports: such
    /// a file may belong elsewhere.
    @Test func givesReasonsForTargets() {
        var found: [String] = []
        for target in Self.targets where target.folder.hasPrefix("Sources/") {
            let imports = target.imports
            if !imports.isEmpty, target.reason.isEmpty { found.append(target.name) }
            found += target.dependencies.filter {
                imports[$0] == 1 && !target.reason.contains("`\($0)`")
            }.map { "one file of \(target.name) imports \($0)" }
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    /// The folders of `Sources` are floors, in the order of the manifest: a target imports from its
    /// own floor or a lower one, and pages cannot open files.
    @Test func importsFromTheFloorsBelow() {
        let sources = Self.targets.filter { !$0.folder.hasPrefix("Tests/") }
        var found: [String] = []
        for (index, target) in sources.enumerated() {
            let below = Set(sources[..<index].map(\.name))
            found += target.dependencies.filter { !below.contains($0) }
                .map { "\(target.name) imports \($0)" }
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
        let pages = sources.first { $0.name == "SitePages" }
        #expect(pages?.dependencies.contains("LocalFiles") == false)
    }

    /// A name means one thing in the whole package: no type of one target hides another's.
    @Test func givesTypesNamesOfTheirOwn() {
        let declaration =
            /^(?:package |final |indirect )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
        var targets: [Substring: Set<Substring>] = [:]
        for file in Self.files where !file.path.hasPrefix("Tests/") {
            let target = file.path.split(separator: "/").dropLast().prefix(3).last ?? ""
            for line in file.lines where !line.hasPrefix(" ") && !line.hasPrefix("//") {
                guard let match = line.firstMatch(of: declaration) else { continue }
                targets[match.1, default: []].insert(target)
            }
        }
        #expect(targets.count > 300)
        let found = targets.filter { $0.value.count > 1 }
            .map { "\($0.key): \($0.value.sorted().joined(separator: ", "))" }
        #expect(found.isEmpty, "\(found.sorted().joined(separator: "\n"))")
    }

    /// `Platform` alone decides which part of Foundation the programs contain. The plugin is no part of
    /// them.
    @Test func importsFoundationInOnePlace() {
        let found = Self.files.filter { file in
            file.path.hasPrefix("Sources/") && !file.path.hasPrefix("Sources/Base/Platform/")
                && !file.path.hasPrefix("Sources/Programs/EmbedTexts/")
                && file.lines.contains { $0.contains(/^[\w ]*import (?:\w+ )?Foundation/) }
        }
        #expect(found.isEmpty, "\(found.map(\.path).joined(separator: "\n"))")
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

    @Test func keepsTheReadmeShortAndPlain() throws {
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
