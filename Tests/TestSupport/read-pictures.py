"""Reads pictures without the library that made them, with Pillow, and prints a JSON line each."""

import json
import sys

import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()

HARMLESS = {"jfif", "jfif_version", "jfif_unit", "jfif_density", "dpi", "loop", "background",
            "duration", "timestamp", "transparency", "progression", "progressive"}


def colour(pixel):
    red, green, blue = (value > 127 for value in pixel[:3])
    return {(1, 0, 0): "red", (0, 1, 0): "green", (0, 0, 1): "blue", (1, 1, 1): "white"}.get(
        (red, green, blue), str(tuple(pixel)))


def facts(path):
    picture = Image.open(path)
    picture.load()
    frames = getattr(picture, "n_frames", 1)
    pixels = picture.convert("RGBA" if picture.mode in ("P", "RGBA", "LA") else "RGB")
    width, height = pixels.size
    corners = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)]
    return {
        "format": picture.format,
        "width": width,
        "height": height,
        "frames": frames,
        "isTransparent": pixels.mode == "RGBA" and pixels.getextrema()[3][0] < 255,
        "metadata": sorted(key for key in picture.info if key not in HARMLESS),
        "exif": {str(tag): str(value) for tag, value in picture.getexif().items()},
        "profile": len(picture.info.get("icc_profile") or b""),
        "exactCorners": [list(pixels.getpixel(corner)[:3]) for corner in corners],
        "corners": [colour(pixels.getpixel(corner)) for corner in corners],
    }


for path in sys.argv[1:]:
    print(json.dumps(facts(path)))
