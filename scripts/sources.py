# SPDX-License-Identifier: Zlib
"""The files the checks look at: what git tracks or would track; all files where there is no git."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def project_files():
    """Paths relative to ROOT, sorted."""
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, check=True, capture_output=True, text=True).stdout
        paths = [pathlib.Path(name) for name in listing.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        paths = [path.relative_to(ROOT) for path in ROOT.rglob("*")]
        paths = [path for path in paths if path.parts[0] not in ("build", "out", ".git", ".cache")]
    return sorted(path for path in set(paths) if (ROOT / path).is_file())


def cpp_files():
    return [path for path in project_files() if path.suffix in (".h", ".cpp")]


if __name__ == "__main__":  # for ./dev: the C++ files, one per line
    print("\n".join(str(path) for path in cpp_files()))
