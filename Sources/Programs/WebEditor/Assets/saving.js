// Saving a note: what is being sent, other versions of the note, and notes that are gone. Nothing here
// needs a browser: `view` shows what is said, and asks.
import { lacking } from "./store.js";

export const blank = (kind) => ({ id: null, version: null, kind, title: "", body: "", photos: [], recordings: [], drawing: null, photoForm: kind === "lecture" ? "names" : "data" });

const places = { window: "in another window", browser: "in another browser", program: "by another program" };

// `store` and `part` hold what is edited, `draft` keeps what is not saved, and `api` sends requests.
export class NoteSaving {
  constructor({ store, part, draft, api, view, isGone = false }) {
    // `isGone` is true if the note was deleted elsewhere, so that saving makes a new one; `ownVersion`
    // is the version that this page saved last, and `running` the save under way. `isSetAside` is true
    // if another version is shown in place of what was to be saved.
    Object.assign(this, { store, part, draft, api, view, isGone, ownVersion: null, running: null, isSetAside: false });
  }

  get id() { return this.store.saved.id; }

  isPartChanged() {
    const { part, store } = this;
    return Boolean(part) && (part.isBusy?.() || JSON.stringify(part.state()) !== JSON.stringify(part.stateOf(store.saved) ?? null));
  }

  isChanged() { return this.view.isAdding() || this.store.isChanged() || this.isPartChanged(); }
  canSave() { return Boolean(this.store.title.trim()) && (this.isChanged() || !this.id || this.isGone); }

  take(saved) {
    this.store.take(saved);
    this.part?.take(this.part.stateOf(saved), saved);
    this.view.show();
  }

  request(options = {}) {
    const { store, part } = this;
    const value = { ...store.request(options), ...part?.sent({ isWhole: options.asNew, ...options, hasPhotos: store.hasOtherPhotos() }) };
    if (store.saved.pagesProblem) delete value.photos;
    return value;
  }

  // Saves the note, after a save that is under way. Returns true if nothing is left to be saved.
  async save() {
    while (this.running) await this.running;
    // A note that was away for a moment is no new one.
    if (this.isGone) await this.look();
    if (this.canSave()) return this.busy(() => this.send());
    if (!this.store.title.trim() && this.isChanged()) this.view.notify("A note needs a title.");
    return !this.isChanged();
  }

  busy(work) {
    const current = work().finally(() => { if (this.running === current) this.running = null; this.view.update(); });
    this.running = current;
    this.view.update();
    return current;
  }

  // `over` is the version to replace, if it is not the one that this page started from.
  async send({ asNew = this.isGone, name = this.store.title, over = null } = {}) {
    const { store, part, view } = this;
    view.status("Saving…");
    try {
      const [value, sent] = await this.prepared({ asNew, isWhole: asNew || Boolean(over) }, name);
      const next = !this.id || asNew ? await this.create(value) : await this.api.put(`notes/${this.id}`, value, over ?? store.saved.version);
      if (!next) return this.send({ asNew: true, name });
      store.settle(sent, next);
      part?.settle(sent.part, next);
      this.isGone = false;
      this.ownVersion = next.version;
      view.clear();
      view.show();
      view.status(this.isChanged() ? "Saved. What you have written since is not saved yet." : "Saved.");
      this.draft.keepNow();
      view.saved(next);
      return true;
    } catch (error) {
      view.status("");
      if (error.status === 412) return this.settle(error.present);
      if (error.status === 404 && this.id) return this.lose(error.present);
      view.status(`Not saved. ${error.message}`);
      view.notify(error.message);
      return false;
    }
  }

  // Returns what is sent, and what it was made of, once files have been added.
  async prepared(options, title) {
    await this.view.added();
    await this.part?.prepare?.();
    return [{ ...this.request(options), title }, { ...this.store.snapshot(), part: this.part?.snapshot() }];
  }

  // Saves a new note. If its original is not in the trash either, what only the original had is left
  // out, and null is returned.
  async create(value) {
    const { store } = this;
    try {
      return await this.api.post("notes", value);
    } catch (error) {
      if (error.status !== 404 || !value.copyOf) throw error;
      const own = store.photos.filter((photo) => photo.upload);
      if (own.length < store.photos.length) this.view.notify("The photos of the deleted note are no longer there; the rest is saved.");
      store.photos.splice(0, store.photos.length, ...own);
      this.part?.release?.();
      store.saved = { ...blank(store.saved.kind), title: store.saved.title };
      return null;
    }
  }

  mine() { return { title: this.store.title, body: this.store.body, photos: this.store.photos, pages: this.part?.state()?.pages }; }

  // Says where and when another version was made.
  told(verb, change) {
    const time = change?.changedAt ? `, ${this.view.moment(change.changedAt)}` : "";
    return `“${this.store.saved.title || this.store.title}” was ${verb} ${places[change?.changedBy] ?? "elsewhere"}${time}.`;
  }

  // Lets the owner choose between the version of this page and the present one.
  async settle(present) {
    this.view.clear();
    switch (await this.view.resolve(this.mine(), present, this.told("changed", present))) {
    case "mine": return (await this.isWhole(present)) ? this.send({ over: present.version }) : this.send();
    case "theirs": return this.giveUp(present);
    case "both":
      await this.isWhole(present);
      return this.send({ asNew: true, name: `${this.store.title} (2)` });
    default:
      this.offerComparison(present);
      return false;
    }
  }

