#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Groups sources that may be compiled as one, so that the headers they share are read once.

In such a batch each file sees what the files before it define for themselves: in anonymous namespaces, as static
functions, as macros. A file therefore joins a batch only if it uses none of these names, for whatever purpose.
Wide code, which includes itself once per instruction set, stays alone.
    batches.py FOLDER NAME SIZE source...   writes FOLDER/NAME_0.cpp and so on, prints what is to be compiled
"""
import pathlib
import re
import sys

# Comments, strings, and characters in quotes other than those between digits.
NOISE = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'""",
                   re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
WIDE = re.compile(r'#\s*include\s+[<"][^">]*(?:-inl\.h|highway\.h|foreach_target\.h)[">]')
TYPE = re.compile(r"\b(?:struct|class|union|enum(?:\s+class)?|concept)\s+(\w+)|\busing\s+(\w+)\s*=")
TEMPLATE = re.compile(r"\btemplate\s*<[^{};]*?>\s*(?=[\w\[])")
LOCAL = re.compile(r"\s*(?:static|constexpr)\b")
USING = re.compile(r"\s*(?:using\s+[\w:]+\s*;|namespace\b|static_assert\b)")
TEST = re.compile(r"(?:TYPED_|INSTANTIATE_)?TEST\w*")
NAME = re.compile(r"(\w+)\s*(?:[({=;]|\[(?!\[))")


def blocks(text):
    """Yields (a declaration up to its semicolon or brace, where the text goes on after that)."""
    start, depth = 0, 0
    for match in re.finditer(r"[{};]", text):
        mark = match.group()
        if depth == 0 and mark != "}":
            yield text[start:match.end()], match.end()
        depth += {"{": 1, "}": -1, ";": 0}[mark]
        if depth <= 0:
            start, depth = match.end(), 0


def inside(text, start):
    """What follows, up to the brace that closes the block."""
    depth = 1
    for match in re.finditer(r"[{}]", text[start:]):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return text[start:start + match.start()]
    return text[start:]


def own_names(text, is_own=False):
    """The names that only this file knows: all of its anonymous namespaces, the static ones elsewhere."""
    names = set()
    for head, end in blocks(text):
        space = re.search(r"\bnamespace\b([\w:\s]*)\{$", head)
        if space:
            names |= own_names(inside(text, end), is_own or not space.group(1).strip())
        elif (is_own or LOCAL.match(head)) and not USING.match(head):
            plain = TEMPLATE.sub("", head)
            match = TYPE.search(plain) or NAME.search(plain)
            if match:
                names.add(match.group(match.lastindex))
    return {name for name in names if not TEST.fullmatch(name)}


class Source:
    def __init__(self, path):
        raw = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
        clean = NOISE.sub(" ", raw)
        self.path = str(path)
        self.wide = WIDE.search(raw) is not None
        macros = {name for name in MACRO.findall(clean) if not name.startswith("HWY_")}
        self.own = own_names(DIRECTIVE.sub("", clean)) | macros
        self.words = set(re.findall(r"[A-Za-z_]\w*", clean))


class Batch:
    def __init__(self, wide):
        self.wide, self.paths, self.taken = wide, [], set()

    def takes(self, source, size):
        return self.wide == source.wide and len(self.paths) < size and not self.taken & source.words


def group(paths, size, wide_together=False):
    """Lists of paths, of at most `size` files each. With a single instruction set wide files may share one too,
    though only with each other: their headers are for several."""
    found = []
    for source in map(Source, paths):
        fits = (batch for batch in found if batch.takes(source, size))
        alone = source.wide and not wide_together
        batch = None if alone else next(fits, None)
        if batch is None:
            batch = Batch(source.wide)
            found.append(batch)
        batch.paths.append(source.path)
        batch.taken |= source.own
    return [batch.paths for batch in found]


def write_if_new(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def write_batch(path, sources):
    """A file that includes these sources."""
    write_if_new(path, "".join(f'#include "{source}"\n' for source in sources))


def main():
    folder, name, size = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    result = []
    for sources in group(sys.argv[4:], size):
        if len(sources) == 1:
            result += sources
            continue
        batch = folder / f"{name}_{len(result)}.cpp"
        write_batch(batch, sources)
        result.append(str(batch))
    print(";".join(result))


if __name__ == "__main__":
    main()
