"""Prints what two readers of keyed archives from PyPI make of a deck: a line a card."""

import sys

import NSKeyedUnArchiver
from bpylist2 import archiver


class FlashCard:
    """Stands in for the app's class."""

    def __init__(self, fields):
        self.fields = fields

    @staticmethod
    def decode_archive(archive):
        keys = ("question", "answer", "rightCount", "wrongCount")
        return FlashCard({key: archive.decode(key) for key in keys})


def line(card):
    return f"{card['question']}={card['rightCount']},{card['wrongCount']}"


cards = NSKeyedUnArchiver.unserializeNSKeyedArchiver(sys.argv[1])
print("NSKeyedUnArchiver:", *map(line, cards))
archiver.update_class_map({"FlashCard": FlashCard})
with open(sys.argv[1], "rb") as file:
    print("bpylist2:", *(line(card.fields) for card in archiver.unarchive(file.read())))
