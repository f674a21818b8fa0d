import KeyedArchives
import LocalFiles
import NoteModel
import Platform

/// The objects that are placed on the pages of a Notability note: pictures, boxes with text, sticky
/// notes and formulas, each in the coordinates of the whole note, from bottom to top.
struct NotabilityMedia {
    struct Picture {
        let photo: Medium
        let frame: Frame
        let rotation: Double
        let crop: Frame?
    }

    private(set) var pictures: [Picture] = []
    private(set) var textBoxes: [TextBox] = []
    /// The positions in the list of objects of a kind that is not known, and the objects.
    private(set) var unknown: [(position: Int, object: PropertyListValue)] = []

    private let objects: NotabilityObjects
    private let package: NotabilityPackage

    /// - Parameter text: The value `richText` of the note.
    init(_ text: ArchivedInstance?, in objects: NotabilityObjects, package: NotabilityPackage) {
        (self.objects, self.package) = (objects, package)
        let values = objects.members(text?["mediaObjects"]).enumerated().map { position, value in
            (position, value, objects.instance(value))
        }
        let inOrder = values.sorted { one, other in
            let heights = (height(of: one.2), height(of: other.2))
            return heights.0 != heights.1 ? heights.0 < heights.1 : one.0 < other.0
        }
        for (position, value, object) in inOrder where !add(object) {
            unknown.append((position, value))
        }
        unknown.sort { $0.position < $1.position }
    }

    private func height(of object: ArchivedInstance?) -> Double {
        objects.number(object?["zIndex"]) ?? 0
    }

    /// Adds an object; returns false for one that is not known.
    private mutating func add(_ object: ArchivedInstance?) -> Bool {
        guard let object,
            let origin = objects.string(object["documentOrigin"]).flatMap({ Point($0) }),
            let size = objects.string(object["unscaledContentSize"]).flatMap({ Point($0) }),
            let frame = Frame(x: origin.x, y: origin.y, width: size.x, height: size.y)
        else { return false }
        // The value is in radians, whatever its key says.
        let degrees = (objects.number(object["rotationDegrees"]) ?? 0) * 180 / .pi
        let rotation = degrees.isFinite ? degrees : 0
        if object.isKind(of: "ImageMediaObject") {
            guard let picture = picture(object, frame: frame, rotation: rotation) else {
                return false
            }
            pictures.append(picture)
            return true
        }
        if object.isKind(of: "MathMediaObject"), let formula = objects.string(object["latex"]) {
            textBoxes.append(TextBox("$\(formula)$", frame: frame, rotation: rotation))
            return true
        }
        guard object.isKind(of: "CanvasMediaObject") || object.isKind(of: "TextBlockMediaObject")
        else { return false }
        let text = text(of: objects.instance(object["textStore"]))
        textBoxes.append(
            TextBox(
                text.string, frame: frame, rotation: rotation, fontSize: text.size ?? 0,
                colour: colour(of: object)))
        return true
    }

    private func picture(
        _ object: ArchivedInstance, frame: Frame, rotation: Double
    ) -> NotabilityMedia.Picture? {
        guard let figure = objects.instance(object["figure"]),
            let background = objects.instance(figure["FigureBackgroundObjectKey"]),
            let snapshot = objects.instance(background["kImageObjectSnapshotKey"]),
            let path = objects.string(snapshot["relativePath"])
        else { return nil }
        // The rectangle counts only together with the outline of what was cut out.
        var crop: Frame?
        if let outline = figure["$0"], (try? objects.archive.object(outline)) != .null,
            objects.string(outline) == nil
        {
            crop = objects.string(figure["FigureCropRectKey"]).flatMap { Frame($0) }
        }
        // The picture of an animation is one of its frames.
        let animation = objects.string(object["assetsIdKey"]).map { "Assets/\($0)/media.gif" }
        let file = animation.flatMap { package.has($0) ? $0 : nil } ?? path
        package.passOver(path)
        // The app's own picture of the part that is shown.
        let content = objects.instance(object["contentSnapshot"])
        if let shown = objects.string(content?["relativePath"]) { package.passOver(shown) }
        let photo = Medium(
            .photo, name: LocalFiles.name(of: file), caption: caption(of: object),
            content: package.content(of: file))
        return Picture(photo: photo, frame: frame, rotation: rotation, crop: crop)
    }

    /// Returns the caption of a picture; nil for none, or for one that the app hides.
    private func caption(of object: ArchivedInstance) -> String? {
        guard objects.hasShownCaption(object), let store = object["captionFieldText"] else {
            return nil
        }
        let text = objects.string(store) ?? text(of: objects.instance(store)).string
        return text.isEmpty ? nil : text
    }

    /// Returns the text of a box and the size of its first letters.
    private func text(of store: ArchivedInstance?) -> (string: String, size: Double?) {
        guard let fields = objects.fields(store?["attributedString"]),
            let string = objects.string(fields["stringKey"])
        else { return ("", nil) }
        let font = objects.members(fields["subRangesKey"]).lazy
            .compactMap { objects.fields(objects.fields($0)?["subRangeFontKey"]) }.first
        return (
            string.withoutOuterLineBreaks,
            objects.number(font?["NSFontSizeAttribute"])
        )
    }

    /// Returns the colour of a box or a sticky note; nil for none.
    private func colour(of object: ArchivedInstance) -> String? {
        let attributes = objects.instance(object["kCanvasMediaObjectPaperAttributes"])
        if let colour = objects.string(attributes?["paperIdentifier"])
            .flatMap(NotabilityLayout.colour(ofIdentifier:))
        {
            return colour
        }
        let style = objects.instance(object["paperStyleObject"])
        return style?["paperColor"].flatMap { (try? objects.archive.color($0)).flatMap(\.self) }
    }
}

extension NotabilityObjects {
    /// Returns false for a picture whose caption the app hides.
    func hasShownCaption(_ picture: ArchivedInstance) -> Bool {
        picture["isCaptionEnabled"].flatMap { try? archive.number($0) } != .bool(false)
    }
}
