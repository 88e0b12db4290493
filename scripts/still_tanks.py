#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Measures how still and how incompressible water is that has come to rest in a tank.

Usage: scripts/still_tanks.py [--undine FILE] [--solver pbf] [--seconds 3] [--threads 0] [--set KEY=VALUE] SIZE...

A SIZE is WIDTHxDEPTHxWIDTH in particles, for instance 27x27x27, or WIDTHxDEPTH in two dimensions. The tank is full
of water, a lattice at the start, whose particles are 2 cm apart. The table, which
docs/decisions/0005-density-as-a-constraint.md has, shows the end of the run:

  mean, largest   density over that at rest, less 1; the largest of the last tenth of a second
  height          below which all but one in a hundred particles are, and half a spacing, over that of the lattice
  energy          kinetic, in J/kg; the largest of the last second
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

from floating import read_points

ROOT = pathlib.Path(__file__).resolve().parent.parent
SPACING = 0.02
DENSITY = 1000


def scene(chosen, counts):
    size = [count * SPACING for count in counts]
    flat = len(counts) == 2
    box = {"shape": "box", "min": [0, 0, 0], "max": size + [0] * flat}
    return {
        "world": {"dimension": len(counts), "particle_spacing": SPACING},
        "solver": {"method": chosen.solver},
        "fluids": [{"rest_density": DENSITY}],
        "fill": [box],
        "walls": [{**box, "max": [size[0], 1.5 * size[1] + 0.1, 0 if flat else size[2]]}],
        "output": {"seconds": chosen.seconds, "frame_rate": 10, "fields": [], "checkpoint_every": 0},
    }


def measure(chosen, size):
    counts = [int(count) for count in size.split("x")]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        path = folder / "tank.json"
        path.write_text(json.dumps(scene(chosen, counts)))
        command = [chosen.undine, "run", path, "--quiet", "--json", "-", "--export", "ply", "--out", folder,
                   "--threads", str(chosen.threads)]
        for setting in chosen.set:
            command += ["--set", setting]
        summary = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        heights = sorted(point[1] for point in read_points(max(folder.glob("frame_*.ply"))))
    frames = summary["frame_statistics"]
    mass = DENSITY * SPACING ** len(counts) * summary["particles"]
    energy = max(frame["kinetic_energy"] for frame in frames[-10:]) / mass
    height = (heights[len(heights) * 99 // 100] + SPACING / 2) / (counts[1] * SPACING)
    last = frames[-1]
    return [size, str(summary["particles"]), f"{summary['simulated_seconds']:.3g}", f"{last['density_error']:.2%}",
            f"{last['max_density_ratio'] - 1:.2%}", f"{height:.4f}", f"{energy:.1e}"]


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("sizes", nargs="+", metavar="SIZE")
    arguments.add_argument("--undine", default=ROOT / "build/release/undine", type=pathlib.Path)
    arguments.add_argument("--solver", default="pbf")
    arguments.add_argument("--seconds", default=3, type=float)
    arguments.add_argument("--threads", default=0, type=int, help="0: all")
    arguments.add_argument("--set", default=[], action="append", metavar="KEY=VALUE")
    chosen = arguments.parse_args()
    print("| tank | particles | s | mean | largest | height | energy, J/kg |")
    print("|---|---|---|---|---|---|---|")
    for size in chosen.sizes:
        print("| " + " | ".join(measure(chosen, size)) + " |", flush=True)


if __name__ == "__main__":
    main()
