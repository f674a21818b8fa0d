"""Prints what two readers of keyed archives from PyPI make of a note and of a list of notes."""

import datetime
import sys

import NSKeyedUnArchiver
from bpylist2 import archiver


class NoteObj:
    """Stands in for the app's class."""

    def __init__(self, fields):
        self.fields = fields

    @staticmethod
    def decode_archive(archive):
        keys = ("title", "note", "photos", "created")
        return NoteObj({key: archive.decode(key) for key in keys})


class Date:
    """Keeps the seconds as archived."""

    @staticmethod
    def decode_archive(archive):
        return archive.decode("NS.time")


def photos(members):
    return " ".join(m if isinstance(m, str) else str(len(bytes(m))) for m in members)


def text(value):
    return value.replace("\n", " ")


note_path, list_path = sys.argv[1:]

note = NSKeyedUnArchiver.unserializeNSKeyedArchiver(note_path)
created = note["created"]
assert isinstance(created, datetime.datetime), type(created)
print(
    f"NSKeyedUnArchiver: {note['title']}|{text(note['note'])}|{photos(note['photos'])}"
    f"|{created.isoformat()}"
)
notes = NSKeyedUnArchiver.unserializeNSKeyedArchiver(list_path)
print("NSKeyedUnArchiver:", *(f"{n['title']}={n['note']}" for n in notes))

archiver.update_class_map({"NoteObj": NoteObj, "NSDate": Date})
with open(note_path, "rb") as file:
    fields = archiver.unarchive(file.read()).fields
print(
    f"bpylist2: {fields['title']}|{text(fields['note'])}|{photos(fields['photos'])}"
    f"|{fields['created']}"
)
with open(list_path, "rb") as file:
    notes = archiver.unarchive(file.read())
print("bpylist2:", *(f"{n.fields['title']}={n.fields['note']}" for n in notes))
