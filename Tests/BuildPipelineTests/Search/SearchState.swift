import HeadlessBrowser

/// The search as its reader sees it, on its own page or in a dialog above another one.
struct SearchState: Decodable {
    let isOpen: Bool
    let titles: [String]
    let marks: [String]
    let status: String
    let query: String
    let focus: String
    let path: String
    let parameters: String
}

extension Chromium.Page {
    /// Returns what the search shows after it has answered.
    func searchState() throws -> SearchState {
        try decoded(
            """
            new Promise((done) => setTimeout(() => {
              const texts = (names) => [...document.querySelectorAll(names)].map((e) => e.textContent);
              const field = document.querySelector("input[type=search]");
              const focused = document.activeElement;
              done(JSON.stringify({
                isOpen: Boolean(document.querySelector("dialog[open]")),
                titles: texts(".results .result-link"), marks: texts(".results .excerpt mark"),
                status: texts(".search-status").join(), query: field?.value ?? "",
                focus: focused === field ? "field" : focused.textContent,
                path: location.pathname.split("/").slice(-2).join("/"), parameters: location.search
              }));
            }, 500))
            """, as: SearchState.self)
    }

    /// Sets the query of the search, as if it was typed.
    func enterQuery(_ query: String) throws {
        try run(
            """
            (() => {
              const field = document.querySelector("input[type=search]");
              field.value = \(Chromium.quoted(query));
              field.dispatchEvent(new Event("input"));
            })()
            """)
    }
}
