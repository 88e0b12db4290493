#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Counts the pictures that `undine view` draws while a step of its simulation takes long, on a display of its own.

usage: frame_rate.py UNDINE [STEP_MILLISECONDS [SECONDS [STYLE]]]

The physics has a thread of its own, so pictures go on at their rate however long a step takes. A column of water
is made finer until a step takes at least STEP_MILLISECONDS (200 if not given); then frames and steps are counted
for SECONDS (10). It fails where there are not at least two pictures for a step. Needs
Xvfb. The window draws by software here: on few cores both share them, and a graphics card would leave them alone.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

PATIENCE = 120  # s, for anything to happen on a slow machine


class View:
    """A window with dam_break at a spacing."""

    def __init__(self, undine, display, folder, spacing, style):
        self.report = os.path.join(folder, "report.json")
        if os.path.exists(self.report):
            os.remove(self.report)
        self.process = subprocess.Popen(
            [undine, "view", "dam_break", "--set", f"world.particle_spacing={spacing}", "--style", style,
             "--report", self.report],
            env={**os.environ, "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def shows(self):
        try:
            with open(self.report, encoding="utf-8") as file:
                return json.load(file)
        except (FileNotFoundError, json.JSONDecodeError):
            return {}

    def wait_for_steps(self, count):
        deadline = time.time() + PATIENCE
        while time.time() < deadline:
            if self.process.poll() is not None:
                raise SystemExit("frame_rate: the window closed: " + self.process.stderr.read().decode())
            shown = self.shows()
            if shown.get("steps", 0) >= count:
                return shown
            time.sleep(0.1)
        raise SystemExit(f"frame_rate: no {count} steps in {PATIENCE} s")

    def close(self):
        self.process.terminate()
        self.process.wait()


def start_display():
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x720x24", "-nolisten", "tcp"],
        pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write_end)
    return server, ":" + os.read(read_end, 16).decode().strip()


def measure(view, seconds):
    before, began = view.shows(), time.time()
    time.sleep(seconds)
    after, took = view.shows(), time.time() - began
    frames = after["frames"] - before["frames"]
    steps = after["steps"] - before["steps"]
    print(f"{after['particles']} particles: {took / max(steps, 1) * 1e3:.0f} ms per step, {frames / took:.1f} "
          f"pictures per second, {frames / max(steps, 1):.1f} per step")
    return frames, steps


def main(arguments):
    undine = os.path.abspath(arguments[0])
    wanted = float(arguments[1]) if len(arguments) > 1 else 200
    seconds = float(arguments[2]) if len(arguments) > 2 else 10
    style = arguments[3] if len(arguments) > 3 else "points"
    server, display = start_display()
    try:
        with tempfile.TemporaryDirectory() as folder:
            spacing, found = 0.02, 0
            while found < wanted:
                view = View(undine, display, folder, spacing, style)
                try:
                    found = view.wait_for_steps(5)["step_milliseconds"]
                    if found >= wanted:
                        frames, steps = measure(view, seconds)
                finally:
                    view.close()
                spacing *= 0.8
    finally:
        server.terminate()
        server.wait()
    return 0 if frames > 2 * steps else 1


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    sys.exit(main(sys.argv[1:]))
