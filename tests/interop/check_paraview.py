# SPDX-License-Identifier: Zlib
"""Reads exported frames with ParaView.   pvpython check_paraview.py FOLDER"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from checks import Checks  # noqa: E402
from paraview import servermanager, simple  # noqa: E402

folder = pathlib.Path(sys.argv[1])
checks = Checks("ParaView")
expected = checks.expected
fields = ["velocity", "density", "pressure", "id", "fluid"]


def check_points(what, source):
    """Count and bounds of a source's points; returns its data."""
    source.UpdatePipeline()
    data = servermanager.Fetch(source)
    low_high = data.GetBounds()
    checks.equal(f"{what}: points", data.GetNumberOfPoints(), expected["count"])
    checks.near(f"{what}: min", low_high[0::2], expected["min"])
    checks.near(f"{what}: max", low_high[1::2], expected["max"])
    return data


check_points("ply", simple.PLYReader(FileNames=[str(folder / "frame_0000.ply")]))

vtp = check_points("vtp", simple.XMLPolyDataReader(FileName=[str(folder / "frame_0000.vtp")]))
arrays = vtp.GetPointData()
checks.equal("vtp: arrays", [arrays.GetArrayName(k) for k in range(arrays.GetNumberOfArrays())], fields)
checks.near("vtp: velocity", arrays.GetArray("velocity").GetTuple3(7), expected["velocity"])
checks.equal("vtp: last id", int(arrays.GetArray("id").GetTuple1(expected["count"] - 1)), expected["count"] - 1)
checks.equal("vtp: cells", vtp.GetNumberOfCells(), expected["count"])

pvd = simple.PVDReader(FileName=str(folder / "frames.pvd"))
check_points("pvd", pvd)
checks.near("pvd: times", list(pvd.TimestepValues), expected["times"])

csv = simple.CSVReader(FileName=[str(folder / "frame_0000.csv")])
points = simple.TableToPoints(Input=csv, XColumn="x", YColumn="y", ZColumn="z")
table = check_points("csv", points)
checks.near("csv: velocity", table.GetPointData().GetArray("vx").GetTuple1(7), expected["velocity"][0])

tracers = simple.PLYReader(FileNames=[str(folder / "tracers_0000.ply")])
tracers.UpdatePipeline()
data = servermanager.Fetch(tracers)
checks.equal("tracers: points", data.GetNumberOfPoints(), expected["tracers"])
checks.equal("tracers: color", data.GetPointData().GetArray("RGB").GetTuple3(1), (0.0, 255.0, 0.0))
checks.finish()
