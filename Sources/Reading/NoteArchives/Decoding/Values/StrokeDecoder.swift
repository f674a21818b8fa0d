import KeyedArchives
import NoteModel

/// Decodes the strokes of a drawing: a list of objects or dictionaries with points, a width, a
/// colour and, for an eraser, a flag.
struct StrokeDecoder {
    private let opened: OpenedArchive
    private let vocabulary: ArchiveVocabulary
    private let expectsDots: Bool
    private var archive: KeyedArchive { opened.archive }
    /// The number of strokes with one point; the next two count strokes without points, and
    /// unreadable ones.
    private var dots = 0
    private var blanks = 0
    private var unreadable = 0

    /// The maximum nesting depth of objects.
    private static let maximumDepth = 6

    /// - Parameter expectsDots: True if strokes of one point are dots, and not what is left of
    ///   longer ones.
    init(_ opened: OpenedArchive, vocabulary: ArchiveVocabulary, expectsDots: Bool = false) {
        (self.opened, self.vocabulary, self.expectsDots) = (opened, vocabulary, expectsDots)
    }

    /// The problems with the strokes read so far, as a part of a sentence; nil if there are none.
    var fault: (identifier: Diagnostic.Identifier, text: String)? {
        let counts: [(count: Int, one: String, several: String)] = [
            (
                expectsDots ? 0 : dots, "has one point and is drawn as a dot",
                "have one point each and are drawn as dots"
            ),
            (blanks, "has no points and was left out", "have no points and were left out"),
            (unreadable, "cannot be read and was left out", "cannot be read and were left out"),
        ]
        let faults = counts.filter { $0.count > 0 }.map { count, one, several in
            count == 1 ? "a stroke \(one)" : "\(count) strokes \(several)"
        }
        guard !faults.isEmpty else { return nil }
        return (unreadable > 0 ? .damagedObject : .oddStroke, faults.joined(separator: "; "))
    }

    /// Returns the strokes of a list, of an object that holds one, or of data that is an archive of
    /// either.
    ///
    /// - Throws: ``ArchiveError`` for any other value, and for a list without a readable stroke.
    mutating func strokes(of value: PropertyListValue, depth: Int = 0) throws -> [Stroke] {
        guard depth < Self.maximumDepth else { throw Self.none }
        if let reference = try archive.data(value), opened.isArchive(reference) {
            let nested = try opened.nested(reference)
            var decoder = StrokeDecoder(nested, vocabulary: vocabulary)
            guard let root = nested.archive.root else { throw Self.none }
            let strokes = try decoder.strokes(of: root, depth: depth + 1)
            dots += decoder.dots
            blanks += decoder.blanks
            unreadable += decoder.unreadable
            return strokes
        }
        if let members = try archive.array(value) {
            var strokes: [Stroke] = []
            for member in members {
                do {
                    if let stroke = try stroke(of: member) { strokes.append(stroke) }
                } catch {
                    if error.isTooMuch { throw error }
                    unreadable += 1
                }
            }
            guard !strokes.isEmpty || unreadable == 0 else { throw Self.none }
            return strokes
        }
        guard let record = try ArchivedRecord(value, in: archive, vocabulary: vocabulary),
            let list = record[.strokes].first
        else { throw Self.none }
        return try strokes(of: list.value, depth: depth + 1)
    }

    private static let none = ArchiveError(.badObject("it is not a list of strokes"))

    private mutating func stroke(of value: PropertyListValue) throws -> Stroke? {
        guard let record = try ArchivedRecord(value, in: archive, vocabulary: vocabulary) else {
            throw Self.none
        }
        var fields = record.fields
        // The brush may be an object of its own.
        if let brush = field(["brush", "pen", "style", "ink"], fields: fields),
            let inner = try ArchivedRecord(brush, in: archive, vocabulary: vocabulary)
        {
            fields += inner.fields
        }
        guard let list = field(["points", "path", "locations", "positions"], fields: fields) else {
            throw Self.none
        }
        let points = try points(of: list)
        guard !points.isEmpty else {
            blanks += 1
            return nil
        }
        if points.count == 1 { dots += 1 }
        let width =
            number(["width", "lineWidth", "strokeWidth", "brushSize", "size"], fields: fields) ?? 2
        let colour = try field(
            ["color", "colour", "strokeColor", "lineColor", "brushColor"], fields: fields
        ).flatMap { try self.colour($0) }
        let moment = moment(fields)
        // Written by Notebinder only.
        let tool = try field(["tool"], fields: fields)
            .flatMap { try archive.string($0) }
            .flatMap { Stroke.Tool(rawValue: $0) }
        if let list = field(["anchorWidths"], fields: fields),
            var curves = Stroke(
                curves: points, anchorWidths: try numbers(list), colour: colour ?? "#000000",
                tool: tool ?? .pen)
        {
            curves.moment = moment
            return curves
        }
        var stroke = Stroke(
            points: points, width: width.isFinite ? min(max(width, 0.25), 1000) : 2,
            colour: colour ?? "#000000", isEraser: isEraser(fields), tool: tool ?? .pen)
        stroke.moment = moment
        return stroke
    }

