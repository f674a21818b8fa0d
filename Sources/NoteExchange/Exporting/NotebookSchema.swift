/// The JSON Schema (2020-12) of `notebook.json`; each line of `notes.ndjson` conforms to its
/// definition `note`.
enum NotebookSchema {
    static let text = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$id": "urn:notebinder:notebook:1",
          "title": "Notebook",
          "description": "Notes read from archives of notes apps. A line of notes.ndjson is one note (#/$defs/note).",
          "type": "object",
          "properties": {
            "$schema": {"type": "string", "description": "This schema, beside the document."},
            "formatVersion": {"const": 1, "description": "Goes up when a reader of the last version could misunderstand."},
            "title": {"type": "string", "description": "Title of the notebook."},
            "notes": {
              "type": "array",
              "description": "All notes, by source and place in it.",
              "items": {"$ref": "#/$defs/note"}
            }
          },
          "required": ["formatVersion", "title", "notes"],
          "additionalProperties": false,
          "$defs": {
            "note": {
              "title": "Note",
              "type": "object",
              "properties": {
                "kind": {"enum": ["note", "napkin", "lecture", "deck"], "description": "What kind of app kept it: napkin notes may have a drawing on their back, lecture notes have pages, decks have cards."},
                "slug": {"type": "string", "minLength": 1, "description": "Address of the note: the page notes/SLUG.html (decks/SLUG.html for a deck), the file SLUG.md."},
                "title": {"type": "string", "minLength": 1, "description": "The archived title on one line; the first line of the body where there is none."},
                "hasOwnTitle": {"type": "boolean", "description": "Whether the archive holds a title."},
                "created": {"$ref": "#/$defs/instant", "description": "When the note was written."},
                "modified": {"$ref": "#/$defs/instant", "description": "When the note was last changed."},
                "createdText": {"type": ["string", "null"], "description": "The date of writing as archived, where that was as text; created is null where it is no date."},
                "modifiedText": {"type": ["string", "null"], "description": "The date of the last change as archived, where that was as text."},
                "identifier": {"type": ["string", "null"], "description": "What the app knew the note by."},
                "tags": {"type": "array", "items": {"type": "string"}, "description": "What the note is about: the hashtags of its title and texts, without their signs, and tags that its archive keeps, each once."},
                "body": {"type": "string", "description": "The text as archived, Markdown; rich text as Markdown."},
                "photos": {"type": "array", "items": {"$ref": "#/$defs/photo"}, "description": "In the owner's order."},
                "recordings": {"type": "array", "items": {"$ref": "#/$defs/recording"}, "description": "Sound and film, in the owner's order."},
                "attachments": {"type": "array", "items": {"$ref": "#/$defs/attachment"}, "description": "Files of other kinds, in the owner's order."},
                "thumbnail": {"type": ["integer", "null"], "minimum": 0, "description": "Position among photos of the small copy that the app made."},
                "drawing": {"$ref": "#/$defs/drawing", "description": "On the back of the note."},
                "pages": {"type": "array", "items": {"$ref": "#/$defs/page"}, "description": "Written by hand, in their order."},
                "cards": {"type": ["array", "null"], "items": {"$ref": "#/$defs/card"}, "description": "Of a deck, in their order; null for other notes."},
                "source": {
                  "type": "object",
                  "description": "Where the note was read.",
                  "properties": {
                    "path": {"type": "string", "description": "File, below the notes folder."},
                    "index": {"type": "integer", "minimum": 0, "description": "Position among the notes of that file, from 0."}
                  },
                  "required": ["path", "index"],
                  "additionalProperties": false
                },
                "other": {"type": "object", "description": "What else the archive keeps of the note, under its own keys: data by its size ($data) and, up to 64 kB, its bytes (base64); objects with their class ($class) and number ($id); what was told before by that number ($ref)."}
              },
              "required": ["kind", "slug", "title", "hasOwnTitle", "created", "modified", "createdText", "modifiedText", "identifier", "tags", "body", "photos", "recordings", "attachments", "thumbnail", "drawing", "pages", "cards", "source", "other"],
              "additionalProperties": false
            },
            "card": {
              "title": "Flash card",
              "type": "object",
              "properties": {
                "id": {"type": "string", "minLength": 1, "description": "Name of the card in its deck, which stays when others change; made of its identifier or its question."},
                "question": {"type": "string", "description": "Markdown, as archived; empty for none."},
                "answer": {"type": "string", "description": "Markdown, as archived; empty for none."},
                "rightCount": {"type": "integer", "minimum": 0, "description": "How often it was known."},
                "wrongCount": {"type": "integer", "minimum": 0, "description": "How often it was not."},
                "identifier": {"type": ["string", "null"], "description": "What the app knew the card by."},
                "other": {"type": "object", "description": "What else the archive keeps of the card, under its own keys."}
              },
              "required": ["id", "question", "answer", "rightCount", "wrongCount", "identifier", "other"],
              "additionalProperties": false
            },
            "page": {
              "title": "Page",
              "type": "object",
              "properties": {
                "drawing": {"$ref": "#/$defs/drawing", "description": "What is drawn on it."},
                "pictures": {
                  "type": "array",
                  "description": "What lies on it, the lowest first.",
                  "items": {
                    "type": "object",
                    "properties": {
                      "photo": {"type": "integer", "minimum": 0, "description": "Position among photos."},
                      "frame": {
                        "type": ["array", "null"], "minItems": 4, "maxItems": 4, "items": {"type": "number"},
                        "description": "Left, top, width and height in points of the page, from its upper left corner; null where its place is not told."
                      }
                    },
                    "required": ["photo", "frame"],
                    "additionalProperties": false
                  }
                },
                "recordings": {"type": "array", "items": {"type": "integer", "minimum": 0}, "description": "Positions among recordings."}
              },
              "required": ["drawing", "pictures", "recordings"],
              "additionalProperties": false
            },
            "drawing": {
              "title": "Drawing",
              "type": ["object", "null"],
              "description": "A picture, or strokes; null for none.",
              "properties": {
                "file": {"type": ["string", "null"], "description": "The picture, or the strokes as SVG, relative to this document."},
                "photo": {"type": ["integer", "null"], "minimum": 0, "description": "Position of the picture among photos; null for strokes."},
                "strokes": {
                  "type": "array",
                  "description": "In the order in which they were made; empty for a picture.",
                  "items": {
                    "type": "object",
                    "properties": {
                      "points": {"type": "array", "minItems": 2, "items": {"type": "number"}, "description": "x and y by turns, in points of the page, to the right and down."},
                      "width": {"type": "number", "exclusiveMinimum": 0, "description": "In points of the page."},
                      "colour": {"type": "string", "pattern": "^#[0-9a-f]{6}([0-9a-f]{2})?$", "description": "Red, green, blue, and how opaque."},
                      "eraser": {"type": "boolean", "description": "Whether it takes away what was drawn before."}
                    },
                    "required": ["points", "width", "colour", "eraser"],
                    "additionalProperties": false
                  }
                }
              },
              "required": ["file", "photo", "strokes"],
              "additionalProperties": false
            },
            "recording": {
              "title": "Recording",
              "type": "object",
              "properties": {
                "state": {"enum": ["read", "missing", "unreadable"], "description": "Whether it holds sound or film; the file of an unreadable one is exported as it is."},
                "file": {"type": ["string", "null"], "description": "The original bytes, relative to this document."},
                "name": {"type": ["string", "null"], "description": "File name that the note gives; null for a recording kept inside the archive."},
                "caption": {"type": ["string", "null"], "description": "What the owner called it."},
                "kind": {"enum": ["m4a", "mp4", "mov", "caf", "wav", "mp3", "aiff", "amr", null], "description": "Told by the bytes."},
                "bytes": {"type": ["integer", "null"], "minimum": 0, "description": "Size of the file."},
                "sha256": {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$", "description": "Of the file."},
                "seconds": {"type": ["number", "null"], "minimum": 0, "description": "How long it is; null where it does not say."},
                "video": {"type": ["boolean", "null"], "description": "Whether there is something to be seen."}
              },
              "required": ["state", "file", "name", "caption", "kind", "bytes", "sha256", "seconds", "video"],
              "additionalProperties": false
            },
            "attachment": {
              "title": "Attachment",
              "type": "object",
              "properties": {
                "state": {"enum": ["read", "missing", "unreadable"], "description": "Whether the file is there and can be read."},
                "file": {"type": ["string", "null"], "description": "The original bytes, relative to this document."},
                "name": {"type": "string", "description": "File name by which texts refer to it."},
                "caption": {"type": ["string", "null"], "description": "The owner's words for it."},
                "bytes": {"type": ["integer", "null"], "minimum": 0, "description": "Size of the file."},
                "sha256": {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$", "description": "Digest of the file."}
              },
              "required": ["state", "file", "name", "caption", "bytes", "sha256"],
              "additionalProperties": false
            },
            "photo": {
              "title": "Photo",
              "type": "object",
              "properties": {
                "state": {"enum": ["read", "missing", "unreadable"], "description": "Whether the photo could be decoded; the file of an unreadable one is exported as it is."},
                "file": {"type": ["string", "null"], "description": "The original bytes, relative to this document."},
                "name": {"type": ["string", "null"], "description": "File name that the note gives; null for a photo kept inside the archive."},
                "caption": {"type": ["string", "null"], "description": "What the owner called it."},
                "kind": {"enum": ["jpeg", "png", "gif", "webp", "heic", "avif", "tiff", "svg", null], "description": "Told by the bytes."},
                "bytes": {"type": ["integer", "null"], "minimum": 0, "description": "Size of the file."},
                "sha256": {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$", "description": "Of the file."},
                "width": {"type": ["integer", "null"], "minimum": 1, "description": "Pixels, upright."},
                "height": {"type": ["integer", "null"], "minimum": 1, "description": "Pixels, upright."},
                "orientation": {"type": ["integer", "null"], "minimum": 1, "maximum": 8, "description": "How the archive says that the pixels are to be turned, by the numbers of EXIF; null where it says nothing."}
              },
              "required": ["state", "file", "name", "caption", "kind", "bytes", "sha256", "width", "height", "orientation"],
              "additionalProperties": false
            },
            "instant": {
              "type": ["string", "null"],
              "format": "date-time",
              "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?Z$",
              "description": "RFC 3339, in UTC, to the microsecond."
            }
          }
        }

        """#
}
