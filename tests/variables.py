#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every TARE_* variable that the product reads is in the tables of docs/reference/environment.md, and no other.

Usage: variables.py PROJECT
"""

import pathlib
import re
import sys

ROOMS = ("base", "instrumenter", "runtime", "analyzer", "driver")
READ = re.compile(r'\b(?:getenv|environmentVariable|isSwitchedOn)\(\s*"(TARE_[A-Z_]+)"')
ROW = re.compile(r"^\| `(TARE_[A-Z_]+)` \|", re.M)


def variables_read(root):
    """name -> file that reads it."""
    files = {}
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            if path.suffix in (".c", ".cpp", ".h"):
                for name in READ.findall(path.read_text(encoding="utf-8")):
                    files.setdefault(name, path.relative_to(root).as_posix())
    return files


def differences(read, documented):
    for name in sorted(set(read) - set(documented)):
        yield f"{read[name]}: reads {name}, which docs/reference/environment.md does not have"
    for name in sorted(set(documented) - set(read)):
        yield f"docs/reference/environment.md: nobody reads {name}"
    for name in sorted(set(documented)):
        if documented.count(name) > 1:
            yield f"docs/reference/environment.md: {name} stands there twice"


def self_check():
    assert READ.findall('x = getenv("TARE_A"); isSwitchedOn(\n "TARE_B")') == ["TARE_A", "TARE_B"]
    assert not READ.findall('environment["TARE_C"] = "1"; getenv("HOME")')
    assert not list(differences({"TARE_A": "x.c"}, ["TARE_A"]))
    for read, documented in (({"TARE_A": "x.c"}, []), ({}, ["TARE_A"]),
                             ({"TARE_A": "x.c"}, ["TARE_A", "TARE_A"])):
        assert len(list(differences(read, documented))) == 1


def main():
    self_check()
    root = pathlib.Path(sys.argv[1])
    read = variables_read(root)
    documented = ROW.findall((root / "docs/reference/environment.md").read_text(encoding="utf-8"))
    wrong = list(differences(read, documented))
    if len(read) < 10:
        wrong.append("found hardly any variable: is the pattern still right?")
    for message in wrong:
        print(message)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
