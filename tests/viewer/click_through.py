#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Works the window of `undine view` as a person would, with real clicks and keys on a display of its own.

usage: click_through.py UNDINE

Needs Xvfb and xdotool; exits with 77 where they are missing, so that ctest skips it, and with 1 when
UNDINE_EXPECT_ALL says that everything was installed. The window tells by
--report where its widgets are and what it shows; everything else comes from the display.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

PATIENCE = 120  # s, for anything to happen on a slow machine


class Window:
    def __init__(self, undine, folder):
        self.folder = folder
        self.report = os.path.join(folder, "report.json")
        read_end, write_end = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x720x24", "-nolisten", "tcp"],
            pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write_end)
        number = os.read(read_end, 16).decode().strip()
        self.environment = {**os.environ, "DISPLAY": ":" + number, "LIBGL_ALWAYS_SOFTWARE": "1"}
        self.log = open(os.path.join(folder, "log.txt"), "w+")
        self.viewer = subprocess.Popen(
            [undine, "view", "dam_break_2d", "--set", "world.particle_spacing=0.003", "--paused",
             "--report", self.report, "--out", folder],
            env=self.environment, stdout=self.log, stderr=self.log)

    def close(self):
        self.viewer.terminate()
        self.viewer.wait()
        self.server.terminate()
        self.server.wait()

    def shows(self):
        try:
            with open(self.report) as file:
                return json.load(file)
        except (FileNotFoundError, json.JSONDecodeError):
            return {}

    def wait_for(self, what, condition):
        """What the window shows once it fulfils a condition."""
        deadline = time.time() + PATIENCE
        while time.time() < deadline:
            if self.viewer.poll() is not None:
                self.log.seek(0)
                fail(f"the window closed with {self.viewer.returncode}: {self.log.read()}")
            shown = self.shows()
            if shown and condition(shown):
                return shown
            time.sleep(0.05)
        fail(f"waited in vain for {what}; the window shows {self.shows()}")

    def middle_of(self, widget):
        shown = self.wait_for(widget, lambda s: widget in s.get("widgets", {}))
        x, y, width, height = shown["widgets"][widget]
        return x + width / 2, y + height / 2, width

    def tool(self, *arguments):
        subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True)

    def move_to(self, x, y):
        self.tool("mousemove", round(x), round(y))
        self.wait_a_picture()

    def wait_a_picture(self):
        """Events are seen by the next picture; the report is newer than that."""
        before = os.stat(self.report).st_mtime_ns
        self.wait_for("a picture", lambda s: os.stat(self.report).st_mtime_ns > before)

    def click(self, widget):
        x, y, _ = self.middle_of(widget)
        self.move_to(x, y)
        self.tool("mousedown", 1)
        self.wait_a_picture()
        self.tool("mouseup", 1)
        self.wait_a_picture()

    def drag(self, widget, share):
        """The handle of a slider, by a share of its width."""
        x, y, width = self.middle_of(widget)
        self.move_to(x, y)
        self.tool("mousedown", 1)
        self.wait_a_picture()
        self.move_to(x + share * width, y)
        self.tool("mouseup", 1)
        self.wait_a_picture()


def fail(message):
    raise SystemExit("click_through: " + message)


def check(condition, message):
    if not condition:
        fail(message)


def play_and_pause(window):
    window.wait_for("the scene", lambda s: s["scene"] == "dam_break_2d" and s["particles"] > 100)
    check(window.shows()["steps"] == 0, "a paused window must not step")
    window.click("play")
    window.wait_for("ten steps", lambda s: s["playing"] and s["steps"] >= 10)
    window.click("play")
    paused = window.wait_for("the pause", lambda s: not s["playing"])
    time.sleep(0.3)
    check(window.shows()["steps"] == paused["steps"], "steps went on after Pause")
    window.click("step")
    window.wait_for("one step", lambda s: s["steps"] == paused["steps"] + 1)
    window.tool("key", "space")
    window.wait_for("Space to play", lambda s: s["playing"])
    window.tool("key", "space")
    window.wait_for("Space to pause", lambda s: not s["playing"])


def change_a_setting(window):
    before = window.shows()
    window.click("settings")
    window.click("settings.search")
    window.tool("type", "viscosity")
    window.wait_for("the search", lambda s: "set.fluids.0.rest_density" not in s["widgets"])
    window.wait_a_picture()
    window.drag("set.fluids.0.viscosity", 0.2)
    after = window.wait_for("another viscosity", lambda s: s["viscosity"] != before["viscosity"])
    check(after["time"] == before["time"], "a changed viscosity must not start the run anew")
    window.click("settings")


def take_a_picture(window):
    window.click("screenshot")
    shown = window.wait_for("a picture", lambda s: s["picture"].endswith(".png"))
    with open(shown["picture"], "rb") as file:
        picture = file.read()
    check(picture[:8] == b"\x89PNG\r\n\x1a\n" and len(picture) > 3000, "the picture is no picture")


def choose_a_scene(window):
    window.click("scenes")
    window.click("scenes.search")
    window.tool("type", "droplet")
    window.wait_for("the search", lambda s: "scene.boat" not in s["widgets"])
    window.wait_a_picture()
    window.click("scene.droplet")
    window.wait_for("another scene", lambda s: s["scene"] == "droplet" and s["playing"] and s["steps"] > 0)
    window.click("play")
    window.click("restart")
    window.wait_for("the beginning", lambda s: s["steps"] == 0)


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    if not shutil.which("Xvfb") or not shutil.which("xdotool"):
        print("click_through: Xvfb or xdotool is missing")
        raise SystemExit(1 if os.environ.get("UNDINE_EXPECT_ALL") else 77)
    with tempfile.TemporaryDirectory() as folder:
        window = Window(os.path.abspath(sys.argv[1]), folder)
        try:
            for part in (play_and_pause, change_a_setting, take_a_picture, choose_a_scene):
                part(window)
                print("click_through:", part.__name__.replace("_", " "))
        finally:
            window.close()


main()
