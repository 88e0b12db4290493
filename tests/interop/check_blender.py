# SPDX-License-Identifier: Zlib
"""Reads exported frames with Blender.   blender --background --python check_blender.py -- FOLDER"""
import pathlib
import sys
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import bpy  # noqa: E402
import numpy  # noqa: E402
from checks import Checks  # noqa: E402

folder = pathlib.Path(sys.argv[sys.argv.index("--") + 1])
checks = Checks("Blender")
expected = checks.expected


def bounds(vectors):
    columns = list(zip(*[tuple(v) for v in vectors]))
    return [min(c) for c in columns], [max(c) for c in columns]


def check_mesh(what, count, low, high):
    """The object that an importer has just made."""
    vertices = bpy.context.selected_objects[0].data.vertices
    found = bounds(v.co for v in vertices)
    checks.equal(f"{what}: vertices", len(vertices), count)
    checks.near(f"{what}: min", found[0], low)
    checks.near(f"{what}: max", found[1], high)


def ply_vertices(path):
    """What the header promises."""
    for line in open(path, "rb"):
        if line.startswith(b"element vertex"):
            return int(line.split()[2])
    return -1


# Blender 3.4's importer of glTF takes a name that newer versions of numpy no longer have.
if "bool" not in vars(numpy):
    numpy.bool = bool


def check_surfaces():
    """A series of meshes in three formats: as many vertices as were written, and no open edge."""
    for number in range(3):
        path = folder / f"surface_{number:04}.ply"
        count = ply_vertices(path)
        bpy.ops.import_mesh.ply(filepath=str(path))
        mesh = bpy.context.selected_objects[0].data
        checks.equal(f"{path.name}: vertices", len(mesh.vertices), count)
        uses = {}
        for polygon in mesh.polygons:
            for key in polygon.edge_keys:
                uses[key] = uses.get(key, 0) + 1
        checks.equal(f"{path.name}: every edge in two faces", set(uses.values()), {2})
        bpy.ops.wm.obj_import(filepath=str(path.with_suffix(".obj")), forward_axis="Y", up_axis="Z")
        checks.equal(f"{path.stem}.obj: vertices", len(bpy.context.selected_objects[0].data.vertices), count)
        bpy.ops.import_scene.gltf(filepath=str(path.with_suffix(".glb")))
        checks.equal(f"{path.stem}.glb: vertices", len(bpy.context.selected_objects[0].data.vertices), count)


def colors_of(mesh):
    """The colors of the vertices, or of the corners of faces: whatever the importer has made of them."""
    layers = mesh.color_attributes
    return {tuple(round(part, 2) for part in entry.color[:3]) for entry in layers[0].data} if len(layers) else set()


def check_colors():
    """Two fluids, one red and one green, in three formats."""
    path = folder / "two_fluids" / "surface_0000.ply"
    count = ply_vertices(path)
    readers = {".ply": lambda file: bpy.ops.import_mesh.ply(filepath=file),
               ".obj": lambda file: bpy.ops.wm.obj_import(filepath=file, forward_axis="Y", up_axis="Z"),
               ".glb": lambda file: bpy.ops.import_scene.gltf(filepath=file)}
    for suffix, read in readers.items():
        bpy.ops.object.select_all(action="DESELECT")
        read(str(path.with_suffix(suffix)))
        meshes = [o.data for o in bpy.context.selected_objects if o.type == "MESH"]
        checks.equal(f"two fluids{suffix}: vertices", sum(len(m.vertices) for m in meshes), count)
        checks.equal(f"two fluids{suffix}: colors", set().union(*(colors_of(m) for m in meshes)),
                     {(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)})


def check_volume(name, grid_name):
    """A volume object. Its bounds are those of whole leaves of 8 voxels, and a voxel is a spacing."""
    path = folder / name
    if not path.exists():
        print(f"Blender: {name}: NOT CHECKED: this program was built without OpenVDB")
        return
    bpy.ops.object.volume_import(filepath=str(path))
    volume = bpy.context.object
    volume.data.grids.load()
    checks.equal(f"{name}: grids", {(g.name, g.data_type) for g in volume.data.grids},
                 {(grid_name, "FLOAT"), ("mass_density", "FLOAT"), ("pressure", "FLOAT"),
                  ("velocity", "VECTOR_FLOAT")})
    # Where Blender looks for what blurs a volume in motion.
    checks.equal(f"{name}: velocity", volume.data.velocity_grid, "velocity")
    evaluated = volume.evaluated_get(bpy.context.evaluated_depsgraph_get())
    found = bounds(evaluated.bound_box)
    margin = 9 * expected["spacing"]
    checks.near(f"{name}: min", found[0], expected["min"], margin)
    checks.near(f"{name}: max", found[1], expected["max"], margin)
    inside = all(low <= a and b <= high for low, a, b, high in
                 zip(found[0], expected["min"], expected["max"], found[1]))
    checks.equal(f"{name}: holds all particles", inside, True)


def main():
    bpy.ops.import_mesh.ply(filepath=str(folder / "frame_0000.ply"))
    check_mesh("ply", expected["count"], expected["min"], expected["max"])
    # Axes as they are in the file.
    bpy.ops.wm.obj_import(filepath=str(folder / "body_0000.obj"), forward_axis="Y", up_axis="Z")
    check_mesh("obj", expected["body_vertices"], expected["body_min"], expected["body_max"])
    check_surfaces()
    check_colors()
    # Points grids are none of Blender's: it reads volumes only.
    check_volume("surface_0000.vdb", "surface")
    check_volume("density_0000.vdb", "density")
    checks.finish()


try:
    main()
except Exception:  # Blender would go on and end with exit code 0
    traceback.print_exc()
    sys.exit(1)
