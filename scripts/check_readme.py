#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Checks that the C++ program in README.md is examples/hello.cpp, which is compiled and run as a test."""
import difflib
import re
import sys

from sources import ROOT

EXAMPLE = "examples/hello.cpp"
CPP_BLOCK = re.compile(r"^```cpp\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main():
    blocks = CPP_BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    if len(blocks) != 1:
        print(f"README.md: {len(blocks)} blocks ```cpp, must be one: {EXAMPLE}", file=sys.stderr)
        return 1
    example = (ROOT / EXAMPLE).read_text(encoding="utf-8")
    difference = difflib.unified_diff(example.splitlines(), blocks[0].splitlines(), EXAMPLE, "README.md",
                                      lineterm="")
    lines = list(difference)
    if lines:
        print(f"README.md: its program differs from {EXAMPLE}:", *lines, sep="\n", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
