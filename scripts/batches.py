#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""Groups sources that may be compiled as one, so that the headers they share are read once.

In such a batch each file sees what the files before it define for themselves: in anonymous namespaces, as static
functions, as macros. A file therefore joins a batch only if neither it nor the headers it brings use any of these
names, for whatever purpose, and if its own names are not those of headers that came with the others. Wide code,
which includes itself once per instruction set, stays alone. Linters may be more daring, see group().
    batches.py FOLDER NAME SIZE source...   writes FOLDER/NAME_0.cpp and so on, prints what is to be compiled
"""
import functools
import os
import pathlib
import re
import sys

from sources import ROOT

SEARCH = [ROOT / "include", ROOT / "src", ROOT / "apps", ROOT]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]', re.MULTILINE)

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


@functools.lru_cache(maxsize=None)
def text_of(path):
    return path.read_text(encoding="utf-8", errors="replace")


@functools.lru_cache(maxsize=None)
def file_of(name, folder):
    """The project file that an #include in a folder means; None for those of others."""
    targets = (place / name for place in [folder, *SEARCH])
    return next((path.resolve() for path in targets if path.is_file()), None)


@functools.lru_cache(maxsize=None)
def dependencies(source):
    """The source and all project files it reaches by #include."""
    found, open_list = {source}, [source]
    while open_list:
        current = open_list.pop()
        for name in INCLUDE.findall(text_of(current)):
            target = file_of(name, current.parent)
            if target and target not in found:
                found.add(target)
                open_list.append(target)
    return found


@functools.lru_cache(maxsize=None)
def words_of(path):
    return frozenset(re.findall(r"[A-Za-z_]\w*", NOISE.sub(" ", text_of(path))))


def uses(paths, names):
    return any(not names.isdisjoint(words_of(path)) for path in paths)


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
        self.path = pathlib.Path(path).resolve()
        text = NOISE.sub(" ", text_of(self.path))
        macros = {name for name in MACRO.findall(text) if not name.startswith("HWY_")}
        self.wide = WIDE.search(text_of(self.path)) is not None
        # What wide code defines between these marks is its own too, though its namespace has a name.
        plain = DIRECTIVE.sub("", text).replace("UNDINE_WIDE_BEGIN", "namespace {").replace("UNDINE_WIDE_END", "}")
        self.own = own_names(plain) | macros | set(re.findall(r"\b(main)\(", plain))
        self.headers = dependencies(self.path) - {self.path}


class Batch:
    def __init__(self, wide):
        self.wide, self.paths, self.taken, self.headers = wide, [], set(), set()

    def takes(self, source, size, daring):
        if self.wide != source.wide or len(self.paths) >= size or not self.taken.isdisjoint(source.own):
            return False
        return daring or (not uses({source.path} | source.headers - self.headers, self.taken)
                          and not uses(self.headers - source.headers, source.own))

    def add(self, source):
        self.paths.append(str(source.path))
        self.taken |= source.own
        self.headers |= source.headers


def group(paths, size, daring=False):
    """Lists of paths, of at most `size` files each. The daring ones are for a single instruction set, where wide
    files may share a batch with each other, and for those who can do without a batch that does not compile: only
    names that two files define keep them apart."""
    found = []
    for source in map(Source, paths):
        fits = (batch for batch in found if batch.takes(source, size, daring))
        alone = source.wide and not daring
        batch = None if alone else next(fits, None)
        if batch is None:
            batch = Batch(source.wide)
            found.append(batch)
        batch.add(source)
    return [batch.paths for batch in found]


def write_if_new(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def write_batch(path, sources):
    """A file that includes these sources, by the same words in every clone: the compiler cache then knows it."""
    near = [os.path.relpath(source, path.parent) for source in sources]
    write_if_new(path, "".join(f'#include "{source}"\n' for source in near))


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
