import HeadlessBrowser
import TestSupport
import Testing

/// The saving of a note without a page: what is edited, sent, saved and elsewhere.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct NoteSavingTests {
    /// Makes a note that is being edited, whose program is a list of its versions.
    private static let surroundings = """
        const { NoteSaving } = await import("/edit/saving.js");
        const { NoteStore } = await import("/edit/store.js");
        const { Problem } = await import("/edit/api.js");
        const version = (number, body) => ({ id: "a", version: String(number), kind: "note", title: "T", body, photos: [], recordings: [] });
        const files = new Map([["a", version(1, "one")]]);
        const [requests, told, trash] = [[], [], []];
        let answer = null;
        let delay = Promise.resolve();
        const api = {
          get: async (path) => files.get(path.split(/[/?]/)[1]) ?? (() => { throw new Problem(404, "gone", { changedBy: "program" }); })(),
          put: async (path, value, expected) => {
            await delay;
            const present = files.get("a");
            requests.push(["put", value.body]);
            if (!present) throw new Problem(404, "gone", {});
            if (present.version !== expected) throw new Problem(412, "changed", { ...present, changedBy: "browser" });
            files.set("a", version(Number(present.version) + 1, value.body));
            return files.get("a");
          },
          post: async (path, value) => {
            requests.push(["post", value.title, value.body]);
            const made = { ...version(1, value.body), id: `n${files.size}`, title: value.title };
            files.set(made.id, made);
            return made;
          },
          remove: async (path) => { const id = path.split("/")[1]; trash.push(files.get(id).body); files.delete(id); return { entry: "e" }; },
        };
        const draft = {
          keep: Object.assign(() => {}, { cancel() {} }), keepNow() {}, forget() { told.push("forgotten"); },
          setAside: async () => ({ id: "left", isKept: true }), discard() { told.push("discarded"); }, read: () => null, begin() {}, adopt() {},
        };
        const view = {
          show() {}, update() {}, leave() { told.push("left"); }, isAdding: () => false, added: async () => {}, moment: String, notify: (text) => told.push(text),
          status: (text) => told.push(text), clear() {}, warn: (text, ...actions) => { told.push(text); view.actions = actions; }, preview() {}, saved() {}, erased() {},
          resolve: async (mine, theirs, question) => { told.push(question); return answer; }, restoreEntry() {},
        };
        const store = new NoteStore(files.get("a"));
        const saving = new NoteSaving({ store, part: null, draft, api, view });
        """

    /// Runs a script with a note that is being edited.
    private func run(_ script: String) throws -> [String] {
        let editor = try EditorProgram(TemporaryFolder())
        let page = try Chromium().open(editor)
        let result = try page.ask("(async () => { \(Self.surroundings) \(script) })()")
        return try #require(result as? [String])
    }

    @Test func keepsWhatIsTypedDuringASave() throws {
        let result = try run(
            """
            let go; delay = new Promise((done) => { go = done; });
            store.body = "two";
            const done = saving.save();
            await new Promise((later) => setTimeout(later, 10));
            store.body = "two and more";
            go();
            const isSaved = await done;
            return [store.saved.body, store.body, String(saving.isChanged()), String(isSaved), told.at(-1)];
            """)
        #expect(
            result == [
                "two", "two and more", "true", "true",
                "Saved. What you have written since is not saved yet.",
            ])
    }

    @Test(
        arguments: [
            ("mine", ["mine", "mine"]), ("theirs", ["theirs", "theirs", "trash:mine"]),
            ("both", ["theirs", "mine", "T (2)"]),
        ])
    func keepsWhatTheOwnerChooses(answer: String, expected: [String]) throws {
        let result = try run(
            """
            files.set("a", version(7, "theirs"));
            store.body = "mine";
            answer = "\(answer)";
            await saving.save();
            const other = [...files.values()].find((note) => note.id !== "a");
            return [files.get("a").body, store.body, ...trash.map((body) => `trash:${body}`), ...(other ? [other.title] : []),
              told.find((text) => text.startsWith("“"))];
            """)
        #expect(result == expected + ["“T” was changed in another browser."])
    }

    @Test func decidesLaterWithoutLosingAnything() throws {
        let result = try run(
            """
            files.set("a", version(7, "theirs"));
            store.body = "mine";
            const isSaved = await saving.save();
            return [String(isSaved), store.body, files.get("a").body, view.actions[0][0]];
            """)
        #expect(result == ["false", "mine", "theirs", "Compare"])
    }

    @Test(arguments: [(0, ["mine"]), (1, [])])
    func savesADeletedNoteAgainOrLeavesItDeleted(choice: Int, expected: [String]) throws {
        let result = try run(
            """
            files.delete("a");
            store.body = "mine";
            await saving.look();
            await view.actions[\(choice)][1]();
            return [told[0], ...[...files.values()].map((note) => note.body), ...trash.map((body) => `trash:${body}`)];
            """)
        let told =
            "“T” was deleted by another program. What you see here can be saved as a new note."
        #expect(result == [told] + expected + (choice == 1 ? ["trash:mine"] : []))
    }

    /// A program that read the note earlier may write it back.
    @Test func showsTheVersionOfAnotherProgramOnlyIfNothingIsLost() throws {
        let result = try run(
            """
            files.set("a", version(2, "theirs"));
            await saving.look();
            const first = store.body;
            store.body = "mine";
            files.set("a", version(3, "theirs again"));
            await saving.look();
            return [first, store.body, told.at(-1)];
            """)
        #expect(result == ["theirs", "mine", "“T” was changed elsewhere."])
    }
}
