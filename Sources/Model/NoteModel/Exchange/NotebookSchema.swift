/// The JSON Schema (2020-12) of `notebook.json`; each line of `notes.ndjson` conforms to its
/// definition `note`.
package enum NotebookSchema {
    /// The version of the format, contained in the document and in the schema. It is increased when
    /// a reader of the previous version could misunderstand a document.
    package static let formatVersion = 1

    package static let text = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$id": "urn:notebinder:notebook:1",
          "title": "Notebook",
          "description": "Notes read from archives of notes apps. A line of notes.ndjson is one note (#/$defs/note).",
          "type": "object",
          "properties": {
            "$schema": {"type": "string", "description": "This schema, beside the document."},
            "formatVersion": {"const": \#(formatVersion), "description": "Goes up when a reader of the last version could misunderstand."},
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
                "kind": {"enum": ["note", "napkin", "lecture", "deck"], "description": "The kind of app that wrote the note: napkin notes may have a drawing on the back, lecture notes have pages, decks have cards."},
                "state": {"enum": ["draft", "archived", "hidden", "conflict", "trashed"], "description": "The state in which the app keeps a note that is published only on request; absent for all others."},
                "slug": {"type": "string", "minLength": 1, "description": "Address of the note: the page notes/SLUG.html (decks/SLUG.html for a deck), the file SLUG.md."},
                "title": {"type": "string", "minLength": 1, "description": "The archived title on one line, or else the first line of the body."},
                "hasOwnTitle": {"type": "boolean", "description": "True if the archive contains a title."},
                "created": {"$ref": "#/$defs/instant", "description": "When the note was written."},
                "modified": {"$ref": "#/$defs/instant", "description": "When the note was last changed."},
                "createdText": {"type": ["string", "null"], "description": "The date of writing if it was archived as text; created is null if that is not a date."},
                "modifiedText": {"type": ["string", "null"], "description": "The date of the last change if it was archived as text."},
                "identifier": {"type": ["string", "null"], "description": "The app's identifier of the note."},
                "tags": {"type": "array", "items": {"type": "string"}, "description": "The hashtags of the title and the texts, without their signs, and the tags in the archive, each once."},
                "body": {"type": "string", "description": "The text as archived, Markdown; rich text as Markdown."},
                "photos": {"type": "array", "items": {"$ref": "#/$defs/photo"}, "description": "In the owner's order."},
                "recordings": {"type": "array", "items": {"$ref": "#/$defs/recording"}, "description": "Sound and film, in the owner's order."},
                "attachments": {"type": "array", "items": {"$ref": "#/$defs/attachment"}, "description": "Files of other kinds, in the owner's order."},
                "thumbnail": {"type": ["integer", "null"], "minimum": 0, "description": "Position in photos of the thumbnail that the app made."},
                "drawing": {"$ref": "#/$defs/drawing", "description": "The drawing on the back of the note."},
                "pages": {"type": "array", "items": {"$ref": "#/$defs/page"}, "description": "Handwritten pages, in order."},
                "cards": {"type": ["array", "null"], "items": {"$ref": "#/$defs/card"}, "description": "The cards of a deck, in order; null for other notes."},
                "source": {
                  "type": "object",
                  "description": "The place from which the note was read.",
                  "properties": {
                    "path": {"type": "string", "description": "File, below the notes folder."},
                    "index": {"type": "integer", "minimum": 0, "description": "Position among the notes of that file, from 0."},
                    "sha256": {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$", "description": "SHA-256 of that file; of a database without its write-ahead log."}
                  },
                  "required": ["path", "index", "sha256"],
                  "additionalProperties": false
                },
                "other": {"type": "object", "description": "All other fields of the note in the archive, by their keys: data as its size ($data) and, up to 64 kB, its bytes (base64); objects with their class ($class) and number ($id); an object that was written before as its number ($ref)."}
              },
              "required": ["kind", "slug", "title", "hasOwnTitle", "created", "modified", "createdText", "modifiedText", "identifier", "tags", "body", "photos", "recordings", "attachments", "thumbnail", "drawing", "pages", "cards", "source", "other"],
              "additionalProperties": false
            },
            "card": {
              "title": "Flash card",
              "type": "object",
              "properties": {
                "id": {"type": "string", "minLength": 1, "description": "Name of the card in its deck, made from its identifier or its question; it stays the same when other cards change."},
                "question": {"type": "string", "description": "Markdown, as archived; empty for none."},
                "answer": {"type": "string", "description": "Markdown, as archived; empty for none."},
                "rightCount": {"type": "integer", "minimum": 0, "description": "Number of correct answers."},
                "wrongCount": {"type": "integer", "minimum": 0, "description": "Number of wrong answers."},
                "identifier": {"type": ["string", "null"], "description": "The app's identifier of the card."},
                "other": {"type": "object", "description": "All other fields of the card in the archive, by their keys."}
              },
              "required": ["id", "question", "answer", "rightCount", "wrongCount", "identifier", "other"],
              "additionalProperties": false
            },
            "page": {
              "title": "Page",
              "type": "object",
              "properties": {
                "drawing": {"$ref": "#/$defs/drawing", "description": "The drawing on the page."},
                "pictures": {
                  "type": "array",
                  "description": "The pictures on the page, the lowest first.",
                  "items": {
                    "type": "object",
                    "properties": {
                      "photo": {"type": "integer", "minimum": 0, "description": "Position among photos."},
                      "frame": {
                        "type": ["array", "null"], "minItems": 4, "maxItems": 4, "items": {"type": "number"},
                        "description": "Left, top, width and height in points of the page, from its upper left corner; null if the archive does not say."
                      },
                      "rotation": {"type": "number", "description": "Clockwise turn around the centre of the frame in degrees, unless it is 0."},
                      "crop": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"type": "number"}, "description": "Left, top, width and height of the part that is shown, in pixels of the picture; missing for all of it."},
                      "isPaper": {"const": true, "description": "True for a picture of the paper, such as a page of a PDF file; missing for others."}
                    },
                    "required": ["photo", "frame"],
                    "additionalProperties": false
                  }
                },
                "recordings": {"type": "array", "items": {"type": "integer", "minimum": 0}, "description": "Positions among recordings."},
                "placedRecordings": {
                  "type": "array",
                  "description": "The recordings that have an icon on the page; missing for none.",
                  "items": {
                    "type": "object",
                    "properties": {
                      "recording": {"type": "integer", "minimum": 0, "description": "Position among recordings."},
                      "place": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}, "description": "The centre of the icon in points of the page."}
                    },
                    "required": ["recording", "place"],
                    "additionalProperties": false
                  }
                },
                "paper": {
                  "type": "object",
                  "description": "The paper, if the archive describes it.",
                  "properties": {
                    "frame": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"type": "number"}, "description": "Left, top, width and height in points of the page."},
                    "colour": {"type": ["string", "null"], "pattern": "^#[0-9a-f]{6}$", "description": "Red, green and blue; null for white."}
                  },
                  "required": ["frame", "colour"],
                  "additionalProperties": false
                },
                "recognizedText": {"type": "string", "description": "The text that the app has recognized in the handwriting, with its mistakes."},
                "textBoxes": {
                  "type": "array",
                  "description": "The boxes with typed text on the page, and sticky notes, which may have no text; missing for none.",
                  "items": {
                    "type": "object",
                    "properties": {
                      "text": {"type": "string", "description": "The text without styles."},
                      "frame": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"type": "number"}, "description": "Left, top, width and height in points of the page."},
                      "fontSize": {"type": "number", "exclusiveMinimum": 0, "description": "Size of the letters in points of the page."},
                      "rotation": {"type": "number", "description": "Clockwise turn around the centre in degrees; missing for none."},
                      "colour": {"type": "string", "pattern": "^#[0-9a-f]{6}([0-9a-f]{2})?$", "description": "Colour of the box; missing for none."}
                    },
                    "required": ["text", "frame", "fontSize"],
                    "additionalProperties": false
                  }
                }
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
                  "description": "The strokes in the order of drawing; empty for a picture.",
                  "items": {
                    "type": "object",
                    "properties": {
                      "points": {"type": "array", "minItems": 2, "items": {"type": "number"}, "description": "x and y alternately, in points of the page, to the right and down."},
                      "width": {"type": "number", "exclusiveMinimum": 0, "description": "Width in points of the page; the largest one of a stroke with anchorWidths."},
                      "anchorWidths": {"type": "array", "minItems": 1, "items": {"type": "number", "minimum": 0}, "description": "Widths at the anchors of cubic curves; then the points are an anchor, and two control points and an anchor for each curve."},
                      "tool": {"enum": ["highlighter", "pencil"], "description": "The instrument, unless it is a pen."},
                      "colour": {"type": "string", "pattern": "^#[0-9a-f]{6}([0-9a-f]{2})?$", "description": "Red, green, blue and opacity."},
                      "recording": {"type": "integer", "minimum": 0, "description": "Position among the recordings of the one that was being made; missing for none."},
                      "seconds": {"type": "number", "minimum": 0, "description": "Time from the beginning of that recording to that of the stroke."},
                      "eraser": {"type": "boolean", "description": "True for an eraser, which removes earlier strokes."}
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
                "state": {"enum": ["read", "missing", "unreadable"], "description": "Whether the file contains audio or video; an unreadable file is exported unchanged."},
                "file": {"type": ["string", "null"], "description": "The original bytes, relative to this document."},
                "name": {"type": ["string", "null"], "description": "File name in the archive; null for an embedded recording."},
                "caption": {"type": ["string", "null"], "description": "Caption."},
                "kind": {"enum": ["m4a", "mp4", "mov", "caf", "wav", "mp3", "aiff", "amr", null], "description": "File type, detected by content."},
                "bytes": {"type": ["integer", "null"], "minimum": 0, "description": "Size of the file."},
                "sha256": {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$", "description": "Digest of the file."},
                "seconds": {"type": ["number", "null"], "minimum": 0, "description": "Duration; null if the file does not contain it."},
                "video": {"type": ["boolean", "null"], "description": "True for a video."},
                "transcript": {"oneOf": [{"$ref": "#/$defs/transcript"}, {"type": "null"}], "description": "What is said, from a file next to the recording."}
              },
              "required": ["state", "file", "name", "caption", "kind", "bytes", "sha256", "seconds", "video", "transcript"],
              "additionalProperties": false
            },
            "transcript": {
              "title": "Transcript",
              "type": "object",
              "properties": {
                "text": {"type": "string", "description": "The whole text; a line for each cue."},
                "cues": {
                  "type": "array",
                  "description": "The lines with their times; empty for a text without times.",
                  "items": {
                    "type": "object",
                    "properties": {
                      "start": {"type": "number", "minimum": 0, "description": "Start in seconds."},
                      "end": {"type": "number", "minimum": 0, "description": "End in seconds."},
                      "speaker": {"type": ["string", "null"], "description": "Name of the speaker."},
                      "text": {"type": "string", "description": "Plain text."}
                    },
                    "required": ["start", "end", "speaker", "text"],
                    "additionalProperties": false
                  }
                }
              },
              "required": ["text", "cues"],
              "additionalProperties": false
            },
            "attachment": {
              "title": "Attachment",
              "type": "object",
              "properties": {
                "state": {"enum": ["read", "missing", "unreadable"], "description": "Whether the file exists and can be read."},
                "file": {"type": ["string", "null"], "description": "The original bytes, relative to this document."},
                "name": {"type": "string", "description": "File name by which texts refer to it."},
                "caption": {"type": ["string", "null"], "description": "Caption."},
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
                "state": {"enum": ["read", "missing", "unreadable"], "description": "Whether the photo could be decoded; an unreadable file is exported unchanged."},
                "file": {"type": ["string", "null"], "description": "The original bytes, relative to this document."},
                "name": {"type": ["string", "null"], "description": "File name in the archive; null for an embedded photo."},
                "caption": {"type": ["string", "null"], "description": "Caption."},
                "kind": {"enum": ["jpeg", "png", "gif", "webp", "heic", "avif", "tiff", "bmp", "svg", null], "description": "File type, detected by content."},
                "bytes": {"type": ["integer", "null"], "minimum": 0, "description": "Size of the file."},
                "sha256": {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$", "description": "Digest of the file."},
                "width": {"type": ["integer", "null"], "minimum": 1, "description": "Pixels, upright."},
                "height": {"type": ["integer", "null"], "minimum": 1, "description": "Pixels, upright."},
                "orientation": {"type": ["integer", "null"], "minimum": 1, "maximum": 8, "description": "Orientation according to the archive, as in EXIF (1 to 8); null if the archive contains none."}
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
