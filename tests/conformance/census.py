# SPDX-License-Identifier: Apache-2.0
"""The list of every construct in the programs that is not measured, with its reason: a construct
that slides out of the table, or into it, is a line of difference in not_measured.txt."""
import collections
import pathlib
import re

FILE = pathlib.Path(__file__).with_name("not_measured.txt")
EXCEPTIONS = ("outside", "left-alone", "none")


def entries(constructs):
    """What one program leaves unmeasured with one compiler, in the order of the source."""
    return [f"{c.treatment} [{c.directive}]: {c.reason}"
            for c in constructs if c.treatment in EXCEPTIONS]


def read():
    known = collections.defaultdict(list)
    for line in FILE.read_text().splitlines() if FILE.exists() else []:
        program, compiler, entry = line.split(" ", 2)
        known[program, compiler].append(entry)
    return known


def as_clang_19(entry):
    """Later releases know `assume`, too: left alone by either, for another reason."""
    return re.sub(r"^(left-alone \[assume .*\]): it only informs the compiler$",
                  r"\1: Clang does not know this directive", entry)


def differences(known, found):
    """Sentences about what changed, in either direction."""
    found = map(as_clang_19, found)
    known, found = collections.Counter(known), collections.Counter(found)
    return ([f"not in {FILE.name}: {entry}" for entry in (found - known).elements()] +
            [f"only in {FILE.name}: {entry}" for entry in (known - found).elements()])


def record(tried):
    """Writes anew what was tried, (program, compiler) -> entries, and keeps the rest."""
    known = read()
    known.update(tried)
    FILE.write_text("".join(f"{program} {compiler} {entry}\n"
                            for (program, compiler), lines in sorted(known.items())
                            for entry in lines))
