#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Checks what compilers and clang-format do not: licence lines, blanks, file length, forbidden words."""
import re
import sys

from sources import ROOT, project_files

SPDX = "SPDX-License-Identifier: Zlib"
COMMENTED = {".h", ".cpp", ".py", ".cmake", ".in", ".sh", ".glsl", ".vert", ".frag", ".cl", ".yml", ".yaml"}
COMMENTED_NAMES = {"CMakeLists.txt", "dev", "run", ".gitignore", ".editorconfig", ".clang-format",
                   ".clang-tidy"}
TEXT = COMMENTED | {".md", ".json", ".txt", ".bib"}
MAX_LINES = 500

# (pattern, folders it applies to or None for all, folders or files it does not apply to, message)
FORBIDDEN = [
    (re.compile(r"(?<![\w.])/(home|root|work|Users)/\w"), None, (), "path of one machine"),
    (re.compile(r"\b(TODO|FIXME|XXX)\b(?!\s*(\([^)]*\))?:?\s*\w)"), None, (), "say what is to be done"),
    (re.compile(r"\bstd::(cout|cerr|clog)\b|(?<![\w:.])(std::)?(f|v|vf)?printf\s*\("), ("src", "include"),
     ("src/core/assert.cpp",), "the library never prints"),
    (re.compile(r"(?<![\w.:>])(std::)?(exit|_Exit|quick_exit)\s*\("), ("src", "include"), (),
     "the library never exits"),
    (re.compile(r"#\s*include\s*<\w*intrin\.h>"), None, ("src/core",), "intrinsics live in src/core"),
]


def in_folders(path, folders):
    return any((str(path) + "/").startswith(folder + "/") for folder in folders)


def check(path, lines):
    """Yields (line number, message)."""
    if path.suffix in COMMENTED or path.name in COMMENTED_NAMES:
        first = 1 if lines and lines[0].startswith("#!") else 0
        if len(lines) <= first or SPDX not in lines[first]:
            yield first + 1, f"the first line (after #!) must hold '{SPDX}'"
    for number, line in enumerate(lines, 1):
        if "\t" in line:
            yield number, "tab"
        if line != line.rstrip():
            yield number, "blanks at the end of the line"
        if path.name == "check_style.py":  # it spells the forbidden words out
            continue
        for pattern, only, without, message in FORBIDDEN:
            if (only is None or in_folders(path, only)) and not in_folders(path, without):
                match = pattern.search(line)
                if match:
                    yield number, f"'{match.group(0).strip()}': {message}"


def main():
    failed = False
    for path in project_files():
        if path.suffix not in TEXT and path.name not in COMMENTED_NAMES:
            continue
        if path.parts[0] == "tests" and path.suffix in (".json", ".txt") and path.name not in COMMENTED_NAMES:
            continue  # input for tests, often broken on purpose
        try:
            text = (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            print(f"{path}:1: not UTF-8", file=sys.stderr)
            failed = True
            continue
        lines = text.split("\n")
        if lines and lines[-1] == "":
            lines.pop()
        elif lines:
            print(f"{path}:{len(lines)}: no line end at the end of the file", file=sys.stderr)
            failed = True
        for number, message in check(path, lines):
            print(f"{path}:{number}: {message}", file=sys.stderr)
            failed = True
        if len(lines) > MAX_LINES and path.suffix in (".h", ".cpp", ".py"):
            print(f"{path}: warning: {len(lines)} lines, more than {MAX_LINES}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
