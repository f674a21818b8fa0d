import Foundation
import Markup
import TestSupport
import Testing

/// The official Mustache specification, if it is available.
@Suite(
    .tags(.fast),
    .enabled(if: Places.hasShared("specs/mustache"), "needs the Mustache specification"))
struct MustacheSpecificationTests {
    struct Module: Decodable {
        struct Case: Decodable {
            let name: String
            let desc: String
            let data: JSON
            let template: String
            let partials: [String: String]?
            let expected: String
        }
        let tests: [Case]
    }

    @Test(arguments: [
        "interpolation", "sections", "inverted", "partials", "comments", "delimiters",
        "~inheritance",
    ])
    func passesTheSpecification(module name: String) throws {
        let path = Places.shared + "/specs/mustache/\(name).json"
        let module = try JSONDecoder().decode(
            Module.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(!module.tests.isEmpty)
        for test in module.tests {
            var sources = test.partials ?? [:]
            sources["the template"] = test.template
            let library = try TemplateLibrary(sources, unknownNames: .empty)
            let rendered = try library.render("the template", value: test.data.value)
            #expect(
                String(decoding: rendered, as: UTF8.self) == test.expected,
                "\(name): \(test.name): \(test.desc)")
            // Rendering gives the same text if the data are constants of all pages.
            guard case .record = test.data.value else { continue }
            let constant = try library.render(
                "the template", value: .record([]), with: test.data.value)
            #expect(
                String(decoding: constant, as: UTF8.self) == test.expected,
                "\(name): \(test.name): \(test.desc)")
        }
    }
}

/// Any JSON value.
struct JSON: Decodable {
    let value: TemplateValue

    init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: Key.self) {
            value = .record(
                try keyed.allKeys.map { key in
                    (name: key.stringValue, value: try keyed.decode(JSON.self, forKey: key).value)
                })
        } else if var list = try? decoder.unkeyedContainer() {
            var members: [TemplateValue] = []
            while !list.isAtEnd { members.append(try list.decode(JSON.self).value) }
            value = .list(members)
        } else {
            let single = try decoder.singleValueContainer()
            if single.decodeNil() {
                value = .absent
            } else if let flag = try? single.decode(Bool.self) {
                value = .flag(flag)
            } else if let number = try? single.decode(Int.self) {
                value = .text(String(number))
            } else if let number = try? single.decode(Double.self) {
                value = .text(String(number))
            } else {
                value = .text(try single.decode(String.self))
            }
        }
    }

    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
