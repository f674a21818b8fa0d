import Markup
import NoteModel
import Platform

/// The page of all photos, by the months of their notes, the latest first. Drawings and the app's
/// thumbnails are not on it.
extension NoteIndexes {
    /// True if the notebook has a photo that can be shown, and so a page of photos.
    var hasPictures: Bool {
        !media.media.isEmpty
            && site.rows.contains {
                !$0.note.photos.isEmpty && !media.shownPictures(of: $0.note).isEmpty
            }
    }

    func photos(_ frame: PageFrame) -> TemplateValue {
        let rows = site.rows
        let withPhotos = rows.indices.filter { !rows[$0].note.photos.isEmpty }
            .sorted { left, right in
                let first = rows[left].note.date ?? .distantPast
                let second = rows[right].note.date ?? .distantPast
                return first != second ? first > second : left < right
            }
        var months: [(key: Int?, name: String, photos: [(note: Int, photo: Int)])] = []
        for index in withPhotos {
            let time = rows[index].note.date.map(dates.time)
            let key = time.map { $0.year * 12 + $0.month }
            for position in media.shownPictures(of: rows[index].note) {
                if months.last?.key == key, !months.isEmpty {
                    months[months.count - 1].photos.append((index, position))
                } else {
                    months.append(
                        (key, time.map(words.month) ?? words[.undated], [(index, position)]))
                }
            }
        }
        return frame.photos(
            count: words.count(of: months.reduce(0) { $0 + $1.photos.count }, as: \.photoCount),
            months: months.enumerated().map { number, month in
                let sizes = month.photos.compactMap {
                    media.pixelSize(of: rows[$0.note].note.photos[$0.photo])
                }
                let classes = [
                    RatioSheet.extentName(of: sizes),
                    PhotoRows.month.className(of: sizes.map(RatioSheet.ratio)),
                ].compactMap(\.self).joined(separator: " ")
                let photos = TemplateValue.made(count: month.photos.count) { [self] index in
                    photo(month.photos[index], isLazy: number > 0 || index > 0)
                }
                return (month.name, "month-\(number + 1)", classes, photos)
            })
    }

    private func photo(_ place: (note: Int, photo: Int), isLazy: Bool) -> TemplateValue {
        let note = site.rows[place.note].note
        let photo = note.photos[place.photo]
        guard let thumbnail = media.contact(of: photo) else { return .absent }
        var link = NoteLink(title: note.title, address: map.address(ofNote: place.note, from: ""))
        link.address += "#" + PageIdentifier.photo(place.photo)
        return .listedPhoto(
            thumbnail, link: link, date: dates.created(note) ?? dates.edited(note),
            caption: photo.shownCaption, isLazy: isLazy)
    }
}
