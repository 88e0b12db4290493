#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Measures how deep, how level and how quiet bodies of three densities float; docs/bullet.md has its table.

Usage: scripts/floating.py [--undine FILE] [--solver pbf] [--width 10] [--cubes] [--seconds 12] [--keep DIR]

Three bodies of a quarter, a half and three quarters of the density of water start a little above where they
should float in a tank, turned by a few degrees. They are WIDTH particle spacings wide; boxes are half as
high, cubes as high as wide. The table has, on the average over the last two seconds:

  under water     the share of the volume below the level of the water
  vertical speed  the mean of its amount
  tilt            of the face that is nearest to level. The stable place of a real cube between 0.21 and 0.79
                  of the density of water has a corner on top, with 54.7 degrees.

The level is where the pressure, which grows with depth as rho g, is 0: Archimedes' own. Beside it stand two
others, in spacings above it: the level at which so much water stands in such a tank with such bodies in it, by
volume, and half a spacing above the highest particles. The last is too low, for the particles of a surface have
no neighbours above and sink in.
"""
import argparse
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SPACING = 0.02
RATE = 10
SHARES = (0.25, 0.5, 0.75)
ROOM = {False: 1.8, True: 2.2}  # width of the tank around a box or a cube, over its own
START = 1.5  # spacings that bodies start above where they will float


def scene(solver, width, cubes, seconds):
    side = width * SPACING
    height = side if cubes else side / 2
    depth = round((1.5 * side if cubes else 0.75 * height + 5 * SPACING) / SPACING) * SPACING
    room = ROOM[cubes] * side  # for each body
    tank = [len(SHARES) * room, depth + 1.5 * side, room]
    bodies = [
        {
            "shape": "box", "name": str(share), "size": [side, height, side], "density": 1000 * share,
            "position": [(k + 0.5) * room, depth + (0.5 - share) * height + START * SPACING, room / 2],
            "rotation": [3, 0, 5],
        }
        for k, share in enumerate(SHARES)
    ]
    return {
        "world": {"particle_spacing": SPACING},
        "solver": {"method": solver},
        "fluids": [{}],
        "fill": [{"shape": "box", "min": [0, 0, 0], "max": [tank[0], depth, tank[2]]}],
        "walls": [{"shape": "box", "min": [0, 0, 0], "max": tank}],
        "bodies": bodies,
        "output": {
            "seconds": seconds, "frame_rate": RATE, "formats": ["ply"], "fields": ["pressure"],
            "checkpoint_every": 0,
        },
    }


def read_particles(path):
    """Positions and pressures of a binary PLY file whose rows begin with x, y, z, pressure as floats."""
    data = path.read_bytes()
    end = data.index(b"end_header\n") + len(b"end_header\n")
    sizes = {"float": 4, "uint": 4, "int": 4, "double": 8, "uchar": 1, "ushort": 2}
    header = data[:end].decode().split("\n")
    row = sum(sizes[line.split()[1]] for line in header if line.startswith("property"))
    return [struct.unpack_from("<4f", data, at) for at in range(end, len(data), row)]


def rotated(q, p):
    x, y, z, w = q
    t = [2 * (y * p[2] - z * p[1]), 2 * (z * p[0] - x * p[2]), 2 * (x * p[1] - y * p[0])]
    return [
        p[0] + w * t[0] + y * t[2] - z * t[1],
        p[1] + w * t[1] + z * t[0] - x * t[2],
        p[2] + w * t[2] + x * t[1] - y * t[0],
    ]


def level_by_volume(count, tank, size, bodies):
    """What is below it is water or body: the particles have the volume of a lattice at rest."""
    water = count * SPACING**3
    low, high = 0, tank[1]
    for _ in range(20):
        level = (low + high) / 2
        displaced = math.prod(size) * sum(share_below(body, size, level) for body in bodies)
        low, high = (level, high) if level * tank[0] * tank[2] - displaced < water else (low, level)
    return level


def highest_particles(particles, tank, bodies, reach):
    """Half a spacing above them, on the mean over columns a spacing wide that are not near a body or a wall."""
    edge = 2 * SPACING
    tops = {}
    for x, y, z, _ in particles:
        at = (math.floor(x / SPACING), math.floor(z / SPACING))
        tops[at] = max(tops.get(at, 0), y)
    chosen = []
    for (i, k), top in tops.items():
        x, z = (i + 0.5) * SPACING, (k + 0.5) * SPACING
        is_inside = edge < x < tank[0] - edge and edge < z < tank[2] - edge
        if is_inside and all(max(abs(x - b[0]), abs(z - b[2])) > reach for b in bodies):
            chosen.append(top)
    return sum(chosen) / len(chosen) + SPACING / 2


def level_by_pressure(particles, tank, bodies, reach, near):
    """Where rho g (level - y) is 0, by particles well below the level `near` and away from bodies and walls."""
    edge = 3 * SPACING
    heights = [
        y + pressure / (1000 * 9.81)
        for x, y, z, pressure in particles
        if edge < x < tank[0] - edge and edge < z < tank[2] - edge and edge < y < near - edge
        and all(math.dist((x, y, z), b) > reach + SPACING for b in bodies)
    ]
    return sum(heights) / len(heights)


def share_below(body, size, level):
    """The mean over lines through the box, along that of its axes which is nearest to upright."""
    n = 24
    axes = [rotated(body["rotation"], a)[1] for a in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    up = max(range(3), key=lambda k: abs(axes[k]))
    rise = abs(axes[up]) * size[up]  # from one end of a line to the other
    places = [(k + 0.5) / n - 0.5 for k in range(n)]
    offsets = [[at * size[k] * axes[k] for at in places] for k in range(3) if k != up]
    middle = body["position"][1] - level
    below = sum(min(max(0.5 - (middle + a + b) / rise, 0), 1) for a in offsets[0] for b in offsets[1])
    return below / n**2


def measure(folder, setup, seconds):
    size = setup["bodies"][0]["size"]
    tank = setup["walls"][0]["max"]
    is_cube = size[0] == size[1]
    reach = math.sqrt(3) / 2 * size[0] + SPACING if is_cube else size[0] / 2 + 3 * SPACING
    rows = [{"share": [], "speed": [], "tilt": []} for _ in SHARES]
    levels = []
    for frame in range(round((seconds - 2) * RATE) + 1, round(seconds * RATE) + 1):
        bodies = json.loads((folder / f"bodies_{frame:04}.json").read_text())["bodies"]
        level = None
        if frame % 5 == 0:
            particles = read_particles(folder / f"frame_{frame:04}.ply")
            places = [b["position"] for b in bodies]
            volume = level_by_volume(len(particles), tank, size, bodies)
            level = level_by_pressure(particles, tank, places, reach, volume)
            levels.append((level, volume, highest_particles(particles, tank, places, reach)))
        for row, body in zip(rows, bodies):
            row["speed"].append(abs(body["velocity"][1]))
            upright = max(abs(rotated(body["rotation"], a)[1]) for a in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
            row["tilt"].append(math.degrees(math.acos(min(upright, 1))))
            if level is not None:
                row["share"].append(share_below(body, size, level))
    return rows, [sum(column) / len(levels) for column in zip(*levels)]


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--undine", default=ROOT / "build/release/undine", type=pathlib.Path)
    arguments.add_argument("--solver", default="pbf")
    arguments.add_argument("--width", default=10, type=int, help="in particle spacings")
    arguments.add_argument("--cubes", action="store_true")
    arguments.add_argument("--seconds", default=12, type=float)
    arguments.add_argument("--keep", type=pathlib.Path, help="a folder for the frames")
    chosen = arguments.parse_args()
    setup = scene(chosen.solver, chosen.width, chosen.cubes, chosen.seconds)
    with tempfile.TemporaryDirectory() as scratch:
        folder = chosen.keep or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "floating.json"
        path.write_text(json.dumps(setup))
        subprocess.run([chosen.undine, "run", path, "--quiet", "--out", folder], check=True)
        rows, levels = measure(folder, setup, chosen.seconds)
    shape = "cube" if chosen.cubes else "box"
    for share, row in zip(SHARES, rows):
        mean = {key: sum(values) / len(values) for key, values in row.items()}
        print(f"| {chosen.solver} | {shape}, {chosen.width} wide | {share:.0%} | {mean['share']:.1%} | "
              f"{100 * mean['speed']:.2f} cm/s | {mean['tilt']:.1f} degrees |")
    level, volume, highest = levels
    print(f"level {level:.4f} m; by volume {(volume - level) / SPACING:+.2f} spacings, "
          f"by the highest particles {(highest - level) / SPACING:+.2f}", file=sys.stderr)


if __name__ == "__main__":
    main()
