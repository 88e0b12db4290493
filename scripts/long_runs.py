#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Runs built-in scenes much longer than they are meant to be, and says which of them came through.

Usage: scripts/long_runs.py [--undine FILE] [--seconds 20] [--limit 3600] [--threads 1] [--set KEY=VALUE] SCENE...

Everything is as the scene has it, sub-steps included; only its length and its frames, one a second, are other.
A run that takes more than LIMIT seconds is interrupted. The table has a row per scene, as soon as it is done:

  reached      simulated seconds
  density      the largest there ever was, over that at rest
  lost         particles that were there or came from nozzles, and neither went into an absorber nor are there
               at the end
  outside      particles that are beyond a wall of the scene at the end
  fastest      in m/s, in the last second

The exit code is 1 when a scene has not come to its end, or has lost particles or let them through a wall.
"""
import argparse
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

from floating import read_points

ROOT = pathlib.Path(__file__).resolve().parent.parent


def read_scene(name):
    """A scene file with comments, on top of what it includes."""
    text = (ROOT / "scenes" / f"{name}.json").read_text()
    scene = json.loads(re.sub(r"^((?:[^\"/\n]|\"[^\"\n]*\"|/(?!/))*)//.*$", r"\1", text, flags=re.MULTILINE))
    return {**read_scene(scene["include"]), **scene} if "include" in scene else scene


def distance(wall, x, axes):
    """Of a point from a wall, above 0 where the fluid may be."""
    if wall["shape"] == "plane":
        normal = wall["normal"]
        size = sum(n * n for n in normal) ** 0.5
        return sum(n * (a - p) for n, a, p in zip(normal, x, wall["point"])) / size
    sign = -1 if wall.get("side", "outside" if wall["shape"] == "sphere" else "inside") == "inside" else 1
    if wall["shape"] == "sphere":
        return sign * (sum((a - c) ** 2 for a, c in zip(x, wall["center"])) ** 0.5 - wall["radius"])
    return sign * max(max(wall["min"][k] - x[k], x[k] - wall["max"][k]) for k in range(axes))


def run(scene, chosen, folder):
    """The summary of a run, which is interrupted at the limit."""
    command = [chosen.undine, "run", scene, "--quiet", "--json", "-", "--export", "ply", "--out", folder,
               "--seconds", str(chosen.seconds), "--threads", str(chosen.threads),
               "--set", "output.frame_rate=1", "--set", "output.checkpoint_every=0"]
    for setting in chosen.set:
        command += ["--set", setting]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        out, _ = process.communicate(timeout=chosen.limit)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
    return json.loads(out)


def row(name, chosen):
    """The cells of a scene's row, and whether it came through."""
    scene = read_scene(name)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        summary = run(name, chosen, folder)
        frames = summary["frame_statistics"]
        points = read_points(max(folder.glob("frame_*.ply")))
        first = len(read_points(min(folder.glob("frame_*.ply"))))
    axes = scene["world"].get("dimension", 3)
    outside = sum(any(distance(wall, x, axes) < 0 for wall in scene.get("walls", [])) for x in points)
    come = sum(frame["emitted"] - frame["absorbed"] for frame in frames)
    lost = first + come - summary["particles"]
    good = summary["status"] == "done" and lost == 0 and outside == 0
    speed = frames[-1]["max_speed"] if frames else 0
    return [name, summary["solver"], str(summary["particles"]), f"{summary['simulated_seconds']:.4g}",
            summary["status"], f"{summary['wall_seconds']:.0f}", f"{summary['max_density_ratio']:.3f}",
            str(lost), str(outside), f"{speed:.3g}"], good


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("scenes", nargs="+", metavar="SCENE")
    arguments.add_argument("--undine", default=ROOT / "build/release/undine", type=pathlib.Path)
    arguments.add_argument("--seconds", default=20, type=float, help="simulated, of each run")
    arguments.add_argument("--limit", default=3600, type=float, help="seconds that a run may take")
    arguments.add_argument("--threads", default=1, type=int)
    arguments.add_argument("--set", default=[], action="append", metavar="KEY=VALUE")
    chosen = arguments.parse_args()
    print("| scene | solver | particles | reached, s | status | took, s | density | lost | outside | fastest |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    results = []
    for name in chosen.scenes:
        cells, good = row(name, chosen)
        results.append(good)
        print("| " + " | ".join(cells) + " |", flush=True)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
