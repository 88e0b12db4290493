# SPDX-License-Identifier: Zlib
"""Reads an exported BGEO frame by the description of the format.   python3 check_bgeo.py FOLDER"""
import pathlib
import struct
import sys

from checks import Checks


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, layout):
        values = struct.unpack_from(">" + layout, self.data, self.at)
        self.at += struct.calcsize(">" + layout)
        return values


def read(path):
    """Points, and their attributes by name: lists of tuples."""
    reader = Reader(path.read_bytes())
    magic, version_mark, version = reader.take("4sci")
    if (magic, version_mark, version) != (b"Bgeo", b"V", 5):
        raise ValueError(f"not a classic BGEO file: {magic} {version_mark} {version}")
    points, *others = reader.take("8i")
    attributes = others[3]
    if any(others[:3]) or any(others[4:]):
        raise ValueError(f"more than points: {others}")
    names, layout = ["P"], ["4f"]
    for _ in range(attributes):
        length, = reader.take("H")
        names.append(reader.take(f"{length}s")[0].decode())
        size, kind = reader.take("Hi")
        reader.take(f"{size}i")  # default values
        layout.append(f"{size}" + {0: "f", 1: "i", 5: "f"}[kind])
    rows = [[reader.take(part) for part in layout] for _ in range(points)]
    end = reader.data[reader.at:]
    if end != b"\x00\xff":
        raise ValueError(f"wrong end: {end[:20]}")
    return points, {name: [row[k] for row in rows] for k, name in enumerate(names)}


def main():
    checks = Checks("bgeo")
    expected = checks.expected
    points, columns = read(pathlib.Path(sys.argv[1]) / "frame_0000.bgeo")
    checks.equal("points", points, expected["count"])
    checks.equal("attributes", list(columns), ["P", "v", "density", "pressure", "id", "fluid"])
    axes = list(zip(*columns["P"]))
    checks.near("min", [min(a) for a in axes[:3]], expected["min"])
    checks.near("max", [max(a) for a in axes[:3]], expected["max"])
    checks.equal("w", set(axes[3]), {1.0})
    checks.near("velocity", columns["v"][7], expected["velocity"])
    checks.equal("ids", [i for i, in columns["id"]], list(range(points)))
    checks.finish()


main()
