"""Compares upright copies of photos with their originals, both read by Pillow.

Each argument is ORIGINAL:ORIENTATION:COPY. The pixels that a program shows of the copy, turned as
its own metadata says, have to be those of the original turned in that orientation and no other.
Prints a line for each difference.
"""

import sys

from PIL import Image, ImageOps

ORIENTATION = 0x0112
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def pixels(picture):
    """Sixteen bits stay what they are; palettes, greys and idle alpha channels are one form."""
    return picture if picture.mode.startswith("I") else picture.convert("RGBA")


def stored(picture):
    """The pixels as the file has them; of a TIFF file Pillow has turned them already."""
    own = picture.getexif().get(ORIENTATION, 1)
    picture.load()
    if picture.format == "TIFF" and own in TURNS:
        return picture.transpose(TURNS[{6: 8, 8: 6}.get(own, own)])
    return picture


def metadata(picture):
    """All tags, with the number of their directory."""
    exif = picture.getexif()
    # Where TIFF keeps its directories and pixels.
    moving = (ORIENTATION, 0x8769, 0x8825, 0x0111, 0x0117)
    tags = {(0, tag): str(value) for tag, value in exif.items() if tag not in moving}
    for directory in (0x8769, 0x8825):
        for tag, value in exif.get_ifd(directory).items():
            tags[directory, tag] = str(value)
    return tags


for argument in sys.argv[1:]:
    original_path, orientation, copy_path = argument.split(":")
    raw = Image.open(original_path)
    tags = metadata(raw)
    copy = Image.open(copy_path)
    shown = pixels(ImageOps.exif_transpose(copy))
    expected = pixels(stored(raw))
    if int(orientation) in TURNS:
        expected = expected.transpose(TURNS[int(orientation)])
    if shown.size != expected.size or shown.tobytes() != expected.tobytes():
        print(f"{argument}: {shown.size} {shown.mode} for {expected.size} {expected.mode}")
    if raw.format in ("JPEG", "TIFF") and copy.format != raw.format:
        print(f"{argument}: {raw.format} became {copy.format}")
    kept = metadata(Image.open(copy_path))
    if raw.format not in ("JPEG", "TIFF"):
        # A program that encodes pixels adds what it knows of them.
        kept = {tag: value for tag, value in kept.items() if tag in tags}
    if kept != tags:
        print(f"{argument}: {kept} for {tags}")
    if copy.info.get("icc_profile") != raw.info.get("icc_profile"):
        print(f"{argument}: another colour profile")
