/// The texts of the sample notes, as typed on a phone.
enum SampleTexts {
    static let journey = """
        Three days by train and boat, with one small bag.

        ## Friday

        Arrived after dark. The hotel keeper had left the key under the *geranium* and a note:
        "Kitchen is open, take what you like."

        ## Saturday

        Took the early boat. Nobody on deck but a man with a dog and a woman who was writing, as I was.

        > The lake is never the same colour twice, said the man with the dog.
        > He has crossed it for forty years.

        1. Boat to the far shore, 7:40
        2. Up the mule track to the chapel
        3. Down again through the olive groves, **slowly**

        ## Sunday

        Home by the long way round. Harbour first, then the hills.
        Fares and times are in the note about [[Trains]].

        #travel #lake
        """

    static let tart = """
        From the back of a calendar, improved twice.

        ![The tart, one slice gone](tart.jpg)

        ### Pastry

        - 200 g flour
        - 100 g cold butter
        - 1 egg yolk
        - a pinch of salt

        ### Filling

        - 4 lemons, juice and zest
        - 180 g sugar
        - 4 eggs
        - 120 g butter

        Bake the pastry blind at 180 °C for 20 minutes. Stir the filling over *hot, not boiling* water until it coats a spoon. Fill, chill, wait.

        ~~Serve warm.~~ Serve cold!

        #kitchen
        """

    static let soup = """
        She never measured. This is what I saw.

        1. Onion, carrot, celery: small, in oil, **a quarter of an hour**
        2. Potato, beans from the night before, a rind of cheese
        3. Water to cover; an hour
        4. Cabbage and pasta at the end
            - the pasta last
            - the salt laster

        "When the spoon stands, it is soup."

        #kitchen
        """

    static let shopping = """
        For Saturday:

        - [x] oranges
        - [x] coffee
        - [ ] lemons (4)
        - [ ] butter
        - [ ] eggs
        - [ ] something green

        Ask about the cheese. The lemons are for [[Lemon tart]].

        #kitchen
        """

    static let trains = """
        | Train | From | To | Leaves | Arrives | Fare |
        | :---- | :--- | :- | -----: | ------: | ---: |
        | R 2108 | Verona | Desenzano | 6:12 | 6:41 | 4.50 |
        | R 2110 | Verona | Desenzano | 7:12 | 7:40 | 4.50 |
        | IC 583 | Desenzano | Padua | 16:05 | 17:31 | 13.00 |
        | EN 40466 | Padua | Vienna | 22:54 | 7:55 | 59.00 |

        Seat 61 is by the window. See https://www.seat61.com for the sleepers.

        #travel
        """

    static let script = """
        Renames the scans so that they sort. Keep!

        ```swift
        import Foundation

        let folder = URL(fileURLWithPath: "Scans")
        for (number, file) in try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted(by: { $0.path < $1.path }).enumerated()
        {
            let name = String(format: "scan-%03d.jpg", number + 1)
            try FileManager.default.moveItem(at: file, to: folder.appendingPathComponent(name))
        }
        ```

        Run it with `swift rename.swift`. The letters `<b>` and `&` in a note are just letters: <b>not bold</b>.
        """

    static let essay = """
        I began to keep notes because I forget, and went on because I do not want to.

        There is a kind of note that is written to be thrown away: the list, the number, the name of a street. It does its work within the hour. And there is the other kind, which nobody asked for and which does no work at all. It is longer by a line or two. It says how the light fell, or what the man with the dog said, and it costs no more to keep than the first.

        What surprises me, reading back, is that I cannot tell them apart any more. The shopping list of a winter eight years ago[^list] tells me more about that winter than the page I wrote on its last evening. *Lemons, butter, something green.* I can smell the kitchen. The page on the last evening is about time, and could have been written by anybody.

        ## On losing them

        The first telephone fell into a lake. The second was exchanged for a third in a shop where a young person asked me whether I wanted "to start fresh". I did not. But the app had gone out of business, and its notes were in a file that nothing would open.

        > A thing is not kept because it is stored.
        > It is kept when somebody can read it without asking anybody's leave.

        I have come to think that this is the whole difference. Paper asks nobody. A page on paper may burn, but it will not tell you that it was made with a later version of itself.

        ## On keeping them

        So now I print some, and I put all of them on a shelf of my own, as plain as I can make them: text that is text, pictures that are pictures, and a list of what there is. It is not a beautiful archive. It has two notes called *Monday* and one without any name. But it opens.

        My [[Grandmother’s minestrone|grandmother's recipes]] are in it, as far as she let anyone see them. There is a train that I took and a train that I missed. There are a few words in languages that I can read only slowly[^slow], which is the best way to read them.

        If you find this, and you are not me: the lemons were for [[Lemon tart|the tart]].

        [^list]: It is here as well, under its own name.
        [^slow]: Look under their own letters.
        """

    static let breakfast = """
        今朝は築地で朝ごはんを食べた。

        - 焼き鮭
        - 味噌汁
        - ご飯と海苔

        店の人が「また来てね」と言ってくれた。**また行きたい。**
        """

    static let letter = """
        وصلت الرسالة صباح اليوم.

        كتب لي صديقي عن النهر والمقهى القديم، وعن القطط التي تنام تحت الطاولات.

        - قهوة بالهيل
        - خبز ساخن
        - جريدة الأمس

        سأكتب إليه غدا.
        """

    static let birthday = """
        Six candles, seven guests, one dog. 🐕

        - [x] balloons 🎈
        - [x] cake (chocolate, **not** lemon)
        - [ ] thank-you cards

        She wants the train for next year. 🚂

        ![Mia plays it herself](song.wav)
        """

    /// The captions of the photos in files, as `captions.yml` has them.
    static let captions = """
        # The name of a file, a colon, and what is to be said of it.
        tart.jpg: The tart, before anybody came
        train.jpg: "Tarvisio, half past two: nobody gets on"
        Café.png: The harbour, from the table outside

        """

    static let mondayOne = """
        Rain. Finished the letter.
        """

    static let mondayTwo = """
        Rain again. Posted the letter, at last.
        """

    static let nameless = """
        The number of the locksmith is on the inside of the cupboard door.

        Not here, obviously.
        """

    static let nightTrain = """
        22:54 from platform 3, eight minutes late.

        The conductor brings coffee at six whether you asked or not. Between Villach and Klagenfurt there was snow on the signals and a moon like a paring of something.

        Read forty pages. Slept four hours. Would do it again.
        """

    static let market = """
        Under the salt hall, every morning but Sunday.

        The pictures are in the order in which I ate.
        """

    static let postcard = """
        Écrire à Hélène !

        « La mer est exactement comme sur la carte. »
        """

    static let sunrise = """
        Got up at five for it. The picture must be on the old telephone.

        ![Sunrise over the roofs](sunrise.jpg)

        Worth it, I think.
        """

    static let books = """
        - ~~The Leopard~~ (read, twice)
        - Invisible Cities
        - A Time of Gifts
          - and the one after it
        - anything about *lighthouses*

        Return to the library by the 14th: www.example.org/library
        """

    static let haikuOne = """
        old telephone case
        the note I meant to write down
        between two lemons
        """

    static let haikuTwo = """
        the last boat has gone
        its light goes on for a while
        on both sides of it
        """

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
