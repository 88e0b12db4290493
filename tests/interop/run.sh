#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# Writes frames in every format and lets other programs read them: run.sh FOLDER_OF_PROGRAMS
# A program that is not installed is named and left out; it is no failure.
set -uo pipefail
programs=$1
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# run NAME COMMAND...: the command's lines that a check printed, all of them when it failed
run() {
    local name=$1 output
    shift
    if ! command -v "$1" >/dev/null; then
        echo "$name: NOT CHECKED: $1 is not there"
        return
    fi
    if output=$("$@" 2>&1); then
        grep "^$name: " <<<"$output"
    else
        echo "$output"
        failed=1
    fi
}

"$programs/undine_interop" "$folder" || exit 1
export PYTHONDONTWRITEBYTECODE=1
run bgeo python3 "$here/check_bgeo.py" "$folder"
run vdb "$programs/undine_interop_vdb" "$folder"
run ParaView pvpython "$here/check_paraview.py" "$folder"
run Blender blender --background --factory-startup --python "$here/check_blender.py" -- "$folder"
exit "$failed"
