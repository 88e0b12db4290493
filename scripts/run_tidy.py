#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Runs clang-tidy over the compile commands of a build folder, and only where something changed.

A source that came out clean leaves a stamp in the user's cache: the hash of its compile command, its text, the
project headers it includes (directly or not) and .clang-tidy, with paths relative to the project. The same hash
next time, in this clone or another, means nothing to do. Tests are left out unless they are named: most of their
time would go into GoogleTest's headers. The rest goes through clang-tidy in batches (batches.py), for the same
reason; when a batch has findings, its files are looked at one by one. Wide code is seen for one instruction set.
    run_tidy.py BUILD_DIR [path...]     paths (relative to the project) restrict the run
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

from batches import dependencies, group, text_of, write_batch
from sources import ROOT

BATCH = 20  # files; more share more, but leave a core idle at the end
# That a file hides names of another in its batch is nothing; gcc looks for names that are hidden within a file.
OPTIONS = ["--quiet", "--extra-arg=-DHWY_COMPILE_ONLY_STATIC", "--extra-arg=-Wno-shadow"]


def key_of(entry, common):
    digest = hashlib.sha256(common)
    digest.update(entry.get("command", "").replace(str(ROOT), "").encode())
    for path in sorted(dependencies(pathlib.Path(entry["file"]))):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + text_of(path).encode() + b"\0")
    return digest.hexdigest()


def options_of(entry):
    """The compile command without what it reads and writes; what belongs together is one word."""
    words = shlex.split(entry["command"])
    for name in ("-o", "-c"):
        place = words.index(name)
        del words[place:place + 2]
    while "-isystem" in words:
        place = words.index("-isystem")
        words[place:place + 2] = ["".join(words[place:place + 2])]
    return words


def make_batches(work, entries, folder):
    """Files in batches: (what to run clang-tidy on, its sources) by length of text. All get the options of all:
    what is defined for some, or found in their folders, means nothing to the others."""
    options = list(dict.fromkeys(word for file in work for word in options_of(entries[file])))
    folder.mkdir(parents=True, exist_ok=True)
    result, commands = [], []
    for sources in group(work, BATCH, daring=True):
        batch = folder / f"batch_{len(result)}.cpp"
        write_batch(batch, sources)
        result.append((str(batch), sources))
        commands.append({"directory": entries[sources[0]]["directory"], "file": str(batch),
                         "command": shlex.join([*options, "-c", str(batch)])})
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    return sorted(result, key=lambda job: -sum(len(text_of(pathlib.Path(file))) for file in job[1]))


def tidy(database, file):
    return subprocess.run(["clang-tidy", *OPTIONS, "-p", str(database), file], capture_output=True, text=True)


def findings_in(build, stamps, job):
    """The text of the findings in a batch; leaves a stamp for each clean source."""
    batch, sources = job
    if len(sources) > 1 and tidy(pathlib.Path(batch).parent, batch).returncode == 0:
        for file in sources:
            stamps[file].touch()
        return sources, []
    found = []
    for file in sources:
        run = tidy(build, file)
        if run.returncode == 0:
            stamps[file].touch()
        else:  # stderr holds the count of suppressed warnings, and the reason when clang-tidy itself fails
            found.append(run.stdout.strip() or run.stderr.strip())
    return sources, found


def main():
    build, only = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    commands = json.loads((build / "compile_commands.json").read_text())
    # Not ours to tidy: generated files in the build folder.
    entries = {e["file"]: e for e in commands if build not in pathlib.Path(e["file"]).parents}
    # OpenVDB's headers take clang-tidy many minutes, and the files that include them are small.
    for file in [*ROOT.glob("src/io/vdb_*.cpp"), ROOT / "tests/interop/check_vdb.cpp"]:
        entries.pop(str(file), None)
    if only:
        entries = {f: e for f, e in entries.items() if any(f.startswith(str(ROOT / path)) for path in only)}
    else:
        entries = {f: e for f, e in entries.items() if not f.startswith(str(ROOT / "tests"))}
    version = subprocess.run(["clang-tidy", "--version"], check=True, capture_output=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes()
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    stamps = cache / "undine" / "tidy"
    stamps.mkdir(parents=True, exist_ok=True)

    stamp_of = {file: stamps / key_of(entry, common) for file, entry in entries.items()}
    work = sorted(file for file, stamp in stamp_of.items() if not stamp.exists())
    print(f"clang-tidy: {len(work)} of {len(entries)} files changed", flush=True)
    jobs = make_batches(work, entries, build / "tidy")

    failed, done = 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for sources, found in pool.map(functools.partial(findings_in, build, stamp_of), jobs):
            done += len(sources)
            names = ", ".join(str(pathlib.Path(file).relative_to(ROOT)) for file in sources)
            print(f"[{done}/{len(work)}] {names}", *found, sep="\n", flush=True)
            failed += len(found)
    if failed:
        print(f"clang-tidy: {failed} files have findings", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
