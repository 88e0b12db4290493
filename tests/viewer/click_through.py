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

import drop_file

PATIENCE = 120  # s, for anything to happen on a slow machine


class Window:
    def __init__(self, undine, folder):
        self.folder = folder
        self.report = os.path.join(folder, "report.json")
        self.pictures = os.path.join(folder, "pictures")
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
             "--report", self.report, "--out", self.pictures],
            env=self.environment, stdout=self.log, stderr=self.log)

    def terminate(self):
        self.viewer.terminate()
        return self.viewer.wait()

    def close(self):
        self.terminate()
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
    with open(window.pictures, "w") as file:
        file.write("where a folder should be")
    window.click("screenshot")
    shown = window.wait_for("an error", lambda s: s["is_error"])
    check(window.pictures in shown["notice"] and not shown["picture"], f"a strange error: {shown['notice']}")
    os.remove(window.pictures)
    window.click("screenshot")
    shown = window.wait_for("a picture", lambda s: s["picture"].endswith(".png"))
    check(not shown["is_error"], f"a picture with an error: {shown['notice']}")
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


def drop_a_scene(window):
    """A file from outside: one that is none is an error in a sentence, and the scene stays."""
    search = subprocess.run(["xdotool", "search", "--name", "^Undine$"], env=window.environment, check=True,
                            capture_output=True, text=True)
    target = int(search.stdout.split()[0])
    scene = os.path.join(window.folder, "my scene.json")
    with open(scene, "w") as file:
        json.dump({"name": "dropped", "world": {"dimension": 2, "particle_spacing": 0.05},
                   "fluids": [{}], "fill": [{"shape": "box", "min": [0, 0, 0], "max": [0.5, 0.5, 0]}],
                   "walls": [{"shape": "box", "min": [0, 0, 0], "max": [1, 1, 0]}]}, file)
    display = window.environment["DISPLAY"]
    check(drop_file.drop(display, target, os.path.join(window.folder, "nothing.json")), "nobody took the drop")
    shown = window.wait_for("a complaint", lambda s: "nothing.json" in s["message"])
    check(shown["scene"] == "droplet", "a file that is none changed the scene")
    check(drop_file.drop(display, target, scene.replace(" ", "%20")), "nobody took the drop")
    window.wait_for("the dropped scene", lambda s: s["scene"] == "dropped" and s["steps"] > 0)


def look_at_plots(window):
    window.click("plots")
    window.click("restart")
    window.click("play")
    shown = window.wait_for("plots", lambda s: s["steps"] >= 20 and len(s["plots"]["kinetic_energy"]) >= 5)
    window.click("play")
    window.wait_for("the pause", lambda s: not s["playing"])
    check(shown["plots"]["kinetic_energy"][-1] > 0, "a drop that moves has energy")
    check(shown["plots"]["step_time"][-1] > 0, "a step takes time")
    window.click("plots")


def push_fluid(window):
    window.click("restart")
    window.click("tool.Hand")
    window.click("play")
    before = window.wait_for("some steps", lambda s: s["steps"] >= 5)
    check(abs(before["momentum"][0]) < 0.03, "the scene is the same on both sides")
    x, y = before["fluid_at"]
    window.move_to(x, y)
    window.tool("mousedown", 1)
    window.wait_a_picture()
    # In one go, and let go while it moves: fluid follows the hand, also when it stops.
    chain = []
    for k in range(1, 25):
        chain += ["mousemove", round(x + 12 * k), round(y), "sleep", 0.03]
    window.tool(*chain, "mouseup", 1)
    window.wait_for("a push", lambda s: s["momentum"][0] > 0.2)
    window.click("tool.Look")


def end_while_filming(window):
    """The last part: the window is told to end, and the film it records is whole."""
    if not shutil.which("ffmpeg") or not shutil.which("ffprobe"):
        print("click_through: no ffmpeg, and so no film")
        return
    window.click("record")
    window.wait_for("a film", lambda s: s["notice"].startswith("recording "))
    film = window.shows()["notice"].split(" ", 1)[1]
    time.sleep(0.5)
    check(window.terminate() == 0, "the window did not end well")
    probe = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
         "csv=p=0", film], capture_output=True, text=True, check=False)
    check(probe.returncode == 0 and int(probe.stdout) > 0, f"{film} is no film: {probe.stderr}")


def refuse_a_report(undine):
    refused = subprocess.run([undine, "view", "--report", "/no/such/folder/report.json"],
                             capture_output=True, text=True, check=False)
    check(refused.returncode == 1 and "there is no folder /no/such/folder" in refused.stderr,
          f"a report that cannot be written: {refused.returncode}, {refused.stderr}")


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    if not shutil.which("Xvfb") or not shutil.which("xdotool"):
        print("click_through: Xvfb or xdotool is missing")
        raise SystemExit(1 if os.environ.get("UNDINE_EXPECT_ALL") else 77)
    refuse_a_report(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        window = Window(os.path.abspath(sys.argv[1]), folder)
        try:
            for part in (play_and_pause, change_a_setting, take_a_picture, choose_a_scene, look_at_plots,
                         push_fluid, drop_a_scene, end_while_filming):
                part(window)
                print("click_through:", part.__name__.replace("_", " "))
        finally:
            window.close()


main()
