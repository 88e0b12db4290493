#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Runs clang-tidy over the compile commands of a build folder, and only where something changed.

A source that came out clean leaves a stamp in the user's cache: the hash of its compile command, its text, the
project headers it includes (directly or not) and .clang-tidy, with paths relative to the project. The same hash
next time, in this clone or another, means nothing to do. Tests are left out unless they are named: most of their
time would go into GoogleTest's headers.
    run_tidy.py BUILD_DIR [path...]     paths (relative to the project) restrict the run
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

from sources import ROOT

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]', re.MULTILINE)
SEARCH = [ROOT / "include", ROOT / "src", ROOT]


@functools.lru_cache(maxsize=None)
def text_of(path):
    return path.read_text(encoding="utf-8", errors="replace")


def dependencies(source):
    """The source and all project files it reaches by #include."""
    found, open_list = {source}, [source]
    while open_list:
        current = open_list.pop()
        for name in INCLUDE.findall(text_of(current)):
            for folder in [current.parent, *SEARCH]:
                target = (folder / name).resolve()
                if target.is_file():
                    if target not in found:
                        found.add(target)
                        open_list.append(target)
                    break
    return sorted(found)


def key_of(entry, common):
    digest = hashlib.sha256(common)
    digest.update(entry.get("command", "").replace(str(ROOT), "").encode())
    for path in dependencies(pathlib.Path(entry["file"])):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + text_of(path).encode() + b"\0")
    return digest.hexdigest()


def main():
    build, only = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    commands = json.loads((build / "compile_commands.json").read_text())
    # Not ours to tidy: generated files in the build folder.
    entries = {e["file"]: e for e in commands if build not in pathlib.Path(e["file"]).parents}
    # OpenVDB's headers take clang-tidy many minutes, and the files that include them are small.
    for file in ("src/io/vdb.cpp", "tests/interop/check_vdb.cpp"):
        entries.pop(str(ROOT / file), None)
    if only:
        entries = {f: e for f, e in entries.items() if any(f.startswith(str(ROOT / path)) for path in only)}
    else:
        entries = {f: e for f, e in entries.items() if not f.startswith(str(ROOT / "tests"))}
    version = subprocess.run(["clang-tidy", "--version"], check=True, capture_output=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes()
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    stamps = cache / "undine" / "tidy"
    stamps.mkdir(parents=True, exist_ok=True)

    work = []
    for file, entry in sorted(entries.items()):
        stamp = stamps / key_of(entry, common)
        if not stamp.exists():
            work.append((file, stamp))
    print(f"clang-tidy: {len(work)} of {len(entries)} files changed", flush=True)

    def tidy(job):
        file, stamp = job
        command = ["clang-tidy", "--quiet", "-p", str(build), file]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode == 0:
            stamp.touch()
        return job, run

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, ((file, _), run) in enumerate(pool.map(tidy, work), 1):
            print(f"[{done}/{len(work)}] {pathlib.Path(file).relative_to(ROOT)}", flush=True)
            if run.returncode != 0:
                failed += 1
                # stderr holds the count of suppressed warnings, and the reason when clang-tidy itself fails
                print(run.stdout.strip() or run.stderr.strip(), flush=True)
    if failed:
        print(f"clang-tidy: {failed} files have findings", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
