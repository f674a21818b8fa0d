"""Writes pictures as other programs do, with Pillow, into a folder."""

import struct
import sys

import pillow_heif
from PIL import Image, ImageCms, TiffImagePlugin

folder = sys.argv[1]


def quarters(width, height, mode="RGB"):
    """Red, green (upper), blue and white (lower) quarters."""
    picture = Image.new("RGB", (width, height), "white")
    half = (width // 2, height // 2)
    picture.paste("red", (0, 0, *half))
    picture.paste((0, 255, 0), (half[0], 0, width, half[1]))
    picture.paste("blue", (0, half[1], half[0], height))
    return picture.convert(mode)


def private():
    """EXIF data with everything that nobody wants to publish, and two things some do."""
    exif = Image.Exif()
    exif[0x010F] = "SecretMaker"
    exif[0x0112] = 6
    exif[0x013B] = "Ana Artist"
    exif[0x8298] = "(c) 2014 Ana Mueller"
    camera = exif.get_ifd(0x8769)
    camera[0xA431] = "SERIAL-123"
    camera[0x927C] = b"MAKERNOTE-456"
    position = exif.get_ifd(0x8825)
    position[1] = "N"
    position[2] = (TiffImagePlugin.IFDRational(43), TiffImagePlugin.IFDRational(28),
                   TiffImagePlugin.IFDRational(3))
    return exif


def iptc():
    """A credit line and a caption, in the block that Photoshop writes."""
    records = b""
    for number, text in ((110, b"Credit Agency"), (120, b"SECRET-CAPTION")):
        records += struct.pack(">BBBH", 0x1C, 2, number, len(text)) + text
    records += b"\0" * (len(records) % 2)
    content = b"Photoshop 3.0\0" + b"8BIM" + struct.pack(">HHI", 0x0404, 0, len(records)) + records
    return b"\xFF\xED" + struct.pack(">H", len(content) + 2) + content


XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>43,28.0N</exif:GPSLatitude></x:xmpmeta>'

picture = quarters(64, 32)
picture.save(folder + "/private.jpg", exif=private(), xmp=XMP, comment=b"SECRET-COMMENT")
picture.save(folder + "/private.webp", exif=private(), xmp=XMP, lossless=True)
picture.save(folder + "/private.png", exif=private())
picture.save(folder + "/private.tiff", exif=private())
pillow_heif.register_heif_opener()
picture.save(folder + "/private.heic", exif=private(), xmp=XMP, quality=95)
picture.save(folder + "/private.avif", exif=private(), xmp=XMP, quality=95)
plain = open(folder + "/private.jpg", "rb").read()
open(folder + "/iptc.jpg", "wb").write(plain[:2] + iptc() + plain[2:])
picture.save(folder + "/xmp.jpg", xmp=XMP)

quarters(64, 32, "CMYK").save(folder + "/cmyk.jpg", quality=95)
quarters(64, 32, "L").save(folder + "/grey.png")
deep = Image.new("I;16", (64, 32), 40000)
deep.save(folder + "/deep.png")
opaque = quarters(64, 32, "RGBA")
opaque.save(folder + "/opaque.png")
opaque.putpixel((60, 30), (0, 0, 0, 0))
opaque.save(folder + "/transparent.png")
small = quarters(64, 32)
small.save(folder + "/rough.jpg", quality=30)

frames = [Image.new("RGB", (64, 32), (step * 20, 255 - step * 20, 128)) for step in range(12)]
frames[0].save(folder + "/moving.gif", save_all=True, append_images=frames[1:], duration=80, loop=0,
               comment=b"SECRET-COMMENT")
frames[0].save(folder + "/moving.webp", save_all=True, append_images=frames[1:], duration=80,
               exif=private())
endless = [Image.new("L", (2, 2), step % 255) for step in range(1600)]
endless[0].save(folder + "/endless.gif", save_all=True, append_images=endless[1:], duration=20)

# Photos that an archive turns.
picture.save(folder + "/plain.jpg", quality=95)
tagged = private()
del tagged[0x0112]
picture.save(folder + "/untagged.jpg", exif=tagged)
whole = Image.Exif()
whole[0x010E] = "x" * 65450
picture.save(folder + "/full.jpg", exif=whole)
jfif = open(folder + "/plain.jpg", "rb").read()
broken = b"Exif\0\0MM\0*\0\0\xff\xff"
open(folder + "/broken-exif.jpg", "wb").write(
    jfif[:2] + b"\xFF\xE1" + struct.pack(">H", len(broken) + 2) + broken + jfif[2:])
open(folder + "/padded.jpg", "wb").write(jfif[:2] + b"\xFF\xFF" + jfif[2:])
small_endian = Image.Exif()
small_endian.endian = "<"
small_endian[0x0112] = 8
small_endian[0x010F] = "SecretMaker"
picture.save(folder + "/little.jpg", exif=small_endian)
picture.save(folder + "/plain.tiff")
picture.save(folder + "/packed.tiff", compression="tiff_lzw")
quarters(64, 32, "P").save(folder + "/palette.png")
quarters(64, 32, "1").save(folder + "/bits.png")
picture.save(folder + "/plain.webp", lossless=True)
quarters(64, 32, "P").save(folder + "/still.gif")
pillow_heif.from_pillow(picture).save(folder + "/plain.heic", quality=95)

# Formats that are no photos'.
for ending in ("pdf", "ppm", "jp2", "bmp", "ico", "pcx"):
    small.save(folder + "/other." + ending)
open(folder + "/other.hdr", "wb").write(
    b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n" + bytes([128, 128, 128, 129]))
cards = ["SIMPLE  =                    T", "BITPIX  =                    8",
         "NAXIS   =                    2", "NAXIS1  =                    1",
         "NAXIS2  =                    1", "END"]
open(folder + "/other.fits", "wb").write(
    "".join(card.ljust(80) for card in cards).ljust(2880).encode() + bytes(2880))
open(folder + "/other.csv", "w").write("1,2\n3,4\n")
open(folder + "/other.mat", "wb").write(
    b"MATLAB 5.0 MAT-file".ljust(116) + bytes(8) + b"\x00\x01IM" + bytes(64))
open(folder + "/other.xpm", "w").write('/* XPM */\nstatic char *x[] = {"1 1 1 1", "a c #fff", "a"};\n')
small.save(folder + "/other.btf", format="TIFF", big_tiff=True)


def profile(primaries):
    """A profile of three primaries, given as adapted to D50, with a gamma of 2.2."""
    def tag(name, values):
        return name + b"\0\0\0\0" + b"".join(struct.pack(">i", round(v * 65536)) for v in values)

    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, 563) + b"\0\0"
    text = b"desc\0\0\0\0" + struct.pack(">I", 5) + b"Test\0" + b"\0" * 79
    text += b"\0" * (-len(text) % 4)
    parts = [(b"desc", text), (b"cprt", b"text\0\0\0\0Test\0\0\0\0"),
             (b"wtpt", tag(b"XYZ ", (0.9642, 1, 0.8249)))]
    parts += [(name, tag(b"XYZ ", values)) for name, values in zip((b"rXYZ", b"gXYZ", b"bXYZ"),
                                                                 primaries)]
    parts += [(name, curve) for name in (b"rTRC", b"gTRC", b"bTRC")]
    table, data = b"", b""
    for name, content in parts:
        table += name + struct.pack(">II", 132 + 12 * len(parts) + len(data), len(content))
        data += content
    body = struct.pack(">I", len(parts)) + table + data
    head = struct.pack(">I4sI4s4s4s", 128 + len(body), b"\0\0\0\0", 0x02100000, b"mntr", b"RGB ",
                       b"XYZ ")
    head += b"\0" * 12 + b"acsp" + b"\0" * 28 + struct.pack(">iii", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + body


P3 = [(0.5151, 0.2412, -0.0011), (0.2920, 0.6922, 0.0419), (0.1571, 0.0666, 0.7841)]
SRGB = [(0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141)]
ramp = Image.new("RGB", (64, 32))
for box, colour in (((0, 0, 32, 16), (20, 20, 20)), ((32, 0, 64, 16), (49, 49, 49)),
                    ((0, 16, 32, 32), (0, 0, 255)), ((32, 16, 64, 32), (76, 6, 255))):
    ramp.paste(colour, box)
ramp.save(folder + "/ramp.png")
ramp.save(folder + "/ramp-srgb.png",
          icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
picture.save(folder + "/wide.jpg", icc_profile=profile(P3), quality=95)
picture.save(folder + "/narrow.jpg", icc_profile=profile(SRGB), quality=95)
wide = quarters(64, 32, "RGBA")
wide.putpixel((60, 30), (0, 0, 0, 0))
wide.save(folder + "/wide-transparent.png", icc_profile=profile(P3))
