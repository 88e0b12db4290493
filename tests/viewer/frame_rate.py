#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Counts the pictures that `undine view` draws while a step of its simulation takes long, on a display of its own.

usage: frame_rate.py UNDINE [STEP_MILLISECONDS [SECONDS]]

The physics has a thread of its own, so pictures go on at their rate however long a step takes. A small column of
water, quick to draw, gets more and more iterations until a step takes STEP_MILLISECONDS (200 if not given); then
pictures and steps are counted for SECONDS (10), and pictures alone with a simulation of quick steps. Needs Xvfb.
The window draws by software there and needs a core for it, so the physics is given one thread. Fails where the
rate is below nine tenths of that beside quick steps.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

PATIENCE = 120  # s, for anything to happen on a slow machine


class View:
    """A window with a small column of water and so many iterations for a step."""

    def __init__(self, undine, display, folder, iterations):
        self.report = os.path.join(folder, "report.json")
        if os.path.exists(self.report):
            os.remove(self.report)
        settings = ["solver.method=pbf", f"solver.iterations={iterations}", "world.particle_spacing=0.0012",
                    "world.threads=1"]
        flags = [word for setting in settings for word in ("--set", setting)]
        self.process = subprocess.Popen(
            [undine, "view", "dam_break_2d", *flags, "--report", self.report],
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
    """Pictures per second."""
    before, began = view.shows(), time.time()
    time.sleep(seconds)
    after, took = view.shows(), time.time() - began
    frames = after["frames"] - before["frames"]
    print(f"{after['particles']} particles, {after['step_milliseconds']:.0f} ms per step: "
          f"{frames / took:.1f} pictures per second")
    return frames / took


def rate_with_steps_of(milliseconds, undine, display, seconds):
    """Finds the iterations that make a step so long, and measures."""
    iterations = 4
    with tempfile.TemporaryDirectory() as folder:
        while True:
            view = View(undine, display, folder, iterations)
            try:
                found = view.wait_for_steps(5)["step_milliseconds"]
                if found >= 0.8 * milliseconds:
                    return measure(view, seconds)
            finally:
                view.close()
            iterations = int(iterations * min(8, max(1.3, milliseconds / found))) + 1


def main(arguments):
    undine = os.path.abspath(arguments[0])
    milliseconds = float(arguments[1]) if len(arguments) > 1 else 200
    seconds = float(arguments[2]) if len(arguments) > 2 else 10
    server, display = start_display()
    try:
        quick = rate_with_steps_of(0, undine, display, seconds)
        slow = rate_with_steps_of(milliseconds, undine, display, seconds)
    finally:
        server.terminate()
        server.wait()
    return 0 if slow > 0.9 * quick else 1


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    sys.exit(main(sys.argv[1:]))
