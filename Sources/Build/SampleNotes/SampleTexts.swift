/// The texts of the sample notes that are not in the folder `Texts`.
enum SampleTexts {
    /// The cards of the deck.
    static let cards: [(question: String, answer: String, right: Int, wrong: Int)] = [
        ("the bill, please", "*il conto, per favore*", 6, 1),
        ("Is there a table for **two**?", "C’è un tavolo per **due**?", 2, 3),
        ("lemon", "*il limone*, plural *i limoni*", 4, 0),
        ("`buono` before *amico*?", "buon amico – it loses its end", 0, 4),
        ("breakfast", "la colazione", 1, 1),
        ("the day before yesterday", "l’altro ieri", 0, 0),
    ]

    /// The texts of a napkin note.
    typealias Napkin = (title: String, text: String, date: String)

    static let shelf: Napkin = (
        "A shelf for the cat", "Above the window, out of the sun. Plan on the back.", "2012-05-22"
    )
    static let tip: Napkin = (
        "What the waiter said",
        "The good ice cream is *not* on the square but behind the church.", "some day"
    )

    static let lecture = "Waves, first lecture"
}
