# SPDX-License-Identifier: Zlib
"""What the scripts of this folder share: the expected values, and a list of what did not agree."""
import json
import pathlib
import sys


class Checks:
    def __init__(self, program):
        self.program = program
        self.expected = json.loads((pathlib.Path(__file__).parent / "expected.json").read_text())
        self.failed = 0

    def equal(self, what, found, wanted):
        self.report(what, found == wanted, found, wanted)

    def near(self, what, found, wanted, tolerance=1e-5):
        """Two numbers, or two lists of numbers."""
        pairs = zip(found, wanted) if isinstance(wanted, (list, tuple)) else [(found, wanted)]
        length = not isinstance(wanted, (list, tuple)) or len(found) == len(wanted)
        self.report(what, length and all(abs(a - b) <= tolerance for a, b in pairs), found, wanted)

    def report(self, what, agrees, found, wanted):
        if not agrees:
            self.failed += 1
        print(f"{self.program}: {what}: " + ("ok" if agrees else f"FAILED: {found}, expected {wanted}"))

    def finish(self):
        print(f"{self.program}: " + (f"{self.failed} checks failed" if self.failed else "all checks passed"))
        sys.stdout.flush()
        sys.exit(1 if self.failed else 0)
