"""Prints the links of an Obsidian vault that lead to no note or file, as obsidiantools sees them.

Usage: check-vault.py VAULT [SOURCE]

With SOURCE, an earlier vault of the same notes, those that it has as well are left out. The last line is the
number of notes in the vault.
"""

import pathlib
import sys

import obsidiantools.api as otools


def broken(vault):
    return set(vault.nonexistent_notes) | set(vault.nonexistent_media_files) | set(vault.nonexistent_canvas_files)


def read(path):
    return otools.Vault(pathlib.Path(path)).connect(show_nested_tags=False).gather()


def key(name):
    return name.split("/")[-1].lower()


vault = read(sys.argv[1])
found = broken(vault)
known = {key(name) for name in broken(read(sys.argv[2]))} if len(sys.argv) > 2 else set()
for name in sorted(found):
    if key(name) not in known:
        print(f"{name} does not exist")
print(f"{len(vault.md_file_index)} notes")
