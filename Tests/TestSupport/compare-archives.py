"""Compares keyed archives of one folder with those of another, as two readers from PyPI read them.

Prints the number of archives that differ and, for each reader, the fields that differ otherwise than in
an added text or in a date.
"""

import os
import plistlib
import re
import sys

import NSKeyedUnArchiver
from bpylist2 import archiver

before, after, added = sys.argv[1:]


class Anything(dict):
    """Stands in for every class of an app."""

    @staticmethod
    def decode_archive(archive):
        return Anything({key: archive.decode(key) for key in archive.object if key != "$class"})


def by_key(path):
    return NSKeyedUnArchiver.unserializeNSKeyedArchiver(path)


def by_class(path):
    with open(path, "rb") as file:
        content = file.read()
    objects = plistlib.loads(content)["$objects"]
    names = {each["$classname"] for each in objects if isinstance(each, dict) and "$classname" in each}
    archiver.update_class_map(
        {name: Anything for name in names if name not in archiver.UNARCHIVE_CLASS_MAP}
    )
    return archiver.unarchive(content)


def fields(value, place=""):
    if isinstance(value, dict):
        for key, member in value.items():
            yield from fields(member, f"{place}/{key}")
    elif isinstance(value, (list, tuple, set)):
        for number, member in enumerate(value):
            yield from fields(member, f"{place}/{number}")
    else:
        yield place, value


def differences(one, other):
    one, other = dict(fields(one)), dict(fields(other))
    for place in one.keys() | other.keys():
        old, new = one.get(place), other.get(place)
        is_text = isinstance(old, str) and new == old + added
        if old != new and not is_text and not re.search("modif|date", place, re.IGNORECASE):
            yield place


changed = 0
for folder, _, names in os.walk(before):
    for name in sorted(names):
        paths = [os.path.join(folder, name), os.path.join(after + folder[len(before):], name)]
        contents = [open(path, "rb").read() for path in paths]
        if b"$archiver" not in contents[0] or contents[0] == contents[1]:
            continue
        changed += 1
        for read in (by_key, by_class):
            for place in differences(*map(read, paths)):
                print(read.__name__, name, place)
print(changed)
