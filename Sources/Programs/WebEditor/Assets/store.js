// A note that is being edited: what is saved, and what the page shows. Text that is typed during a
// save is kept. Nothing here needs a browser.

export const comparablePhotos = (photos) => JSON.stringify(photos.map((photo) => [photo.kept ?? photo.upload, photo.caption ?? ""]));

// Returns a text whose references to photos have other names, given as a map.
function renamedReferences(text, names) {
  let renamed = text;
  for (const [old, name] of names) {
    const escaped = old.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    renamed = renamed.replace(new RegExp(`(!\\[[^\\]]*\\]\\(<?)${escaped}(?=[>)\\s])`, "g"), (_, start) => start + name);
  }
  return renamed;
}

// Finds media of one version of a note in another one, by name and size: returns a map from their
// old to their new positions.
export function matches(media, others) {
  const stamp = (item) => JSON.stringify([item.name, item.size]);
  const free = [...others];
  const found = new Map();
  for (const item of media) {
    const at = free.findIndex((other) => stamp(other) === stamp(item));
    if (at >= 0) found.set(item.kept, free.splice(at, 1)[0]);
  }
  return found;
}

// Records which files of media exist. Positions are the same in the present note.
export function arrive(media, present) {
  for (const item of media) {
    const found = present.find((other) => other.kept === item.kept);
    if (found) [item.isThere, item.size] = [found.isThere, found.size];
  }
}

// Returns how many media of one version of a note another one lacks.
export function lacking(media, others) {
  const kept = media.filter((item) => item.kept !== undefined && item.isThere !== false);
  return kept.length - matches(kept, others).size;
}

export class NoteStore {
  constructor(saved) {
    // The list of photos stays the same one.
    this.photos = [];
    this.take(saved);
  }

  // Shows a version of the note as it is.
  take(saved) {
    this.saved = saved;
    this.restore(saved);
  }

  // Shows a draft, or the texts and photos of another version.
  restore({ title, body, photos }) {
    [this.title, this.body] = [title, body];
    this.photos.splice(0, this.photos.length, ...photos.map((photo) => ({ ...photo })));
  }

  hasOtherPhotos() { return comparablePhotos(this.photos) !== comparablePhotos(this.saved.photos); }
  isChanged() { return this.title !== this.saved.title || this.body !== this.saved.body || this.hasOtherPhotos(); }

  // What is about to be sent.
  snapshot() {
    return { title: this.title, body: this.body, photos: [...this.photos], texts: this.photos.map((photo) => JSON.stringify(photo)) };
  }

  // Records that the sent state is saved as `next`. Later changes are kept.
  settle(sent, next) {
    const isSame = JSON.stringify(this.photos.map((photo) => JSON.stringify(photo))) === JSON.stringify(sent.texts);
    const names = sent.photos.flatMap((photo, index) => {
      const name = next.photos[index]?.name;
      return photo.upload && photo.name && name && name !== photo.name ? [[photo.name, name]] : [];
    });
    if (this.title === sent.title) this.title = next.title;
    this.body = this.body === sent.body ? next.body : renamedReferences(this.body, names);
    this.saved = next;
    if (isSame) return this.photos.splice(0, this.photos.length, ...next.photos.map((photo) => ({ ...photo })));
    for (const photo of this.photos) {
      const index = sent.photos.indexOf(photo);
      if (index < 0 || !next.photos[index]) continue;
      const { caption } = photo;
      const isCaptioned = JSON.stringify(photo) !== sent.texts[index];
      for (const name of Object.keys(photo)) delete photo[name];
      Object.assign(photo, next.photos[index], isCaptioned ? { caption, isCaptioned } : {});
    }
  }

  // The note is unchanged; files that it names may have arrived.
  arrive(present) {
    this.saved = present;
    arrive(this.photos, present.photos);
  }

  // Applies the changes to another version of the note, in which photos may have other positions.
  rebase(present) {
    const place = matches(this.saved.photos, present.photos);
    const photos = !this.hasOtherPhotos() ? present.photos : this.photos.flatMap((photo) => {
      if (photo.upload) return [photo];
      const found = place.get(photo.kept);
      return found ? [{ ...found, ...(photo.isCaptioned ? { caption: photo.caption, isCaptioned: true } : {}) }] : [];
    });
    this.saved = present;
    this.restore({ title: this.title, body: this.body, photos });
  }

  // The texts and photos as they are sent: without what did not change.
  //
  // `asNew` is true for a new note, and `isWhole` for one that takes everything from the version
  // that this page started from.
  request({ isPreview = false, asNew = false, isWhole = asNew } = {}) {
    const value = { title: this.title, body: this.body };
    if (!this.saved.id || asNew) value.kind = this.saved.kind;
    if (isWhole && this.saved.id) value.copyOf = { note: this.saved.id, version: this.saved.version };
    if (isPreview || isWhole || this.hasOtherPhotos()) {
      value.photos = this.photos.map((photo) => ({
        kept: photo.kept, upload: photo.upload, name: photo.name, thumbnail: photo.thumbnail,
        caption: photo.upload || photo.isCaptioned ? photo.caption ?? "" : undefined,
      }));
    }
    return value;
  }
}