  // Applies the changes to the present version. If it lacks media of this page, and the version that
  // the page started from is in the trash, keeps that one as the base and returns true.
  async isWhole(present) {
    const { store, part } = this;
    const lost = lacking(store.photos, present.photos) + (part?.lacking?.(present) ?? 0);
    if (lost > 0) {
      const known = await this.api.get(`notes/${this.id}?version=${store.saved.version}`).catch(() => null);
      if (known?.version === store.saved.version) return true;
      this.view.notify(lost === 1 ? "A file of the note no longer exists anywhere; the rest is saved." : `${lost} files of the note no longer exist anywhere; the rest is saved.`);
    }
    part?.rebase(present);
    store.rebase(present);
    this.view.show();
    return false;
  }

  // Moves what is here to the trash, and shows the other version; null if the note was deleted.
  async giveUp(present) {
    const title = this.store.title.trim() || "Untitled";
    const value = await this.prepared({ asNew: true }, title).then(([made]) => made, () => null);
    const { id: mine, isKept } = await this.draft.setAside();
    let entry = null;
    try {
      // What could not be sent is in the draft alone.
      if (!value || await this.part?.hasRecordings?.(mine)) throw new Error("not sent");
      const made = await this.api.post("notes", value);
      entry = (await this.api.remove(`notes/${made.id}`, null, made.version)).entry;
      this.draft.discard(mine);
    } catch {
      // It stays as a draft.
    }
    if (!entry && !isKept) {
      this.view.notify("Your version can be kept neither in the trash nor in this browser, so it stays here.");
      return false;
    }
    const told = entry ? "Yours is in the trash." : "Yours is kept as a draft.";
    const undo = entry ? () => this.view.restoreEntry(entry) : () => this.restore(this.draft.read(mine));
    this.showOther(present, told, undo);
    return true;
  }

  showOther(present, told, undo) {
    this.isSetAside = true;
    this.take(present ?? this.store.saved);
    this.draft.keep.cancel();
    this.view.status(told);
    this.view.preview();
    this.view.notify(told, { label: "Bring it back", run: undo });
  }

  offerComparison(change) {
    this.view.warn(this.told("changed", change), ["Compare", async () => {
      const present = await this.api.get(`notes/${this.id}`).catch((error) => (error.status === 404 ? this.lose(error.present) : this.view.notify(error.message)));
      if (present) this.busy(() => this.settle(present));
    }]);
  }

  // The note was deleted elsewhere; what is here can be saved as a new one.
  lose(change) {
    this.isGone = true;
    this.view.warn(`${this.told("deleted", change)} What you see here can be saved as a new note.`,
      ["Save as a new note", () => this.save()],
      ["Keep it deleted", async () => { if (this.isChanged() && !await this.giveUp(null)) return; this.isGone = false; this.draft.forget(); this.view.leave(); }]);
    this.view.show();
    if (this.isChanged()) this.draft.keepNow();
    return false;
  }

  // Moves the note to the trash. A version that was made elsewhere is shown before.
  async erase() {
    const { store, view } = this;
    try {
      const { entry } = await this.api.remove(`notes/${this.id}`, null, store.saved.version);
      this.part?.cancel?.();
      this.draft.forget();
      this.take(store.saved);
      this.draft.keep.cancel();
      view.leave();
      view.erased(store.saved, entry);
    } catch (error) {
      if (error.status === 404) return this.lose(error.present);
      if (error.status !== 412) return view.notify(error.message);
      if (await view.confirmDeletion(this.mine(), error.present, this.told("changed", error.present)) !== true) return;
      this.draft.begin();
      this.take(error.present);
      return this.erase();
    }
  }

  // Continues a draft, which may still have to be read.
  async restore(kept) {
    const left = await kept;
    if (!left) return this.view.notify("The draft no longer exists.");
    const { store, part } = this;
    this.draft.adopt(left);
    let { photos: list, part: pages } = left;
    if (left.version !== store.saved.version) {
      // Positions in the draft are those of the version that it began with.
      const base = await this.api.get(`notes/${left.note}?version=${left.version}`).catch(() => null);
      if (base?.version === left.version) {
        store.take(base);
      } else {
        list = [...store.saved.photos, ...list.filter((photo) => photo.upload)];
        pages = pages && (part?.adopted?.(pages, store.saved) ?? pages);
      }
    }
    store.restore({ ...left, photos: list });
    part?.take(pages ?? part.stateOf(store.saved), store.saved);
    this.view.show();
    await part?.recover?.(left.id);
    if (this.isGone) this.lose(); else this.draft.keep();
    this.view.preview();
  }

  // Looks whether another program or tab has changed the note.
  async look() {
    if (!this.id || this.running) return;
    const { store } = this;
    const { id, version } = store.saved;
    // Another look, or the owner, may have been faster.
    const isLate = () => store.saved.version !== version || this.running;
    let present;
    try {
      present = await this.api.get(`notes/${id}`);
    } catch (error) {
      return error.status === 404 && !this.running && !this.isGone && this.id === id ? this.lose(error.present) : undefined;
    }
    if (isLate()) return;
    if (this.isGone) {
      this.isGone = false;
      this.view.clear();
      this.view.show();
    }
    if (present.version === version) {
      store.arrive(present);
      this.part?.arrived?.(present);
      return this.view.show();
    }
    // A program that read the note earlier may replace what was saved here without a trace.
    const isOwn = version === this.ownVersion && (await this.api.get(`notes/${id}?version=${version}`).catch(() => present)).version !== version;
    if (isLate()) return;
    if (this.isChanged()) return this.offerComparison(present);
    if (isOwn) {
      const { id: mine, isKept } = await this.draft.setAside();
      if (isLate()) return;
      if (!isKept || this.isChanged()) return this.offerComparison(present);
      return this.showOther(present, "Another program replaced what you saved; yours is kept as a draft.", () => this.restore(this.draft.read(mine)));
    }
    this.take(present);
    this.view.status(`${this.told("changed", present)} This is the new version.`);
    this.view.preview();
  }
}
