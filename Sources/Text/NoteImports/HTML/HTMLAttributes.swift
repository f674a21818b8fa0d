/// Attributes of HTML by what becomes of them.
enum HTMLAttributes {
    /// Counts the attributes of elements that say something, or are not known, and that have no
    /// place in Markdown.
    static func count(in nodes: [HTMLNode], into parts: inout UnknownParts) {
        for case .element(let element) in nodes {
            for (name, value) in element.attributes
            where !value.isEmpty && !isKnown(name, of: element.name) {
                parts.count(.attribute, named: name)
            }
            count(in: element.children, into: &parts)
        }
    }

    private static func isKnown(_ name: String, of element: String) -> Bool {
        known.contains(name) || name.hasPrefix("data-") || name.hasPrefix("aria-")
            || name.hasPrefix("on") || name.contains(":") && name != "xlink:href"
            || kept[name]?.contains(element) ?? false
    }

    /// The attributes that are kept with some elements only.
    private static let kept: [String: Set<String>] = [
        "title": ["a", "img", "en-media", "style", "link"], "alt": ["img", "en-media", "area"],
        "value": ["input", "li", "option", "param", "button", "meter", "progress"],
        "src": [
            "img", "audio", "video", "source", "iframe", "embed", "frame", "en-media", "script",
        ],
        "checked": ["en-todo", "input"], "hash": ["en-media"], "hint": ["en-crypt"],
        "cipher": ["en-crypt"], "length": ["en-crypt"],
    ]

    /// The attributes that are kept, and those that only say how an element looks, is found or works
    /// in a browser (html.spec.whatwg.org, the index of attributes, and that of obsolete ones).
    private static let known: Set<String> = Set(
        """
        accept accept-charset accesskey action align alink allow allowfullscreen archive async \
        autocapitalize autocomplete autofocus autoplay axis behavior bgcolor border \
        bordercolor cellpadding cellspacing char charoff charset class classid clear code codebase \
        codetype color cols colspan compact content contenteditable controls coords crossorigin \
        data datatype declare decoding defer dir direction dirname disabled download draggable \
        enctype enterkeyhint face fetchpriority for form formaction frame frameborder headers \
        height hidden high href hreflang hspace http-equiv id imagesizes imagesrcset inert \
        inputmode integrity is ismap itemid itemprop itemref itemscope itemtype kind lang language \
        leftmargin link list loading loop low lowsrc marginheight marginwidth max \
        maxlength media method min minlength multiple muted name nohref nomodule nonce noshade \
        novalidate nowrap open optimum part pattern ping playsinline popover preload \
        profile property readonly referrerpolicy rel required rev reversed role rows rowspan rules \
        sandbox scheme scope scrolling selected shadowrootmode shape size sizes slot span \
        spellcheck srclang srcset start step style tabindex target text topmargin \
        translate type typeof usemap valign valuetype version vlink vspace vocab width wrap xmlns
        """.split(separator: " ").map(String.init))
}
