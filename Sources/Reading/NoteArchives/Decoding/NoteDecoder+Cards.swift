import KeyedArchives
import NoteModel
import Platform

/// The location of a card in its archive, with its archive keys.
package struct CardPlace: Hashable, Sendable {
    package let path: ArchivePath
    package let keys: CardKeys
}

/// The archive keys of the parts of a card; nil for a part that the app did not archive.
package struct CardKeys: Hashable, Sendable, Codable {
    package var question: String?
    package var answer: String?
    package var rightCount: String?
    package var wrongCount: String?

    /// The keys of cards that this program archives.
    package static let standard = CardKeys(
        question: "question", answer: "answer", rightCount: "rightCount", wrongCount: "wrongCount")
}

/// A decoded card, with the pictures on it.
struct ReadCard {
    let card: Card
    let place: CardPlace
    let photos: [Medium]
    /// The number of photos on this card and those before it.
    let photosSoFar: Int
    /// The dates of creation and of the last modification; nil for most apps, which do not store
    /// them.
    let created: Date?
    let modified: Date?
}

/// Decoding of flash cards.
extension NoteDecoder {
    /// True if a record is a card, by its class or by its fields.
    func isCard(_ record: ArchivedRecord, kind: ArchiveVocabulary.Kind?) -> Bool {
        guard kind != .card else { return true }
        guard kind == nil, !record[.question].isEmpty, !record[.answer].isEmpty,
            record[.title].isEmpty
        else { return false }
        // Some keys are used for cards and for notes; text under a key that only notes have makes
        // it a note.
        let own = Set((record[.question] + record[.answer]).map(\.key))
        return !record[.body].contains { !own.contains($0.key) && archive.isText($0.value) }
    }

    /// Returns the card of a record.
    ///
    /// - Parameters:
    ///   - name: The card's name in messages, such as “card 3”.
    ///   - photosBefore: The number of photos on the cards before it.
    /// - Returns: The card; nil if it has neither side, which is reported.
    mutating func card(
        _ record: ArchivedRecord, at path: ArchivePath, named name: String, photosBefore: Int
    ) -> ReadCard? {
        let place = path.description
        var used = UsedKeys()
        var keys = CardKeys()
        var photos: [Medium] = []
        var question = side(
            record[.question], place: place, key: &keys.question, photosBefore: photosBefore,
            photos: &photos, used: &used)
        var answer = side(
            record[.answer], place: place, key: &keys.answer, photosBefore: photosBefore,
            photos: &photos, used: &used)
        for field in record.fields
        where !used.contains(field.key) && photoDecoder.isPicture(field.value) {
            used.insert(field.key)
            let found = photoDecoder.photos(of: field.value, place: place + "." + field.key)
            let first = photosBefore + photos.count + 1
            let marks = found.indices.map { "![](\(first + $0))" }.joined(separator: "\n\n")
            let isBack = ["back", "answer"].contains { field.key.lowercased().contains($0) }
            photos += found
            if isBack {
                answer = [answer, marks].compactMap(\.self).joined(separator: "\n\n")
            } else {
                question = [question, marks].compactMap(\.self).joined(separator: "\n\n")
            }
        }
        diagnostics += photoDecoder.takeDiagnostics()
        let lacks = question == nil ? "no question" : answer == nil ? "no answer" : nil
        guard question != nil || answer != nil else {
            report(
                .incompleteCard, place: place,
                summary:
                    "\(source.name): \(name) has neither a question nor an answer; it was left out."
            )
            return nil
        }
        if let lacks {
            report(
                .incompleteCard, place: place, summary: "\(source.name): \(name) has \(lacks).",
                suggestion: "It is shown with the other side alone.")
        }
        let right = count(
            record[.rightCount], what: "right", name: name, place: place, key: &keys.rightCount,
            used: &used)
        let wrong = count(
            record[.wrongCount], what: "wrong", name: name, place: place, key: &keys.wrongCount,
            used: &used)
        let identifier = identifier(of: record, &used)
        let created = date(record[.created], place: place, used: &used).instant
        let modified = date(record[.modified], place: place, used: &used).instant
        return ReadCard(
            card: Card(
                question: question ?? "", answer: answer ?? "", rightCount: right,
                wrongCount: wrong, identifier: identifier,
                otherFields: otherFields(of: record, used)
            ), place: CardPlace(path: path, keys: keys),
            photos: photos, photosSoFar: photosBefore + photos.count, created: created,
            modified: modified)
    }

    /// Returns the text of one side of a card, from the first field that has any; several answers
    /// become paragraphs. Nil if the side is empty.
    private mutating func side(
        _ fields: [ArchivedRecord.Field], place: String, key: inout String?,
        photosBefore: Int, photos: inout [Medium], used: inout UsedKeys
    ) -> String? {
        for field in fields where !used.contains(field.key) {
            var text =
                richSide(field, place: place, photosBefore: photosBefore, photos: &photos)
                ?? lines(of: field.value)
            if text == nil, let inner = try? record(of: field.value) {
                // A side may be an object that contains the text.
                text =
                    (inner[.body] + inner[.title]).lazy
                    .compactMap { [archive] in try? archive.string($0.value) }.first
            }
            if text == nil, !photoDecoder.isPicture(field.value) {
                text = self.text(field, place: place)
            }
            if let text, !text.isBlank {
                used.insert(field.key)
                key = field.key
                return text
            }
            // The key of an empty side is the one under which a text would be written.
            if text != nil, key == nil { key = field.key }
        }
        if let key { used.insert(key) }
        return nil
    }

    /// Returns rich text of one side as Markdown, in which the pictures of the whole deck are
    /// numbered consecutively; nil for any other value.
    private mutating func richSide(
        _ field: ArchivedRecord.Field, place: String, photosBefore: Int,
        photos: inout [Medium]
    ) -> String? {
        // Most sides are plain, and there may be many cards.
        if case .value(.string) = try? archive.object(field.value) { return nil }
        var all = Array(repeating: Medium(.photo, content: .damaged), count: photosBefore) + photos
        let text = richText(field, place: place, photos: &all)
        photos = Array(all.dropFirst(photosBefore))
        return text
    }

    private func lines(of value: PropertyListValue) -> String? {
        guard let members = try? archive.array(value) else { return nil }
        let texts = members.compactMap { try? archive.string($0) }
        return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
    }

    private mutating func count(
        _ fields: [ArchivedRecord.Field], what: String, name: String, place: String,
        key: inout String?, used: inout UsedKeys
    ) -> Int {
        guard let field = fields.first else { return 0 }
        key = field.key
        used.insert(field.key)
        let value = (try? archive.number(field.value)).flatMap(\.self)?.double
        if let value, value >= 0, value <= Self.highestCount { return Int(value) }
        let text = (try? archive.string(field.value)).flatMap(\.self)
        guard value != nil || text != nil || (try? archive.object(field.value)) != .null else {
            return 0
        }
        let known = text.flatMap { Int($0) }.flatMap {
            (0...Int(Self.highestCount)).contains($0) ? $0 : nil
        }
        let written =
            text.map { "“\($0.prefix(40))”" }
            ?? value.map { Int32(exactly: $0).map { String($0) } ?? String($0) } ?? "some"
        report(
            .impossibleCount, place: place + "." + field.key,
            summary:
                "\(source.name): \(name) was \(what) \(written) times, it says; that counts as \(known ?? 0)."
        )
        return known ?? 0
    }

    private static let highestCount = Double(Card.highestCount)
}
