#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Makes docs/gallery.md and its pictures in docs/images: one for every built-in scene, one for every style. Small
copies go to scenes/thumbnails, for the window (this needs ffmpeg).

Usage: scripts/gallery.py [UNDINE [NAME...]]

UNDINE is the program, build/release/undine if not given. With names, only the pictures of these scenes are made
anew, or those of the styles by the name "styles"; the page is always written. All of it takes about a quarter of
an hour on two cores.
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
THUMBNAILS = ROOT / "scenes" / "thumbnails"
SIZE = "640x360"
STYLE_SIZE = "512x288"  # balls and points do not compress well
OTHER_PAGES = {"dam_break", "floating", "fountain", "freeze", "layers", "tap_and_drain",
               "wave_tank"}  # show these too, by their plain names

# Scene: when the picture is taken in seconds, flags, what to look at.
SCENES = {
    "dam_break": (0.55, [], "the column that every fluid code begins with"),
    "dam_break_pbf": (0.9, [], "the same by positions, with steps six times as long"),
    "dam_break_2d": (0.5, ["--color", "speed"], "the experiment of Martin and Moyce, with published numbers"),
    "double_dam_break": (0.7, [], "two columns meet, and a wall of water shoots up between them"),
    "corner": (0.06, [], "a cubic metre of water hits a corner at 30 m/s, and nothing leaves the box"),
    "drop": (0.35, ["--style", "surface"], "a ball of water and its crown, as a mesh"),
    "droplet": (0.3, [], "a drop, its crater and the jet that follows"),
    "qie_su": (0.5, [], "27,000 particles fall into a wide box, as on the graphics card of Qie and Su"),
    "random_box": (1, [], "5,000 particles at random places come to rest"),
    "wave_tank": (1.5, [], "a paddle, waves, and dye that drifts with them"),
    "wave_machine": (2, ["--style", "spheres", "--color", "speed"], "waves steepen on their way to a beach"),
    "mixer": (1.5, ["--style", "smoke"], "a turning blade, and the dye it stirs, drawn as smoke"),
    "smoke_ball": (2.4, [], "a ball drags curtains of smoke along in its wake"),
    "smoke_spin": (2.5, [], "a spinning ball throws out the smoke around its equator"),
    "spout": (1.2, [], "a jet on its parabola into a pool"),
    "faucet": (1, [], "a tap"),
    "fountain": (1, [], "a pump that drives a fountain with the water of its own basin"),
    "sprinkler": (1, [], "nozzles that turn"),
    "floating": (1, [], "what floats, and how deep"),
    "boat": (1, [], "a boat"),
    "hollow_box": (1, [], "what fills and sinks"),
    "levee": (0.8, [], "bodies that a flood throws over and carries away"),
    "column": (0.6, [], "a column that a flood throws over"),
    "many_particles": (0.4, [], "a dam break of half a million particles"),
    "many_bodies": (0.8, [], "many bodies in one pool"),
    "water_wheel": (1, [], "a wheel on a hinge"),
    "dynamic_box": (1, [], "a tank on a rail"),
    "wave_generator": (1, [], "balls on waves"),
    "tap_and_drain": (2, [], "what floats on water that comes and goes"),
    "layers": (2, [], "bodies at the surface, between two fluids, and on the floor"),
    "freeze": (1, [], "fluid that is a solid piece for a while"),
    "drain": (1, [], "a plug that finds its hole"),
    "heightfield": (0.6, [], "water in a valley"),
    "two_fluids": (1.2, [], "a light fluid rises through a heavy one"),
    "vortex_ring": (5, [], "a vortex ring carries smoke along"),
    "leapfrog": (4, [], "two rings slip through each other in turn"),
    "colliding_rings": (5, [], "two rings meet head on and spread"),
    "ring_on_floor": (6, [], "a ring comes down to a floor and spreads"),
    "jet": (4, [], "a jet rolls up into rings"),
    "plume": (7, [], "warm smoke rises from a vent"),
    "fire": (3.5, [], "fuel burns, and its smoke rises"),
    "light_drop": (6, [], "a light ball becomes a ring"),
    "heavy_drop": (4, ["--style", "smoke"], "a heavy drop sinks, by vortex particles, by SPH and by both"),
    "heavy_drop_in_box": (4, ["--style", "smoke"], "the same in a box"),
    "rayleigh_taylor": (2.5, ["--style", "spheres"], "a heavy fluid sinks into a light one as a mushroom"),
    "honey": (0.3, [], "thick against thin: both columns were the same"),
    "blob": (1, [], "a cube without gravity becomes a ball by its surface tension"),
    "taylor_green": (0.1, ["--style", "spheres", "--color", "speed"], "eddies in a square that repeats itself"),
    "montealegre": (0.5, ["--style", "spheres", "--color", "density"], "the constants of the method's author"),
    "montealegre_3d": (0.5, [], "the same in three dimensions"),
}

