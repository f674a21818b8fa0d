"""Imports a package into a new collection of Anki, reviews every card, and imports a second package.

Prints for both imports how many notes were new, updated and unchanged, then the number of cards, and
how many reviews and how many review counts differ from those before the second import."""

import sys
import tempfile

from anki.collection import (
    Collection,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
)


def imported(collection, package):
    options = ImportAnkiPackageOptions(merge_notetypes=False, with_scheduling=False)
    request = ImportAnkiPackageRequest(package_path=package, options=options)
    log = collection.import_anki_package(request).log
    print(len(log.new), len(log.updated), len(log.duplicate))


def history(collection):
    reviews = collection.db.all("select id, cid, ease, ivl from revlog order by id")
    counts = collection.db.all("select id, nid, reps, due, ivl, type from cards where reps > 0 order by id")
    return reviews, counts


collection = Collection(tempfile.mkdtemp() + "/collection.anki2")
imported(collection, sys.argv[1])
for deck in collection.decks.all_names_and_ids():
    collection.decks.select(deck.id)
    while (card := collection.sched.getCard()) is not None:
        card.start_timer()
        collection.sched.answerCard(card, 4)
before = history(collection)
imported(collection, sys.argv[2])
after = history(collection)
print(collection.card_count(), len(before[0]))
print("history kept" if before == after else f"history differs: {before} {after}")
for deck, fields in sorted(
    (collection.decks.name(n.cards()[0].did), n.fields)
    for n in map(collection.get_note, collection.find_notes(""))
):
    print(deck, *fields, sep="|")
collection.close()
