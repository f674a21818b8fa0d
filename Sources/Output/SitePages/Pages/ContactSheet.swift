import NoteModel

import struct Foundation.Date

/// Makes the page of all photos, by the months of their notes, the latest first. Drawings and the
/// app's thumbnails are not on it.
struct ContactSheet: Sendable {
    let notes: [Note]
    let map: SiteMap
    let media: NoteMedia
    let dates: NoteDates
    let words: LocalizedStrings

    /// True if the notebook has a photo that can be shown, and so a page of photos.
    var hasPictures: Bool {
        notes.indices.contains {
            !notes[$0].photos.isEmpty && !media.shownPictures(of: notes[$0]).isEmpty
        }
    }

    func page(_ frame: PageFrame, views: [IndexView]) -> PhotosPage {
        let withPhotos = notes.indices.filter { !notes[$0].photos.isEmpty }
            .sorted { left, right in
                let dates = (notes[left].date ?? .distantPast, notes[right].date ?? .distantPast)
                return dates.0 != dates.1 ? dates.0 > dates.1 : left < right
            }
        var months: [(key: Int?, name: String, photos: [(note: Int, photo: Int)])] = []
        for index in withPhotos {
            let time = notes[index].date.map(dates.time)
            let key = time.map { $0.year * 12 + $0.month }
            for position in media.shownPictures(of: notes[index]) {
                if months.last?.key == key, !months.isEmpty {
                    months[months.count - 1].photos.append((index, position))
                } else {
                    months.append(
                        (key, time.map(words.month) ?? words[.undated], [(index, position)]))
                }
            }
        }
        return PhotosPage(
            frame: frame,
            count: words.count(ofPhotos: months.reduce(0) { $0 + $1.photos.count }),
            views: views,
            months: months.enumerated().map { number, month in
                let sizes = month.photos.compactMap(size)
                return PhotosPage.Month(
                    name: month.name, identifier: "month-\(number + 1)",
                    rows: [
                        RatioSheet.extentName(of: sizes),
                        PhotoRows.month.className(of: sizes.map(RatioSheet.ratio)),
                    ].compactMap(\.self).joined(separator: " "),
                    photoCount: month.photos.count,
                    photo: { index in
                        item(month.photos[index], isLazy: number > 0 || index > 0)
                    })
            })
    }

    private func size(_ place: (note: Int, photo: Int)) -> PixelSize? {
        media.pixelSize(of: notes[place.note].photos[place.photo])
    }

    private func item(_ place: (note: Int, photo: Int), isLazy: Bool) -> PhotosPage.Item? {
        let note = notes[place.note]
        let photo = note.photos[place.photo]
        guard let thumbnail = media.contact(of: photo) else { return nil }
        var link = NoteLink(title: note.title, address: map.address(ofNote: place.note, from: ""))
        link.address += "#" + PageIdentifier.photo(place.photo)
        return PhotosPage.Item(
            thumbnail: thumbnail, link: link, date: dates.created(note) ?? dates.edited(note),
            caption: photo.shownCaption, isLazy: isLazy)
    }
}