# Scenes that are shown several times side by side: flags of each, from left to right.
SIDE_BY_SIDE = {
    "heavy_drop": [["--set", "solver.pressure_weight=0", "--set", "solver.viscosity_weight=0"],
                   ["--set", "solver.vortex_weight=0"],
                   []],
}

STYLES = {
    "fluid": ([], "`--style fluid`, which needs no naming"),
    "surface": ([], "`--style surface`: the mesh of the surface"),
    "spheres": (["--color", "speed"], "`--style spheres --color speed`"),
    "points": (["--color", "density"], "`--style points --color density`"),
    "smoke": ([], "`--style smoke`: without tracers the particles themselves"),
    "vortons": ([], "`--style vortons`: vortex particles with their vorticity"),
}
STYLE_SCENE = "dam_break_pbf"
VORTEX_SCENE = "vortex_ring"  # for the style that needs vorticity


def image_of(name):
    return name if name in OTHER_PAGES else f"gallery_{name}"


def call(*words):
    print(" ".join(map(str, words)), flush=True)
    subprocess.run(list(map(str, words)), check=True)


def draw_scene(undine, name):
    seconds, flags, _ = SCENES[name]
    picture = IMAGES / f"{image_of(name)}.png"
    ways = SIDE_BY_SIDE.get(name, [[]])
    with tempfile.TemporaryDirectory() as folder:
        parts = [pathlib.Path(folder) / f"{k}.png" for k in range(len(ways))] if len(ways) > 1 else [picture]
        width, height = map(int, SIZE.split("x"))
        size = f"{-(-width // len(ways))}x{height}"
        for part, way in zip(parts, ways):
            call(undine, "run", name, "--seconds", seconds, "--export", "none", "--quiet", "--out", folder,
                 "--size", size, "--render", part, *flags, *way)
        if len(ways) > 1:
            inputs = [word for part in parts for word in ("-i", part)]
            call("ffmpeg", "-loglevel", "error", "-y", *inputs, "-filter_complex",
                 f"hstack=inputs={len(ways)},crop={width}:{height}", "-pix_fmt", "rgb24", picture)


def make_thumbnail(name):
    THUMBNAILS.mkdir(exist_ok=True)
    call("ffmpeg", "-loglevel", "error", "-y", "-i", IMAGES / f"{image_of(name)}.png", "-vf",
         "scale=128:72:flags=area", "-pix_fmt", "rgb24", "-compression_level", 9, THUMBNAILS / f"{name}.png")


def draw_styles(undine):
    """All styles show the same frame, but for the one that needs vorticity."""
    for scene, seconds in ((STYLE_SCENE, 0.5), (VORTEX_SCENE, 1)):
        with tempfile.TemporaryDirectory() as folder:
            call(undine, "run", scene, "--seconds", seconds, "--set", "output.frame_rate=2", "--quiet",
                 "--out", folder)
            for style, (flags, _) in STYLES.items():
                if (style == "vortons") == (scene == VORTEX_SCENE):
                    call(undine, "render", folder, "--scene", scene, "--quiet", "--size", STYLE_SIZE,
                         "--style", style, "-o", IMAGES / f"style_{style}.png", *flags)


def pairs(cells):
    """Rows of two pictures with their words below."""
    lines = []
    for k in range(0, len(cells), 2):
        two = (cells[k:k + 2] + [("", "")])[:2]
        lines.append("| " + " | ".join(f"![](images/{name}.png)" if name else "" for name, _ in two) + " |")
        if k == 0:
            lines.append("|---|---|")
        lines.append("| " + " | ".join(words for _, words in two) + " |")
    return lines


def write_page():
    scenes = [(image_of(name), f"`{name}` at {seconds:g} s: {words}.")
              for name, (seconds, _, words) in SCENES.items() if (IMAGES / f"{image_of(name)}.png").exists()]
    styles = [(f"style_{style}", words + ".") for style, (_, words) in STYLES.items()]
    lines = [
        "<!-- SPDX-License-Identifier: Zlib -->",
        "<!-- Written by scripts/gallery.py: do not edit. -->",
        "# Gallery",
        "",
        "Every built-in scene is a JSON file with comments in [scenes](../scenes); `undine run NAME` simulates it",
        "and writes a picture of its end. `--seconds S` ends earlier, as for the pictures below.",
        "[Pictures and films](rendering.md) says how they are made.",
        "",
        "## Styles",
        "",
        *pairs(styles),
        "",
        "## Scenes",
        "",
        *pairs(scenes),
    ]
    (ROOT / "docs" / "gallery.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    undine = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "release" / "undine"
    names = sys.argv[2:]
    if not names or "styles" in names:
        draw_styles(undine)
    for name in SCENES:
        if not names or name in names:
            draw_scene(undine, name)
            make_thumbnail(name)
    write_page()


if __name__ == "__main__":
    main()
