# SPDX-License-Identifier: Apache-2.0
"""The documents, and what is needed to read Markdown: prose, code spans, fenced blocks, headings."""
import pathlib
import re

FENCE = re.compile(r"^\s*(```|~~~)")
SPAN = re.compile(r"`+[^`]*`+")
LINK = re.compile(r"!?\[([^\]]*)\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
# Folders of a project that hold documents, and files beside them.
TOPS = ("docs", "samples", "bench", "tests", "scripts")


def documents(root):
    """Every Markdown file, with its path from the root."""
    files = [*root.glob("*.md")]
    for top in TOPS:
        files += (root / top).rglob("*.md")
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(files)}


def lines_outside_fences(text):
    """(number, line) of what is not in a fenced block."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line


def fenced_lines(text):
    """(number, line) of what is in a fenced block."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif fenced:
            yield number, line


def anchors(text):
    """Names of headings, as GitHub makes them."""
    names, seen = set(), {}
    for _, line in lines_outside_fences(text):
        found = HEADING.match(line)
        if not found:
            continue
        words = LINK.sub(r"\1", found[1]).replace("`", "").lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        count = seen[slug] = seen.get(slug, -1) + 1
        names.add(slug if count == 0 else f"{slug}-{count}")
    return names


def root_of(arguments, where):
    if len(arguments) < 2:
        raise SystemExit(f"usage: {pathlib.Path(where).name} PROJECT")
    return pathlib.Path(arguments[1])
