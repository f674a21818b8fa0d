"""Prints the colours of a PNG's corners, read without the library that wrote it."""

import struct
import sys
import zlib


def rows(data):
    position, packed = 8, b""
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position : position + 8])
        content = data[position + 8 : position + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", content[:10])
        if kind == b"IDAT":
            packed += content
        position += 12 + length
    assert depth == 8
    size = {2: 3, 6: 4}[colour]
    raw, last = zlib.decompress(packed), bytes(width * size)
    for y in range(height):
        start = y * (width * size + 1)
        method, line = raw[start], bytearray(raw[start + 1 : start + 1 + width * size])
        for x in range(len(line)):
            left = line[x - size] if x >= size else 0
            above = last[x]
            corner = last[x - size] if x >= size else 0
            if method == 1:
                guess = left
            elif method == 2:
                guess = above
            elif method == 3:
                guess = (left + above) // 2
            elif method == 4:
                guess = min((left, above, corner), key=lambda p: abs(left + above - corner - p))
            else:
                guess = 0
            line[x] = (line[x] + guess) & 255
        last = bytes(line)
        yield [last[x * size : x * size + 3] for x in range(width)]


def name(pixel):
    red, green, blue = (value > 127 for value in pixel)
    return {(1, 0, 0): "red", (0, 1, 0): "green", (0, 0, 1): "blue", (1, 1, 1): "white"}.get(
        (red, green, blue), str(tuple(pixel))
    )


with open(sys.argv[1], "rb") as file:
    picture = list(rows(file.read()))
for corner in (picture[0][0], picture[0][-1], picture[-1][0], picture[-1][-1]):
    print(name(corner))
