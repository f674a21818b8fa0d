"""Builds a site from a Markdown tree with a static site generator, and compares it with the JSON tree.

Usage: check-generator.py GENERATOR PROGRAM NOTEBOOK WORK

GENERATOR is hugo, jekyll, mkdocs, pelican or zensical, PROGRAM its path, NOTEBOOK a folder with the
trees `markdown` and `json`, and WORK an empty folder. Prints one line for each problem, then the number
of notes. The exit status is 1 if the generator fails.
"""

import datetime
import html.parser
import json
import os
import pathlib
import shutil
import subprocess
import sys
import urllib.parse

generator, program, notebook, work = sys.argv[1:]
tree = pathlib.Path(notebook, "markdown")
work = pathlib.Path(work)


def write(name, text):
    path = work / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


HEAD = '<meta name="nb-title" content="%s"><meta name="nb-date" content="%s"><meta name="nb-tags" content="%s">'


def hugo():
    # The default configuration; only the layouts are ours, since Hugo has none.
    write("hugo.yaml", "title: N\n")
    page = HEAD % (
        "{{ .Title }}",
        "{{ .Date.UTC.Format \"2006-01-02\" }}",
        '{{ delimit (.Params.tags | default slice) "|" }}',
    )
    write("layouts/_default/single.html", page + "{{ .Content }}")
    write("layouts/_default/list.html", "{{ range .Pages }}{{ .Title }}\n{{ end }}")
    return [program, "--source", work, "--config", "hugo.yaml", "--contentDir", tree], work / "public"


def jekyll():
    shutil.copytree(tree, work / "source")
    write(
        "source/_config.yml",
        "title: N\ndefaults:\n- scope: {path: \"\"}\n  values: {layout: page}\n",
    )
    page = HEAD % (
        "{{ page.title | escape }}",
        "{{ page.date | date: '%Y-%m-%d' }}",
        "{{ page.tags | join: '|' | escape }}",
    )
    write("source/_layouts/page.html", page + "{{ content }}")
    os.environ["TZ"] = "UTC"
    return [program, "build", "--source", work / "source", "--destination", work / "site"], work / "site"


def mkdocs():
    write(
        "mkdocs.yml",
        json.dumps({"site_name": "N", "docs_dir": str(tree), "theme": {"name": None, "custom_dir": "theme"}}),
    )
    page = HEAD % (
        "{{ page.meta.title | e }}",
        "{{ page.meta.date | string | truncate(10, True, '') }}",
        "{{ page.meta.tags | default([]) | join('|') | e }}",
    )
    write("theme/main.html", page + "{{ page.content }}")
    return [program, "build", "--quiet", "--config-file", work / "mkdocs.yml", "--site-dir", work / "site"], work / "site"


def zensical():
    # Zensical has no empty theme; its templates extend each other.
    write(
        "zensical.toml",
        '[project]\nsite_name = "N"\ndocs_dir = "docs"\nsite_dir = "site"\n[project.theme]\ncustom_dir = "theme"\n',
    )
    shutil.copytree(tree, work / "docs")
    page = HEAD % (
        "{{ page.meta.title }}",
        "{{ page.meta.date }}",
        "{{ page.meta.tags | join('|') }}",
    )
    write("theme/main.html", page + "{{ page.content }}")
    return [program, "build", "--config-file", work / "zensical.toml"], work / "site"


def pelican():
    write(
        "pelicanconf.py",
        "SITENAME = 'N'\nTIMEZONE = 'UTC'\nDEFAULT_LANG = 'en'\nTHEME = 'theme'\nSTATIC_PATHS = ['.']\n"
        "PLUGINS = ['yaml_metadata']\nDEFAULT_DATE = (1970, 1, 1)\nARTICLE_EXCLUDES = []\n"
        "SLUGIFY_SOURCE = 'basename'\nCACHE_CONTENT = False\nDIRECT_TEMPLATES = []\n",
    )
    page = HEAD % (
        "{{ article.title | striptags }}",
        "{{ article.date.strftime('%Y-%m-%d') }}",
        "{{ article.tags | default([]) | map(attribute='name') | join('|') | e }}",
    )
    write("theme/templates/article.html", page + "{{ article.content }}")
    for name in "page tag category author index archives author_list".split():
        write(f"theme/templates/{name}.html", "")
    write("theme/static/empty.css", "")
    return [program, tree, "-s", work / "pelicanconf.py", "-t", work / "theme", "-o", work / "site", "--quiet"], work / "site"


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.meta, self.pictures = {}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "meta" and "name" in values:
            self.meta[values["name"]] = values.get("content") or ""
        if tag == "img":
            self.pictures.append(values.get("src") or "")


command, site = globals()[generator]()
run = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=work)
if run.returncode != 0:
    print((run.stdout + run.stderr)[-4000:])
    sys.exit(1)

notes = json.load(open(pathlib.Path(notebook, "json/notebook.json"), encoding="utf-8"))["notes"]
missing = {
    part["name"]
    for note in notes
    for part in note["photos"] + note["recordings"] + note["attachments"]
    if part["file"] is None
}


def isMissing(address):
    name = urllib.parse.unquote(address).split("/")[-1]
    return name in missing or any(other and other.split("/")[-1] == name for other in missing)


pages = 0
for note in notes:
    slug = note["slug"]
    candidates = [site / slug / "index.html", site / f"{slug}.html"]
    path = next((path for path in candidates if path.exists()), None)
    if path is None:
        print(f"{slug} has no page")
        continue
    pages += 1
    page = Page(path.read_text(encoding="utf-8"))
    if page.meta.get("nb-title", "").split() != note["title"].split():
        print(f"{slug} is titled {page.meta.get('nb-title')!r}, not {note['title']!r}")
    if note["created"] and not page.meta.get("nb-date", "").startswith(note["created"][:10]):
        print(f"{slug} is dated {page.meta.get('nb-date')!r}, not {note['created']}")
    tags = [tag for tag in page.meta.get("nb-tags", "").split("|") if tag]
    # Some generators sort tags, and Pelican joins those that differ in case only.
    if {tag.lower() for tag in tags} != {tag.lower() for tag in note["tags"]}:
        print(f"{slug} has the tags {tags}, not {note['tags']}")
    for address in page.pictures:
        parts = urllib.parse.urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        target = urllib.parse.unquote(parts.path)
        target = site / target.lstrip("/") if target.startswith("/") else path.parent / target
        if not target.is_file() and not isMissing(address):
            print(f"{slug} shows {address}, which does not exist")
print(f"{pages} notes")
