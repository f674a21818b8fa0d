/// The texts of the sample notes, as typed on a phone, in the folder `Texts`.
enum SampleTexts {
    static let journey = text(PackageResources.journey_md)
    static let tart = text(PackageResources.tart_md)
    static let soup = text(PackageResources.soup_md)
    static let shopping = text(PackageResources.shopping_md)
    static let trains = text(PackageResources.trains_md)
    static let script = text(PackageResources.script_md)
    static let essay = text(PackageResources.essay_md)
    static let breakfast = text(PackageResources.breakfast_md)
    static let letter = text(PackageResources.letter_md)
    static let birthday = text(PackageResources.birthday_md)
    /// The captions of the photos in files, as `captions.yml` has them.
    static let captions = text(PackageResources.captions_yml)
    static let mondayOne = text(PackageResources.monday_one_md)
    static let mondayTwo = text(PackageResources.monday_two_md)
    static let nameless = text(PackageResources.nameless_md)
    static let nightTrain = text(PackageResources.night_train_md)
    static let market = text(PackageResources.market_md)
    static let postcard = text(PackageResources.postcard_md)
    static let sunrise = text(PackageResources.sunrise_md)
    static let books = text(PackageResources.books_md)
    static let haikuOne = text(PackageResources.haiku_one_md)
    static let haikuTwo = text(PackageResources.haiku_two_md)

    private static func text(_ bytes: [UInt8]) -> String {
        // The line feed at the end of the file is not part of the text.
        String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    /// A card of the deck.
    struct Card {
        let question: String
        let answer: String
        let right: Int
        let wrong: Int
    }

    static let cards = [
        Card(question: "the bill, please", answer: "*il conto, per favore*", right: 6, wrong: 1),
        Card(
            question: "Is there a table for **two**?", answer: "C’è un tavolo per **due**?",
            right: 2, wrong: 3),
        Card(question: "lemon", answer: "*il limone*, plural *i limoni*", right: 4, wrong: 0),
        Card(
            question: "`buono` before *amico*?", answer: "buon amico – it loses its end", right: 0,
            wrong: 4),
        Card(question: "breakfast", answer: "la colazione", right: 1, wrong: 1),
        Card(question: "the day before yesterday", answer: "l’altro ieri", right: 0, wrong: 0),
    ]

    /// The texts of a napkin note.
    struct Napkin {
        let title: String
        let text: String
        let date: String
    }

    static let shelf = Napkin(
        title: "A shelf for the cat", text: "Above the window, out of the sun. Plan on the back.",
        date: "2012-05-22")
    static let tip = Napkin(
        title: "What the waiter said",
        text: "The good ice cream is *not* on the square but behind the church.", date: "some day")

    static let lecture = "Waves, first lecture"
}
