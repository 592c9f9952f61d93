#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every Python file and shell script of the project can be read, as the oldest Python that is supported and as sh.

Usage: scripts_read.py PROJECT
"""

import ast
import pathlib
import subprocess
import sys

ROOMS = ("analyzer", "base", "bench", "cmake", "docs", "driver", "instrumenter", "runtime", "samples", "scripts", "tests", ".ci")
OLDEST = (3, 11)  # of Debian 12


def kind_of(path, text):
    first = text.partition("\n")[0]
    if path.suffix == ".py" or first.startswith("#!") and "python" in first:
        return "python"
    return "sh" if first in ("#!/bin/sh", "#! /bin/sh") else ""


def python_error(text):
    try:
        ast.parse(text, feature_version=OLDEST)
    except SyntaxError as error:
        return f"line {error.lineno}: {error.msg}"
    return ""


def sh_error(text):
    return subprocess.run(["sh", "-n"], input=text, capture_output=True, text=True, check=False).stderr.strip()


def self_check():
    assert python_error("x = 1\n") == "" and "line 2" in python_error("x = 1\ny = (\n")
    assert python_error("type X = int\n") and sh_error("if true; then\n") and not sh_error("true\n")


def main():
    self_check()
    root = pathlib.Path(sys.argv[1])
    found, wrong = {"python": 0, "sh": 0}, []
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            if not path.is_file() or path.is_symlink() or path.suffix in (".tare", ".gz"):
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            kind = kind_of(path, text)
            if not kind:
                continue
            found[kind] += 1
            error = python_error(text) if kind == "python" else sh_error(text)
            if error:
                wrong.append(f"{path.relative_to(root)}: {error}")
    if found["python"] < 50 or found["sh"] < 5:
        wrong.append(f"found hardly any script: {found}")
    print("\n".join(wrong) or f"{found['python']} Python files and {found['sh']} shell scripts can be read")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
