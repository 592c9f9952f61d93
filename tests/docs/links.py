#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every relative link of a document leads somewhere, its anchor included, and so does every path of
ours that a document, a source or a script names.

Usage: links.py PROJECT
"""
import pathlib
import re
import subprocess
import sys

import texts

# A file in one of our folders, as documents and comments write it.
PATH = re.compile(r"(?<![\w./{}$*-])((?:docs|bench|samples|scripts|tests|cmake)/[\w./-]*\w)")
# Names that a comparison prints, and of a file that there must not be.
NOT_OURS = re.compile(r"^tests/(barriers|loops|locks|tasks|recursion)$|^bench/t\.h$")
SOURCES = {".c", ".cpp", ".h", ".py", ".cmake", ".txt", ".md", ""}


def wrong_links(name, text, root, known):
    for number, line in texts.lines_outside_fences(text):
        for _, target in texts.LINK.findall(texts.SPAN.sub("", line)):
            if re.match(r"[a-z][a-z+.-]*:", target):
                continue
            path, _, anchor = target.partition("#")
            file = (root / name).parent / path if path else root / name
            if not file.exists():
                yield f"{name}:{number}: {target} leads nowhere"
                continue
            inside = file.resolve().relative_to(root.resolve()).as_posix()
            if anchor and anchor not in texts.anchors(known.get(inside, "")):
                yield f"{name}:{number}: {target}: no such heading"


def wrong_paths(name, text, root):
    folder = (root / name).parent
    for number, line in enumerate(text.splitlines(), 1):
        for path in PATH.findall(line):
            there = any((base / path).exists() for base in (root, folder, root / "instrumenter"))
            if not there and not NOT_OURS.search(path) and not list(root.glob(path + ".*")):
                yield f"{name}:{number}: {path} is not there"


def our_files(root):
    """Text files that git knows; without git, the documents."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=False)
    names = listed.stdout.decode().split("\0") if listed.returncode == 0 else []
    names = [name for name in names if pathlib.Path(name).suffix in SOURCES]
    return names or list(texts.documents(root))


def self_check():
    text = "# A `b` c\n\n## A b c\n```\n# no\n```\n## What (it) is, and why\n"
    assert texts.anchors(text) == {"a-b-c", "a-b-c-1", "what-it-is-and-why"}
    root = pathlib.Path(__file__).resolve().parents[2]
    bad = "[a](no.md) [b](README.md#no) `[c](no.md)`\n```\n[d](no.md)\n```\n[e](https://x.org/)\n"
    assert len(list(wrong_links("README.md", bad, root, {"README.md": "# A\n"}))) == 2
    assert list(wrong_paths("README.md", "see docs/no/such.md and docs/schema", root)) == [
        "README.md:1: docs/no/such.md is not there"]


def main():
    self_check()
    root = texts.root_of(sys.argv, __file__)
    known = texts.documents(root)
    wrong = [message for name, text in known.items()
             for message in wrong_links(name, text, root, known)]
    for name in our_files(root):
        path = root / name
        if path.is_file() and not path.is_symlink() and not name.startswith("tests/docs/"):
            wrong += wrong_paths(name, path.read_text(encoding="utf-8", errors="replace"), root)
    if len(known) < 15:
        wrong.append("found hardly any document: is the pattern still right?")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
