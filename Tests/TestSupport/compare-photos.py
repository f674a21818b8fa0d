"""Compares the pictures of a site with the originals in its JSON tree, both read by Pillow.

Prints a JSON line for each photo that a note's page shows: how the original must be turned to
look most like the page's picture ("upright" when not at all), and what metadata it carries.
"""

import io
import json
import re
import sys

import pillow_heif
from PIL import Image, ImageChops, ImageCms, ImageOps, ImageStat

pillow_heif.register_heif_opener()

TURNS = {
    2: [Image.Transpose.FLIP_LEFT_RIGHT],
    3: [Image.Transpose.ROTATE_180],
    4: [Image.Transpose.FLIP_TOP_BOTTOM],
    5: [Image.Transpose.TRANSPOSE],
    6: [Image.Transpose.ROTATE_270],
    7: [Image.Transpose.TRANSVERSE],
    8: [Image.Transpose.ROTATE_90],
}


def turned(picture, orientation):
    for turn in TURNS.get(orientation, []):
        picture = picture.transpose(turn)
    return picture


def in_srgb(picture):
    """The picture in sRGB's colours, whatever profile it has."""
    profile = picture.info.get("icc_profile")
    picture = picture.convert("RGB")
    if not profile:
        return picture
    own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    return ImageCms.profileToProfile(picture, own, ImageCms.createProfile("sRGB"))


def difference(left, right):
    pair = [picture.convert("RGB").resize((64, 64)) for picture in (left, right)]
    return max(ImageStat.Stat(ImageChops.difference(*pair)).rms)


notebook = sys.argv[1]
document = json.load(open(notebook + "/json/notebook.json", encoding="utf-8"))
for note in document["notes"]:
    page = open(notebook + "/site/notes/" + note["slug"] + ".html", encoding="utf-8").read()
    shown = dict(re.findall(r'id="photo-(\d+)" href="\.\./([^"]+)"', page))
    for number, photo in enumerate(note["photos"], 1):
        if photo["state"] != "read":
            continue
        original = Image.open(notebook + "/json/" + photo["file"])
        profile = original.info.get("icc_profile")
        if photo["orientation"]:
            original = turned(original, photo["orientation"])
        else:
            original = ImageOps.exif_transpose(original)
        if profile:
            original.info["icc_profile"] = profile
        original = in_srgb(original)
        path = notebook + "/site/" + shown[str(number)]
        picture = Image.open(path)
        differences = {turn: difference(turned(original, turn), in_srgb(picture))
                       for turn in range(1, 9)}
        raw = open(path, "rb").read()
        signs = [b"Exif", b"GPS", b"http://ns.adobe", b"Photoshop", b"Apple", b"iPhone", b"Canon"]
        print(json.dumps({
            "file": photo["file"],
            "isUpright": min(differences, key=differences.get) == 1,
            "difference": differences[1],
            "width": picture.width,
            "size": list(picture.size) == [photo["width"], photo["height"]]
            or max(picture.size) == 2048,
            "exif": len(picture.getexif()),
            "signs": [sign.decode() for sign in signs if sign in raw],
            "metadata": sorted(key for key in picture.info
                               if not key.startswith("jfif") and key not in ("dpi", "icc_profile")),
            "profile": len(picture.info.get("icc_profile") or b""),
        }))
