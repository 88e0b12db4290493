#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Checks the layers: a folder of src/ includes only itself and the folders before it in LAYERS.

Public headers include only public headers and the standard library. apps/, bench/, tests/ and examples/ stand
above all, and nothing includes them but themselves.
"""
import re
import sys

from sources import ROOT, cpp_files

LAYERS = ["core", "kernels", "neighbors", "boundary", "forces", "vortex", "solvers", "world", "surface", "bullet", "io",
          "scene", "render"]
ABOVE = {"apps", "bench", "tests", "examples"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')
# HWY_TARGET_INCLUDE names the file that Highway includes once per instruction set.
TARGET_INCLUDE = re.compile(r'^\s*#\s*define\s+HWY_TARGET_INCLUDE\s+(")([^"]+)"')


def layer_of(folder):
    return LAYERS.index(folder) if folder in LAYERS else None


def check_public(kind, target):
    if kind == '"' and not target.startswith("undine/"):
        return f'public headers include only "undine/..." and the standard library, not "{target}"'
    if kind == "<" and ("/" in target or "." in target):
        return f"public headers include only the standard library, not <{target}>"
    return None


def check_source(folder, target):
    to = target.split("/")[0]
    if to in ABOVE:
        return f'src/ must not include "{target}"'
    if "/" not in target:
        return f'write the folder: "{folder}/{target}"'
    if layer_of(to) is not None and layer_of(to) > layer_of(folder):
        return f'{folder}/ is below {to}/ and must not include "{target}"'
    return None


def main():
    errors = []
    for path in cpp_files():
        public = path.parts[:2] == ("include", "undine")
        folder = path.parts[1] if path.parts[0] == "src" and len(path.parts) > 2 else None
        if not public and folder is None:
            continue
        if folder and layer_of(folder) is None:
            errors.append(f"{path}:1: src/{folder}/ has no place in LAYERS of check_includes.py")
            continue
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line) or TARGET_INCLUDE.match(line)
            if not match:
                continue
            kind, target = match.groups()
            if public:
                error = check_public(kind, target)
            else:
                error = check_source(folder, target) if kind == '"' else None
            if error:
                errors.append(f"{path}:{number}: {error}")
    print("\n".join(errors), end="\n" if errors else "", file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