    /// Returns the moment of a recording at which a stroke was begun; nil if it has none. A number
    /// of the recording is written by Notebinder only.
    private func moment(_ fields: [ArchivedRecord.Field]) -> RecordedMoment? {
        let names = [
            "seconds", "recordingTime", "audioTime", "startTime", "timeOffset", "time", "timestamp",
        ]
        guard let seconds = number(names, fields: fields) else { return nil }
        let recording = number(["recording"], fields: fields).flatMap { Int(exactly: $0) }
        return RecordedMoment(recording: recording ?? 0, seconds: seconds)
    }

    private func numbers(_ list: PropertyListValue) throws -> [Double] {
        var numbers: [Double] = []
        for member in try archive.array(list) ?? [] {
            guard let number = try archive.number(member)?.double, number.isFinite else { break }
            numbers.append(number)
        }
        return numbers
    }

    private func field(_ names: [String], fields: [ArchivedRecord.Field]) -> PropertyListValue? {
        for name in names {
            let wanted = ArchiveVocabulary.normalised(name)
            if let field = fields.first(where: { ArchiveVocabulary.normalised($0.key) == wanted }) {
                return field.value
            }
        }
        return nil
    }

    private func number(_ names: [String], fields: [ArchivedRecord.Field]) -> Double? {
        field(names, fields: fields).flatMap { (try? archive.number($0))?.flatMap(\.double) }
    }

    private func isEraser(_ fields: [ArchivedRecord.Field]) -> Bool {
        if let sign = field(
            ["isEraser", "eraser", "erase", "isErasing", "erasing"], fields: fields)
        {
            let value = (try? archive.number(sign)).flatMap(\.self)
            return value == .bool(true) || value?.double.map { $0 != 0 } ?? false
        }
        guard let tool = field(["tool", "type", "kind", "mode"], fields: fields),
            let name = try? archive.string(tool)
        else { return false }
        return name.lowercased().hasPrefix("eras")
    }

    /// Returns a colour as `#rrggbb` or `#rrggbbaa`, from a colour object or from text; nil for any
    /// other value.
    private func colour(_ value: PropertyListValue) throws -> String? {
        if let colour = try archive.color(value) { return colour }
        guard let text = try archive.string(value) else { return nil }
        let digits = text.drop { $0 == "#" }.lowercased()
        guard [6, 8].contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        return "#" + digits
    }

    /// Returns the points of a list, which are objects, strings such as `{1, 2}`, records with x
    /// and y, or plain numbers for x and y alternately.
    private mutating func points(of value: PropertyListValue) throws -> [Point] {
        guard let members = try archive.array(value) else { return [] }
        // Many strokes may share a list, and many notes a drawing.
        try opened.budget.spend(members.count, on: .points)
        var points: [Point] = []
        var single: Double?
        for member in members {
            if let number = try archive.number(member)?.double {
                if let x = single {
                    points += [Point(finite: x, number)].compactMap(\.self)
                    single = nil
                } else {
                    single = number
                }
            } else if let point = try point(of: member, depth: 0) {
                points.append(point)
            }
        }
        return points
    }

    private func point(of value: PropertyListValue, depth: Int) throws -> Point? {
        guard depth < Self.maximumDepth else { return nil }
        if let text = try archive.string(value) { return Point(text) }
        if case .instance(let instance) = try archive.object(value),
            let place = instance["NS.pointval"], let text = try archive.string(place)
        {
            return Point(text)
        }
        guard let record = try ArchivedRecord(value, in: archive, vocabulary: vocabulary) else {
            return nil
        }
        if let nested = field(["location", "point", "position"], fields: record.fields) {
            return try point(of: nested, depth: depth + 1)
        }
        guard let x = number(["x"], fields: record.fields),
            let y = number(["y"], fields: record.fields)
        else {
            return nil
        }
        return Point(finite: x, y)
    }
}

extension Point {
    /// Creates a point; nil if a coordinate is not finite, or its magnitude exceeds
    /// `Point.farthest`.
    init?(finite x: Double, _ y: Double) {
        guard x.isFinite, y.isFinite, abs(x) <= Point.farthest, abs(y) <= Point.farthest else {
            return nil
        }
        self.init(x: x, y: y)
    }

    /// Creates a point from text such as `{1.5, 2}`, as written by Foundation; nil for any other
    /// text.
    init?(_ text: String) {
        let numbers = text.numbersInBraces
        guard numbers.count == 2 else { return nil }
        self.init(finite: numbers[0], numbers[1])
    }
}
