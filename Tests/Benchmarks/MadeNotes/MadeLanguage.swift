/// A language of the made notes: its most common words, and the syllables of rarer ones.
struct MadeLanguage {
    /// Common words, the most frequent first.
    let core: [String]
    /// Openings and vowels, one of each to a syllable, and endings of words.
    let onsets: [String]
    let vowels: [String]
    let endings: [String]
    /// The number of distinct words, the core included.
    let wordCount: Int
    /// The share of notes in this language, in percent.
    let share: Int
    /// Text between two words.
    var space = " "
    /// Text between two sentences.
    var gap = " "
    var stops = [".", ".", ".", ".", "!", "?"]
    /// The titles that many notes have.
    let repeatedTitles: [String]
    /// The words that introduce a reference to another note.
    let see: String

    static let all = [english, german, french, russian, greek, japanese]

    /// Splits a text at white space.
    private static func list(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private static let english = MadeLanguage(
        core: list(
            """
            the and to of a in for on with it is that at from we be this are was have not or as by \
            but they one all can will more new out about some time first when then also two after \
            before next only need make week day again home note list work call buy check water \
            bread train window garden kitchen paper letter book school table coffee morning evening \
            winter summer river street house friend mother brother money price number meeting photo \
            ticket doctor music camera bicycle market recipe butter lemon onion salt flour oven \
            library museum station platform harbour island forest mountain weather password \
            printer keyboard server release budget invoice insurance holiday birthday present
            """),
        onsets: list("b c d f g h l m n p r s t v w br cl cr dr fl gr pl pr sh sl sp st str th tr"),
        vowels: list("a e i o u a e i o u ai ea ee oa ou"),
        endings: list("n t l r m ck nd st rt ng ness ing er ly ful ment ion able age ish ure ance"),
        wordCount: 6_000, share: 50,
        repeatedTitles: ["Shopping list", "Ideas", "Monday", "To do", "Meeting notes"],
        see: "See")

    private static let german = MadeLanguage(
        core: list(
            """
            der die und das in zu den ist mit für auf nicht von ein eine im dem auch als es an wir \
            ich noch wie nach bei aus am nur oder aber wenn dann mehr schon sehr heute morgen Woche \
            Tag Jahr Zeit Haus Garten Küche Brot Wasser Straße Bahnhof Zug Brief Buch Schule Tür \
            Fenster Tisch Kaffee Frühstück Mutter Bruder Freundin Geld Rechnung Nummer Termin Arzt \
            Musik Fahrrad Markt Rezept Zwiebel Salz Mehl Käse Äpfel Büro Drucker Passwort Urlaub \
            Geburtstag Geschenk größer schön müssen können über früh später Überweisung Wäsche
            """),
        onsets: list(
            "b d f g h k l m n r s t w z br dr fr gl gr kl kr pf pl schl schr sp st tr zw"),
        vowels: list("a e i o u a e i o u ä ö ü ei au ie"),
        endings: list(
            "en er ung keit heit lich bar ig el te nis schaft los sam chen ß rt nd st cht"),
        wordCount: 3_500, share: 14,
        repeatedTitles: ["Einkaufsliste", "Ideen", "Montag"], see: "Siehe")

    private static let french = MadeLanguage(
        core: list(
            """
            de la le et les des en un une du à pour que dans est sur pas avec qui au plus par ne ce \
            il on nous mais ou tout très après avant même aussi encore demain aujourd’hui semaine \
            jour année temps maison jardin cuisine pain eau rue gare train lettre livre école porte \
            fenêtre table café matin mère frère amie argent facture numéro réunion médecin musique \
            vélo marché recette oignon sel farine fromage pommes bureau clé vacances anniversaire \
            cadeau forêt île hiver été déjà où être été élève théâtre hôtel crème
            """),
        onsets: list("b c d f g j l m n p r s t v bl br ch cl cr dr fl gr pl pr tr qu gn"),
        vowels: list("a e i o u é è ê ou eau oi ai au"),
        endings: list("r s t tion ment eur euse age ette ier ière able é ée ance oir in on el"),
        wordCount: 3_000, share: 10,
        repeatedTitles: ["Liste de courses", "Idées"], see: "Voir")

    private static let russian = MadeLanguage(
        core: list(
            """
            и в не на что с по это как за из у к но мы от для все так же был если или уже ещё только \
            когда после до можно надо завтра сегодня неделя день год время дом сад кухня хлеб вода \
            улица вокзал поезд письмо книга школа дверь окно стол кофе утро мама брат друг деньги \
            счёт номер встреча врач музыка велосипед рынок рецепт лук соль мука сыр яблоки работа \
            ключ отпуск подарок лес остров зима лето река погода пароль билет музей
            """),
        onsets: list("б в г д ж з к л м н п р с т х ч ш бр вл гр др кр пр сл ст стр тр"),
        vowels: list("а е и о у я ю ы ё"),
        endings: list("ть л на ный ная ость ение ник ка ов ами ах ский ция й м т ство ого"),
        wordCount: 3_500, share: 10,
        repeatedTitles: ["Список покупок", "Идеи"], see: "Смотри")

    private static let greek = MadeLanguage(
        core: list(
            """
            και το η ο να του της για με από που στο στη δεν είναι τα μια ένα θα οι αλλά ή όταν μετά \
            πριν μόνο πολύ σήμερα αύριο εβδομάδα μέρα χρόνος σπίτι κήπος κουζίνα ψωμί νερό δρόμος \
            σταθμός τρένο γράμμα βιβλίο σχολείο πόρτα παράθυρο τραπέζι καφές πρωί μητέρα αδελφός \
            φίλος λεφτά αριθμός γιατρός μουσική ποδήλατο αγορά συνταγή κρεμμύδι αλάτι τυρί μήλα \
            γραφείο κλειδί διακοπές δώρο δάσος νησί χειμώνας καλοκαίρι θάλασσα καιρός
            """),
        onsets: list("β γ δ ζ θ κ λ μ ν π ρ σ τ φ χ βρ γρ δρ κλ κρ πλ πρ στ τρ σπ"),
        vowels: list("α ε η ι ο υ ω ά έ ί ό ου ει αι"),
        endings: list("ς σ ν μα ση τητα ικός ική ος α ες ων ουν εται ω είο"),
        wordCount: 2_500, share: 8,
        repeatedTitles: ["Λίστα για ψώνια"], see: "Βλέπε")

    /// Words are compounds of two or three characters, with a particle after each.
    private static let japanese = MadeLanguage(
        core: list(
            """
            今日 明日 昨日 私 人 時間 仕事 家 学校 電車 駅 買い物 料理 水 お茶 朝 夜 本 手紙 友達 母 \
            兄 お金 会議 写真 音楽 自転車 市場 塩 野菜 魚 天気 旅行 病院 番号 予定 資料 会社 東京 \
            京都 図書館 コーヒー パン メール カメラ ノート チケット ホテル レシピ テーブル
            """),
        onsets: list(
            "山 川 海 空 花 木 林 田 村 町 道 橋 石 火 土 金 銀 月 星 雨 雪 風 春 夏 秋 冬 北 南 東 西 新 古 大 小 高 長 白 黒 青 赤"),
        vowels: list("見 行 来 食 飲 書 読 話 聞 買 売 持 使 作 開 入 出 立 休 学 教 考 知 思 言 切 送 待 走 歩"),
        endings: list("場 所 物 者 会 室 店 館 語 車 方 中 後 前 的 性 化 員 力 心"),
        wordCount: 3_000, share: 8, space: "", gap: "",
        stops: ["です。", "ました。", "ます。", "でした。"],
        repeatedTitles: ["買い物リスト", "メモ"], see: "参照：")

    /// The particles, one of which follows each word of a Japanese sentence but the last.
    static let particles = ["の", "を", "に", "は", "が", "で", "と", "も", "から", "へ"]
}
