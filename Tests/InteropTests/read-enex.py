"""Reads an ENEX file with enex2notion, an independent reader, and prints the number of notes, of blocks and
of resources.

Usage: read-enex.py FILE
"""

import logging
import pathlib
import sys

from enex2notion.enex_parser import iter_notes
from enex2notion.note_parser.note import parse_note

try:
    from enex2notion.cli_notion import NotionImportRejection
except ImportError:
    pass

logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(message)s")


class Rules:
    mode_webclips = "TXT"
    mode_webclips_pdf = False
    keep_failed = False
    condense_lines = False
    condense_lines_sparse = False
    add_meta = False
    tag = None

    def __getattr__(self, name):
        return None


notes = blocks = resources = 0
for note in iter_notes(pathlib.Path(sys.argv[1])):
    notes += 1
    resources += len(note.resources)
    blocks += len(parse_note(note, Rules()))
print(notes, blocks, resources)
