"""Checks an ENEX file against its description, and prints its notes as JSON: title, dates, tags, words, files.

Usage: check-enex.py FILE

The elements and their order are those of evernote-export4.dtd, those of the content of enml2.dtd. Every
problem is a line on standard error.
"""

import base64
import hashlib
import json
import re
import sys
import xml.etree.ElementTree as ElementTree

ORDER = ["title", "content", "created", "updated", "tag", "note-attributes", "resource"]
ALLOWED = set(
    """a abbr acronym address area b bdo big blockquote br caption center cite code col colgroup dd del dfn div dl
    dt em en-crypt en-media en-note en-todo font h1 h2 h3 h4 h5 h6 hr i img ins kbd li map ol p pre q s samp small
    span strike strong sub sup table tbody td tfoot th thead tr tt u ul var xmp""".split()
)
ATTRIBUTES = {
    "a": {"href"}, "en-media": {"type", "hash", "width", "height", "alt"}, "en-todo": {"checked"},
    "ol": {"start"}, "table": {"border"}, "td": {"align"}, "th": {"align"},
}


def problem(text):
    print(text, file=sys.stderr)


notes = []
export = ElementTree.parse(sys.argv[1]).getroot()
assert export.tag == "en-export", export.tag
if not re.fullmatch(r"\d{8}T\d{6}Z", export.get("export-date", "")):
    problem(f"export-date is {export.get('export-date')}")
for note in export:
    title = note.findtext("title") or ""
    names = [child.tag for child in note]
    places = [ORDER.index(name) for name in names]
    if places != sorted(places):
        problem(f"{title}: elements are {names}")
    if not 1 <= len(title) <= 255 or title != title.strip() or "\n" in title:
        problem(f"{title!r} is not a title")
    content = note.findtext("content")
    if len(content) > 5_242_880:
        problem(f"{title}: the content is too long")
    document = ElementTree.fromstring(content.encode())
    hashes = []
    for element in document.iter():
        if element.tag not in ALLOWED:
            problem(f"{title}: {element.tag} is not allowed")
        if set(element.attrib) - ATTRIBUTES.get(element.tag, set()):
            problem(f"{title}: {element.tag} has {element.attrib}")
        if element.tag == "en-media":
            hashes.append(element.get("hash"))
    files = []
    for resource in note.findall("resource"):
        data = base64.b64decode(resource.findtext("data"), validate=True)
        files.append({
            "name": resource.findtext("resource-attributes/file-name"),
            "mime": resource.findtext("mime"), "md5": hashlib.md5(data).hexdigest(),
            "sha256": hashlib.sha256(data).hexdigest(),
        })
        if len(data) > 25 << 20:
            problem(f"{title}: {files[-1]['name']} is too large")
    if set(hashes) != {file["md5"] for file in files}:
        problem(f"{title}: shows {hashes}, has {files}")
    for tag in note.findall("tag"):
        if len(tag.text) > 100 or "," in tag.text:
            problem(f"{title}: {tag.text} is not a tag")
    notes.append({
        "title": title, "created": note.findtext("created"), "updated": note.findtext("updated"),
        "tags": [tag.text for tag in note.findall("tag")],
        "words": " ".join(" ".join(document.itertext()).split()), "files": files,
        "url": note.findtext("note-attributes/source-url"),
    })
print(json.dumps(notes))
