import NoteEditing
import NoteModel
import Platform

/// The files of the sample notes folder.
struct SampleNotebook {
    private(set) var archives: [(name: String, bytes: [UInt8])] = []
    /// The files in the folder `Photos`.
    private(set) var media: [(name: String, bytes: [UInt8])] = []
    /// The number of notes that can be read.
    private(set) var count = 0

    private typealias Files = EmbeddedTexts
    private typealias Shot = SamplePictures.Shot

    init(pictures: SamplePictures) throws {
        try addNotesWithPhotosInside(pictures)
        try addNotesWithPhotosBeside(pictures)
        addNotesInWords()
        try addOtherKinds(pictures)
        addDamage()
    }

    /// Adds notes with photos inside their archives: as data, as mutable data, as an image with an
    /// orientation, and in a dictionary.
    private mutating func addNotesWithPhotosInside(_ pictures: SamplePictures) throws {
        let garda = DrawRequest.Position(latitude: 45.5786, longitude: 10.7156)
        let journey = [
            Shot(scene: Files.lake_svg, orientation: 6, position: garda),
            Shot(
                scene: Files.harbour_svg, orientation: 3,
                position: .init(latitude: 45.5497, longitude: 10.7206)),
            Shot(
                scene: Files.cypresses_svg, orientation: 8,
                position: .init(latitude: 43.0637, longitude: 11.6014)),
        ]
        add(
            "Three days on the lake", body: Files.journey_md, day: 0,
            photos: .array(try journey.map { .data(try pictures.bytes(of: $0)) }), editedDay: 4)
        let market = try pictures.bytes(of: Shot(scene: Files.market_svg, position: garda))
        add(
            "Shopping list", body: Files.shopping_md, day: 9,
            photos: .array([.mutableData(market)]))
        // The phone was held upright: UIImageOrientation 3, EXIF 6.
        let desk = try pictures.bytes(of: Shot(scene: Files.desk_svg, orientation: 6, isPNG: true))
        add(
            "On keeping a notebook", body: Files.essay_md, day: 30,
            photos: .array([.image(png: desk, orientation: 3)]), editedDay: 33)
        let tart = try pictures.bytes(of: Shot(scene: Files.tart_svg, orientation: 5))
        add(
            "Market in Padua", body: Files.market_md, day: 12,
            photos: .dictionary([
                ("10 Coffee on the train home", .name("train.jpg")),
                ("2 A tart, bought not baked", .data(tart)), ("1 Oranges", .data(market)),
            ]))
    }

    /// Adds notes with photos in files, which they refer to by name, by an old path on the phone,
    /// by a URL, and in another spelling than the file's; one photo is missing.
    private mutating func addNotesWithPhotosBeside(_ pictures: SamplePictures) throws {
        let vienna = DrawRequest.Position(latitude: 48.185, longitude: 16.3761)
        media = [
            ("tart.jpg", try pictures.bytes(of: Shot(scene: Files.tart_svg, orientation: 2))),
            (
                "Train.JPG",
                try pictures.bytes(
                    of: Shot(scene: Files.train_svg, orientation: 7, position: vienna))
            ),
            // Decomposed, as an iPhone's file system stores the name.
            (
                "Caf\u{65}\u{301}.png",
                try pictures.bytes(of: Shot(scene: Files.harbour_svg, isPNG: true))
            ),
            ("captions.yml", Array(text(Files.captions_yml).utf8)),
            ("song.wav", SampleSong.song),
        ]
        add("Lemon tart", body: Files.tart_md, day: 15, photos: .array([.name("tart.jpg")]))
        add(
            "Night train to Vienna", body: Files.night_train_md, day: 21,
            photos: .array([
                .name(
                    "/var/mobile/Containers/Data/Application/4F1C/Documents/MyNotes/Photos/train.jpg"
                )
            ]))
        add(
            "À Hélène", body: Files.postcard_md, day: 23,
            photos: .array([.url("file:///var/mobile/Documents/MyNotes/Photos/Caf%C3%A9.png")]))
        add("Sunrise", body: Files.sunrise_md, day: 26, photos: .array([.name("sunrise.jpg")]))
    }

    private mutating func addNotesInWords() {
        add("Grandmother’s minestrone", body: Files.soup_md, day: 16)
        add("Trains", body: Files.trains_md, day: 2)
        add("A script for the scans", body: Files.script_md, day: 40)
        add("東京の朝ごはん", body: Files.breakfast_md, day: 44)
        add("رسالة من القاهرة", body: Files.letter_md, day: 47)
        add("🎂 Mia’s birthday", body: Files.birthday_md, day: 50)
        add("Monday", body: Files.monday_one_md, day: 52)
        add("Monday", body: Files.monday_two_md, day: 59)
        add(nil, body: Files.nameless_md, day: 60)
        add("Books to read", body: Files.books_md, day: 61, className: "My_Notes.NoteObj")
        let haiku = [("Haiku 1", Files.haiku_one_md), ("Haiku 2", Files.haiku_two_md)]
        archives.append(
            (
                "Haiku.archive",
                NoteArchiveWriter.archive(
                    haiku.map {
                        ArchivedNote(title: $0.0, body: text($0.1), created: date(day: 63))
                    })
            ))
        count += haiku.count
    }

    /// Adds a deck, napkin notes, and a store of lectures with its folder of large files.
    private mutating func addOtherKinds(_ pictures: SamplePictures) throws {
        archives.append(("Italian at the table.archive", SampleKinds.deck))
        let napkins = SampleKinds.napkins(
            front: try pictures.bytes(of: Shot(scene: Files.cat_svg, isPNG: true)),
            thumbnail: try pictures.bytes(of: Shot(scene: Files.cat_svg, isPNG: true, width: 44)),
            back: try pictures.bytes(
                of: Shot(scene: Files.shelf_svg, isPNG: true, isInk: true, width: 800)))
        archives.append(("NapkinNotes.archive", napkins))
        let lectures = try SampleKinds.lectures(recording: SampleSong.tones, in: pictures.folder)
        archives.append(("Lectures.sqlite", lectures))
        archives.append(
            (
                ".Lectures_SUPPORT/" + SampleKinds.externalPhoto,
                try pictures.bytes(of: Shot(scene: Files.harbour_svg))
            ))
        count += 4
    }

    /// Adds an archive that is truncated, as by an interrupted copy.
    private mutating func addDamage() {
        let note = ArchivedNote(title: "Cut off", body: text(Files.essay_md))
        archives.append(("Torn.data", Array(NoteArchiveWriter.archive(note).prefix(1200))))
    }

    private mutating func add(
        _ title: String?, body: String, day: Int, photos: ArchivedNote.Photos = .none,
        editedDay: Int? = nil, className: String = "NoteObj"
    ) {
        let note = ArchivedNote(
            title: title, body: text(body), photos: photos, created: date(day: day),
            modified: editedDay.map { date(day: $0) })
        let number = String("0\(archives.count + 1)".suffix(2))
        archives.append(
            ("Note\(number).data", NoteArchiveWriter.archive(note, className: className)))
        count += 1
    }

    /// Returns a text of the folder `Texts`, as typed on a phone.
    private func text(_ file: String) -> String {
        // The line feed at the end of the file is not part of the text.
        String(file.dropLast())
    }

    /// Returns the time of day 18:30 UTC, a number of days after Friday, 4 May 2012.
    private func date(day: Int) -> Date {
        Date(timeIntervalSince1970: 1_336_156_200 + Double(day) * 86_400)
    }
}
