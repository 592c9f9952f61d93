# SPDX-License-Identifier: Apache-2.0
"""What every program prints when it is built without Tare, on any number of threads: expected.json,
held against the plain programs by `run.py --plain`, against the instrumented ones by other runs."""
import json
import pathlib

from cases import COMPILERS

FILE = pathlib.Path(__file__).with_name("expected.json")


def read():
    """(program, compiler) -> (stdout, stderr)"""
    known = {}
    for program, entry in json.loads(FILE.read_text()).items() if FILE.exists() else ():
        for compiler in COMPILERS:
            if "stdout" in entry or compiler in entry:
                said = entry.get(compiler, entry)
                known[program, compiler] = said["stdout"], said["stderr"]
    return known


def record(tried):
    """Writes anew what was tried, (program, compiler) -> (stdout, stderr), and keeps the rest. What is
    the same with all compilers is written once."""
    programs = {}
    for (program, compiler), said in sorted({**read(), **tried}.items()):
        programs.setdefault(program, {})[compiler] = dict(zip(("stdout", "stderr"), said))
    for program, entry in programs.items():
        first = next(iter(entry.values()))
        if len(entry) == len(COMPILERS) and all(said == first for said in entry.values()):
            programs[program] = first
    FILE.write_text(json.dumps(programs, indent=0, ensure_ascii=False) + "\n")
