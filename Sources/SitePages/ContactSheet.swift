import Foundation
import NoteModel
import OutputPlan

/// Plans the page of all photos: by the months of their notes, the latest first.
struct ContactSheet {
    let options: SiteOptions
    let words: InterfaceWords

    /// Nil for a notebook without a picture.
    func page(
        _ frame: PageFrame, _ notes: [Note], _ slugs: [Slug], _ media: NoteMedia
    ) -> PhotosPage? {
        let withPictures = notes.indices.filter { !notes[$0].photos.isEmpty }
            .sorted { left, right in
                let dates = (notes[left].date ?? .distantPast, notes[right].date ?? .distantPast)
                return dates.0 != dates.1 ? dates.0 > dates.1 : left < right
            }
        var months: [(key: Int?, name: String, items: [PhotosPage.Item])] = []
        var count = 0
        for index in withPictures {
            let note = notes[index]
            let time = note.date.map {
                CivilTime($0, offset: options.timeZone.secondsFromGMT(for: $0))
            }
            let key = time.map { $0.year * 12 + $0.month }
            for (position, photo) in note.photos.enumerated() {
                guard let thumbnail = media.thumbnail(of: photo) else { continue }
                var link = NoteLink(title: note.title, slugs[index], from: "notes/")
                link.address += "#photo-\(position + 1)"
                let item = PhotosPage.Item(
                    thumbnail: thumbnail, link: link, caption: photo.shownCaption,
                    isLazy: count > 0)
                count += 1
                if months.last?.key == key, !months.isEmpty {
                    months[months.count - 1].items.append(item)
                } else {
                    months.append((key, time.map(words.month) ?? words.undated, [item]))
                }
            }
        }
        guard count > 0 else { return nil }
        return PhotosPage(
            frame: frame, count: words.count(ofPhotos: count),
            months: months.enumerated().map { number, month in
                .init(
                    name: month.name, identifier: "month-\(number + 1)", photos: month.items)
            })
    }
}
