import Diagnostics
import NoteModel
import OutputPlan
import PhotoDerivatives
import SitePages

/// Has the photos of a notebook looked at and made smaller, all of them accounted for.
struct PhotoStation {
    let workshop: PhotoWorkshop
    let width: Int

    func prepare(
        _ notebook: Notebook, into report: inout Report, progress: BuildProgress
    ) throws -> PreparedPhotos {
        let identities = Set(notebook.notes.lazy.flatMap { $0.photos.compactMap(\.identity) })
        let identified = try Array(identities).concurrentMap(width: width) { identity in
            // A file that is gone or cut since it was listed costs its photo only.
            (identity, try? workshop.identify(identity))
        }
        // Equal photos are prepared once; any of them stands for all.
        var works: [PhotoWorkshop.Identified.Work: PhotoWorkshop.Identified] = [:]
        for (_, photo) in identified {
            if let photo { works[photo.work] = works[photo.work] ?? photo }
        }
        let inOrder = works.values.sorted { $0.digest.text < $1.digest.text }
        let counter = progress.counter("Photos", of: inOrder.count)
        let results = try inOrder.concurrentMap(width: width) { photo in
            defer { counter.advance() }
            return (photo.work, try workshop.prepare(photo, recipes: SitePictures.recipes))
        }
        // A photo may end a worker; a worker that ends at every photo is not one to trust with
        // taking photos off a site.
        if results.count >= 3, results.allSatisfy({ $0.1.endedWorker }) {
            throw BuildFailure(
                "The photo worker ended at each of \(results.count) photos. Check that notebinder-photos and libvips are of one installation, then run again."
            )
        }
        let byWork = Dictionary(uniqueKeysWithValues: results)
        var prepared: [Photo.Identity: PreparedPhoto] = [:]
        for (identity, photo) in identified {
            if let photo { prepared[identity] = byWork[photo.work] }
        }
        let photos = PreparedPhotos(prepared)
        account(for: notebook, photos, in: &report)
        return photos
    }

    /// Counts each photo once, in however many notes it is shown.
    private func account(
        for notebook: Notebook, _ photos: PreparedPhotos, in report: inout Report
    ) {
        var seen: Set<Photo.Identity> = []
        var missing: Set<PhotoName> = []
        for note in notebook.notes {
            for photo in note.photos {
                if let identity = photo.identity, !seen.insert(identity).inserted { continue }
                if photo.content == .missing, let name = photo.name.flatMap(PhotoName.init),
                    !missing.insert(name).inserted
                {
                    continue
                }
                report.photos.referenced += 1
                switch (photo.content, photos[photo]?.outcome) {
                case (_, .decoded(let decoded)?):
                    report.photos.published += 1
                    if decoded.carriesPosition { report.photos.carryingPosition += 1 }
                case (.missing, _): noteMissing(photo, note, in: &report)
                case (.damaged, _):
                    // The decoder has told why.
                    report.photos.unreadable.append(
                        .init(name: label(photo, note), reason: "its archive is damaged"))
                case (.stored, .unreadable(let reason, _)?):
                    noteUnreadable(photo, note, reason, in: &report)
                case (.stored, nil):
                    noteUnreadable(photo, note, "its file cannot be read", in: &report)
                }
            }
        }
    }

    private func noteMissing(_ photo: Photo, _ note: Note, in report: inout Report) {
        let name = label(photo, note)
        report.photos.missing.append(.init(name: name, reason: "named by “\(note.title)”"))
        report.diagnostics.append(
            Diagnostic(
                .missingPhoto, origin: .init(source: note.id.source),
                summary: "\(name) is missing: “\(note.title)” names it.",
                suggestion: "Copy it into the folder Photos of the notes folder."))
    }

    private func noteUnreadable(
        _ photo: Photo, _ note: Note, _ reason: String, in report: inout Report
    ) {
        let name = label(photo, note)
        report.photos.unreadable.append(.init(name: name, reason: reason))
        report.diagnostics.append(
            Diagnostic(
                .unreadablePhoto, origin: .init(source: note.id.source),
                summary: photo.name == nil
                    ? "\(name) cannot be shown: \(reason)."
                    : "\(name) in “\(note.title)” cannot be shown: \(reason).",
                suggestion: "The exports keep it as it is; replace it by a copy that opens."))
    }

    /// The file's name, or which photo of which note it is.
    private func label(_ photo: Photo, _ note: Note) -> String {
        if let name = photo.name { return name }
        let position = (note.photos.firstIndex(of: photo) ?? 0) + 1
        return "Photo \(position) of “\(note.title)”"
    }
}
