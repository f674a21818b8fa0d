"""Prints what Anki itself makes of a package and of a text, each imported twice: how many cards
were new, changed and known, then deck, question and answer of each."""

import sys
import tempfile

from anki.collection import (
    Collection,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
    ImportCsvRequest,
)


def show(collection, responses):
    for response in responses:
        log = response.log
        print(len(log.new), len(log.updated), len(log.duplicate))
    notes = map(collection.get_note, collection.find_notes(""))
    for deck, fields in sorted((collection.decks.name(n.cards()[0].did), n.fields) for n in notes):
        print(deck, *fields, sep="|")
    collection.close()


def opened():
    return Collection(tempfile.mkdtemp() + "/collection.anki2")


package, text = sys.argv[1:]
collection = opened()
options = ImportAnkiPackageOptions(merge_notetypes=False, with_scheduling=False)
request = ImportAnkiPackageRequest(package_path=package, options=options)
show(collection, [collection.import_anki_package(request) for _ in range(2)])
collection = opened()
metadata = collection.get_csv_metadata(text, None)
request = ImportCsvRequest(path=text, metadata=metadata)
show(collection, [collection.import_csv(request) for _ in range(2)])
