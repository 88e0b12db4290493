#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Makes the pictures of docs/forces.md that compare a run without a force (left) with one that has it (right).

Usage: scripts/force_pictures.py [UNDINE [NAME...]]

UNDINE is the program, build/release/undine if not given. Both runs of a pair are small scenes in two dimensions
and differ in the settings in PAIRS alone. Their pictures are made smaller and put side by side.
"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLUE, ORANGE = [0.10, 0.42, 0.80], [0.95, 0.60, 0.12]


def box(low, high, **more):
    return {"shape": "box", "min": [*low, 0], "max": [*high, 0], **more}


def scene(seconds, **sections):
    """A scene in two dimensions in a box of 1 m by 0.8 m around (0, 0) that ends after so many seconds."""
    world = {"dimension": 2, "particle_spacing": 0.01, **sections.pop("world", {})}
    return {
        "world": world,
        "solver": {"method": "pbf", "xsph": 0},
        "fluids": [{"color": BLUE}],
        "walls": [box((-0.5, -0.4), (0.5, 0.4))],
        "camera": {"direction": [0, 0, -1], "target": [0, 0, 0], "height": 0.82},
        "output": {"seconds": seconds, "formats": [], "checkpoint_every": 0},
        **sections,
    }


DAM = scene(0.6, fill=[box((-0.5, -0.4), (-0.1, 0))])
SQUARE = scene(
    3,
    world={"gravity": [0, 0, 0]},
    solver={"method": "wcsph"},
    fluids=[{"color": BLUE, "viscosity": 1, "stiffness": 100}],
    fill=[box((-0.2, -0.2), (0.2, 0.2))],
)
SHEAR = scene(
    2,
    world={"particle_spacing": 0.0125},
    solver={"method": "pbf", "xsph": 0.05},
    fluids=[{"color": BLUE}, {"color": ORANGE}],
    fill=[
        box((-0.5, -0.4), (0.5, -0.05), fluid=0, velocity=[0.7, 0, 0], jitter=0.1),
        box((-0.5, -0.05), (0.5, 0.3), fluid=1, velocity=[-0.7, 0, 0], jitter=0.1),
    ],
)

# Name of the picture: a scene, and what is set for the run on the right.
PAIRS = {
    "force_viscosity": (DAM, ["fluids.0.viscosity=50"]),
    "force_xsph": (DAM, ["solver.xsph=0.3"]),
    "force_color_field": (SQUARE, ["solver.tension_model=color_field", "fluids.0.surface_tension=0.3"]),
    "force_vorticity": (SHEAR, ["solver.vorticity_confinement=5"]),
}


def render(undine, description, settings, folder, name):
    path = folder / f"{name}.json"
    path.write_text(json.dumps(description))
    command = [undine, "run", path, "--out", folder / name, "--quiet"]
    for setting in settings:
        command += ["--set", setting]
    subprocess.run(command, check=True)
    return folder / name / f"{name}.png"


def unfilter(kind, row, above):
    """A row of a PNG as bytes of colours, from what its filter left of it. Pixels have three bytes."""
    for k in range(len(row)):
        left = row[k - 3] if k >= 3 else 0
        up = above[k]
        corner = above[k - 3] if k >= 3 else 0
        if kind == 4:
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(guess - value))
        row[k] = (row[k] + (0, left, up, (left + up) // 2, nearest if kind == 4 else 0)[kind]) % 256
    return row


def read_png(path):
    """Rows of bytes of an 8-bit RGB picture, the only kind that undine writes."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width = struct.unpack_from(">I", body)[0]
        packed += body if kind == b"IDAT" else b""
        at += size + 12
    stride = 3 * width + 1
    raw, rows, above = zlib.decompress(packed), [], bytes(3 * width)
    for begin in range(0, len(raw), stride):
        above = unfilter(raw[begin], bytearray(raw[begin + 1 : begin + stride]), above)
        rows.append(above)
    return rows


def write_png(path, rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    raw, above = bytearray(), [0] * len(rows[0])
    for row in rows:
        left = [0, 0, 0, *row[:-3]]
        guesses = [0] * len(row), left, above, [(a + b) // 2 for a, b in zip(left, above)]
        rests = [bytes((value - guess) % 256 for value, guess in zip(row, g)) for g in guesses]
        best = min(range(4), key=lambda k: sum(min(rest, 256 - rest) for rest in rests[k]))
        raw += bytes([best]) + rests[best]
        above = row
    body = zlib.compress(raw, 9)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b""))


def shrink(rows):
    """The means of three by three pixels of the middle, where the box is: it has 5/7 of the width. Colours have
    64 steps; more would not be seen, and would take half as much room again."""
    small = []
    edge = len(rows[0]) // 9 // 7 * 9
    for three in zip(rows[::3], rows[1::3], rows[2::3]):
        sums = [sum(values) for values in zip(*three)]
        first = [k for p in range(edge, len(sums) - edge - 8, 9) for k in range(p, p + 3)]
        small.append([(sums[k] + sums[k + 3] + sums[k + 6]) // 36 * 4 for k in first])
    return small


def make(undine, name):
    description, settings = PAIRS[name]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        runs = ([], "without"), (settings, "with")
        left, right = [shrink(read_png(render(undine, description, s, folder, n))) for s, n in runs]
    to = ROOT / "docs" / "images" / f"{name}.png"
    write_png(to, [a + [255] * 12 + b for a, b in zip(left, right)])
    print(f"{to.relative_to(ROOT)}: {to.stat().st_size // 1024} kB")


def main(arguments):
    undine = pathlib.Path(arguments[0] if arguments else ROOT / "build/release/undine").resolve()
    for name in arguments[1:] or PAIRS:
        make(undine, name)


main(sys.argv[1:])
