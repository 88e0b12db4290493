#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Checks that every paper the project cites by a tag, as in [MCG03], is in docs/bibliography.bib.

A tag is made of the authors' initials (or the beginning of one author's name) and two digits of the year; a
letter may follow.
"""
import re
import sys

from sources import ROOT, project_files

BIBLIOGRAPHY = "docs/bibliography.bib"
CITING = {".h", ".cpp", ".py", ".md", ".json"}
TAG = re.compile(r"\[([A-Z][A-Za-z]{0,5}\d{2}[a-z]?)\]")
ENTRY = re.compile(r"^@\w+\{\s*([^,\s]+)\s*,", re.MULTILINE)


def main():
    path = ROOT / BIBLIOGRAPHY
    if not path.is_file():
        print(f"{BIBLIOGRAPHY}: missing", file=sys.stderr)
        return 1
    entries = ENTRY.findall(path.read_text(encoding="utf-8"))
    known = set(entries)
    errors = [f"{BIBLIOGRAPHY}: '{tag}' is there twice" for tag in sorted(known) if entries.count(tag) > 1]
    for file in project_files():
        if file.suffix not in CITING or file.name == "check_bibliography.py":
            continue
        lines = (ROOT / file).read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in enumerate(lines, 1):
            errors += [f"{file}:{number}: [{tag}] is not in {BIBLIOGRAPHY}"
                       for tag in TAG.findall(line) if tag not in known]
    print("\n".join(errors), end="\n" if errors else "", file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
