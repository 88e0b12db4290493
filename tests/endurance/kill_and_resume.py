#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Kills a run without warning at random moments and resumes it, again and again.

After every kill each frame that has its name must be whole, and at the end the run must have come to the same
state and the same frames as one that was never disturbed.

    kill_and_resume.py UNDINE [--kills N] [--seed N]
"""
import argparse
import hashlib
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

SCENE = pathlib.Path(__file__).parent / "scene.json"
FORMATS = "ply,vtp,csv,bgeo"


def command(undine, out, *flags):
    return [undine, "run", str(SCENE), "--out", str(out), "--quiet", "--export", FORMATS, *flags]


def check_ply(path):
    data = path.read_bytes()
    head, mark, body = data.partition(b"end_header\n")
    count = int(re.search(rb"element vertex (\d+)", head).group(1))
    sizes = {b"float": 4, b"double": 8, b"uint": 4, b"uchar": 1}
    row = sum(sizes[kind] for kind in re.findall(rb"property (\w+) ", head))
    assert mark and len(body) == count * row, f"{path}: not whole"


def check_vtp(path):
    assert path.read_bytes().rstrip().endswith(b"</VTKFile>"), f"{path}: not whole"


def check_csv(path):
    assert path.read_bytes().endswith(b"\n"), f"{path}: not whole"


def check_json(path):
    json.loads(path.read_text())


def check_bgeo(path):
    data = path.read_bytes()
    assert data.startswith(b"BgeoV") and data.endswith(b"\x00\xff"), f"{path}: not whole"


CHECKS = {".ply": check_ply, ".vtp": check_vtp, ".csv": check_csv, ".bgeo": check_bgeo, ".json": check_json}
SERIES = ("frame", "tracers_", "bodies_")


def frame_files(folder):
    """What a run exports: frames, their list, tracers and bodies."""
    return [path for path in sorted(folder.iterdir())
            if path.name.startswith(SERIES) and path.suffix in {*CHECKS, ".pvd"}]


def check_frames(folder):
    frames = [path for path in frame_files(folder) if path.suffix in CHECKS]
    for path in frames:
        CHECKS[path.suffix](path)
    return len(frames)


def digest(folder):
    files = frame_files(folder)
    for name in SERIES:
        assert any(path.name.startswith(name) for path in files), f"{folder}: no {name} files"
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def check_exchange(summary):
    """A scene that neither emits nor absorbs would not show that emitters and pumps go on as they were."""
    for key in ("emitted", "absorbed"):
        assert sum(frame[key] for frame in summary["frame_statistics"]) > 0, f"nothing was {key}"


def finish(undine, out, *flags):
    """Runs to the end; its final hash."""
    done = subprocess.run(command(undine, out, "--json", "-", *flags), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("undine")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)

    with tempfile.TemporaryDirectory() as folder:
        whole, killed = pathlib.Path(folder, "whole"), pathlib.Path(folder, "killed")
        start = time.monotonic()
        expected = finish(options.undine, whole)
        duration = time.monotonic() - start
        check_exchange(expected)
        kills = 0
        while kills < options.kills:
            run = subprocess.Popen(command(options.undine, killed, "--resume"), stderr=subprocess.DEVNULL)
            try:
                run.wait(timeout=rng.uniform(0.02, 0.5) * duration)
                # It came to its end: begin anew.
                assert run.returncode == 0
                subprocess.run(["rm", "-r", str(killed)], check=True)
                continue
            except subprocess.TimeoutExpired:
                run.kill()
                run.wait()
            kills += 1
            print(f"kill {kills}: {check_frames(killed) if killed.exists() else 0} files are whole", flush=True)
        resumed = finish(options.undine, killed, "--resume")
        assert resumed["state_hash"] == expected["state_hash"], (resumed["state_hash"], expected["state_hash"])
        assert resumed["frames"] == expected["frames"]
        steps = [[(f["frame"], f["steps"], f["emitted"], f["absorbed"], f["kinetic_energy"]) for f in run["frame_statistics"]]
                 for run in (resumed, expected)]
        assert steps[0] == steps[1], "the statistics differ"
        assert digest(killed) == digest(whole), "the frames differ"
        assert not list(killed.glob("*.part"))
    print(f"resumed after {kills} kills to the same state {expected['state_hash']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
