"""Pictures of the window as other eyes see them; called by scripts/screens with their folder."""

import sys
from pathlib import Path

from PIL import Image

# Machado, Oliveira and Fernandes 2009, severity 1; on linear sRGB.
SIGHTS = {
    "protan": (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    "deutan": (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    "tritan": (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900),
}


def decoded(byte):
    c = byte / 255
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def encoded(light):
    light = min(max(light, 0.0), 1.0)
    c = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * c)


LINEAR = [decoded(byte) for byte in range(256)]


def seen(picture, matrix):
    """Every colour of the picture once, since a window has few of them."""
    known = {}

    def convert(pixel):
        if pixel not in known:
            rgb = [LINEAR[c] for c in pixel]
            known[pixel] = tuple(encoded(sum(m * c for m, c in zip(matrix[3 * row : 3 * row + 3], rgb))) for row in range(3))
        return known[pixel]

    result = Image.new("RGB", picture.size)
    result.putdata([convert(pixel) for pixel in picture.getdata()])
    return result


def main(folder):
    for path in sorted(Path(folder).glob("*-1280x720.png")):
        picture = Image.open(path).convert("RGB")
        picture.resize((picture.width // 4, picture.height // 4), Image.LANCZOS).save(path.with_suffix(".squint.png"))
        picture.convert("L").save(path.with_suffix(".grey.png"))
        for name, matrix in SIGHTS.items():
            seen(picture, matrix).save(path.with_suffix(f".{name}.png"))
        print(path.stem + ": squint, grey, " + ", ".join(SIGHTS))


if __name__ == "__main__":
    main(sys.argv[1])
