#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Runs into a disk that is full and a folder that cannot be written; then makes room and resumes.

    full_disk.py UNDINE

Mounts a small file system in memory, which needs root; without it the test says so and is skipped (exit 77).
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from kill_and_resume import SCENE, check_frames

SKIPPED = 77


def run(undine, out, *flags, **options):
    return subprocess.run([undine, "run", str(SCENE), "--out", str(out), "--quiet", "--json", "-", *flags],
                          capture_output=True, text=True, check=False, **options)


def main():
    undine = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        disk = pathlib.Path(folder, "disk")
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(disk)],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            print("skipped: a file system can be mounted only by root")
            return SKIPPED
        try:
            expected = json.loads(run(undine, pathlib.Path(folder, "whole")).stdout)
            out = disk / "out"
            full = run(undine, out)
            print(full.stderr.strip())
            assert full.returncode == 1, full.returncode
            assert "No space left on device" in full.stderr
            assert json.loads(full.stdout)["status"] == "io_error"
            assert check_frames(out) > 0 and not list(out.glob("*.part"))

            subprocess.run(["mount", "-o", "remount,size=64m", str(disk)], check=True)
            again = run(undine, out, "--resume")
            assert again.returncode == 0, again.stderr
            assert json.loads(again.stdout)["state_hash"] == expected["state_hash"]
            assert json.loads(again.stdout)["frames"] == expected["frames"]

            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
            refused = run(undine, disk / "other")
            print(refused.stderr.strip())
            assert refused.returncode == 1 and "cannot make the folder" in refused.stderr
        finally:
            subprocess.run(["umount", str(disk)], check=False)
    print("a full disk stops a run, and it goes on when there is room")
    return 0


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C"
    sys.exit(main())
