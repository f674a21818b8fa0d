import Foundation
import NoteModel
import TextTemplates

/// The site's own words in one language: a table in the folder `Words`.
struct InterfaceWords: Sendable, Decodable {
    let notes: String
    let index: String
    let byTitle: String
    let byDate: String
    let previous: String
    let next: String
    let created: String
    let edited: String
    let emptyTitle: String
    let emptyAdvice: String
    let skip: String
    let letters: String
    let years: String
    let missingPhoto: String
    let unreadablePhoto: String
    let photos: String
    let undated: String
    let drawing: String
    let recording: String
    let missingRecording: String
    let unreadableRecording: String
    let download: String
    let onlySafari: String
    let someBrowsers: String
    let noBrowser: String
    let close: String
    let zoom: String
    private let noteCount: Plural
    private let photoCount: Plural
    /// January first.
    private let months: [String]
    /// With `{day}`, `{month}` and `{year}`.
    private let date: String
    private let monthOfYear: String
    /// What stands between groups of three digits.
    private let thousands: String
    private let decimal: String
    /// Whether nothing is counted as one thing is, as in French.
    private let zeroIsOne: Bool

    /// The forms of a counted noun; `#` stands for the number.
    private struct Plural: Decodable {
        let one: String
        let other: String
    }

    /// The tables that are there, by language.
    private static let tables: [String: [UInt8]] = [
        "de": PackageResources.de_json, "en": PackageResources.en_json,
        "es": PackageResources.es_json, "fr": PackageResources.fr_json,
        "ja": PackageResources.ja_json, "zh": PackageResources.zh_json,
    ]

    /// Languages that the site speaks.
    static let languages = tables.keys.sorted()

    /// The words of a language, by the first part of its tag; of one that has no table, English.
    init(language tag: String) {
        let language = tag.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? "en"
        let table = Self.tables[language] ?? PackageResources.en_json
        guard let words = try? JSONDecoder().decode(Self.self, from: Data(table)) else {
            preconditionFailure("the table of words for \(language) is not whole")
        }
        self = words
    }
}

extension InterfaceWords {
    /// `9 July 2014`.
    func date(_ time: CivilTime) -> String {
        filled(date, time).replacing("{day}", with: String(time.day))
    }

    /// `July 2014`.
    func month(_ time: CivilTime) -> String { filled(monthOfYear, time) }

    /// `July`.
    func monthName(_ time: CivilTime) -> String { months[time.month - 1] }

    private func filled(_ pattern: String, _ time: CivilTime) -> String {
        pattern.replacing("{month}", with: months[time.month - 1])
            .replacing("{year}", with: String(time.year))
    }

    /// `1,871 notes`.
    func count(of notes: Int) -> String { counted(notes, noteCount) }

    /// `312 photos`.
    func count(ofPhotos photos: Int) -> String { counted(photos, photoCount) }

    private func counted(_ number: Int, _ noun: Plural) -> String {
        let form = number == 1 || number == 0 && zeroIsOne ? noun.one : noun.other
        return form.replacing("#", with: grouped(number))
    }

    /// `0:45`, `1:02:03`.
    func duration(_ seconds: Double) -> String? {
        guard seconds >= 0, seconds < 1_000_000 else { return nil }
        let whole = Int(seconds.rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = whole / 60 % 60
        return whole < 3600
            ? "\(minutes):\(two(whole % 60))"
            : "\(whole / 3600):\(two(minutes)):\(two(whole % 60))"
    }

    /// `820 kB`, `1.2 MB`.
    func size(ofBytes count: Int) -> String {
        guard count >= 1_000_000 else { return "\(max(1, (count + 500) / 1000)) kB" }
        let tenths = (count + 50_000) / 100_000
        return "\(grouped(tenths / 10))\(decimal)\(tenths % 10) MB"
    }

    /// What is said of a recording that some browsers do not play.
    func notice(of support: BrowserSupport) -> String? {
        switch support {
        case .all: nil
        case .some: someBrowsers
        case .safari: onlySafari
        case .none: noBrowser
        }
    }

    private func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += thousands }
            text.append(digit)
        }
        return text
    }

    var value: TemplateValue {
        .record([
            ("notes", .text(notes)), ("index", .text(index)), ("byTitle", .text(byTitle)),
            ("byDate", .text(byDate)), ("previous", .text(previous)), ("next", .text(next)),
            ("created", .text(created)), ("edited", .text(edited)),
            ("emptyTitle", .text(emptyTitle)), ("emptyAdvice", .text(emptyAdvice)),
            ("skip", .text(skip)), ("letters", .text(letters)), ("years", .text(years)),
            ("photos", .text(photos)), ("undated", .text(undated)), ("close", .text(close)),
            ("zoom", .text(zoom)),
        ])
    }
}
