#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the code knows of single processors stands where this list says, each with what others get there.

Usage: architectures.py PROJECT
"""
import pathlib
import re
import sys

# file -> what a processor gets that is not named there
KNOWN = {
    "runtime/clock.h": "clock_gettime instead of a counter",
    "runtime/clock.c": "no check of the counter; arm64's is constant by its architecture",
    "runtime/path.c": "no call paths: where return addresses lie is not known",
    "driver/primitives/loops.c": "loops measured at one place of the code instead of four",
    "driver/doctor/machine.cpp": "the clock's finding of x86-64",
}
NAMES = re.compile(r"__x86_64__|__i386__|__aarch64__|__arm__|__builtin_ia32|immintrin|cpuid\.h|rdtsc\(|cntvct_el0|"
                   r"asm\s+volatile\s*\(\s*\"(?!\"|nop)")
ROOMS = ("base", "runtime", "instrumenter", "analyzer", "driver")
# Names of builtins of programs that are read, not called.
OF_USERS = {"instrumenter/clang/spin_loops.cpp"}


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def main():
    root = pathlib.Path(sys.argv[1])
    found = {}
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            name = str(path.relative_to(root))
            if path.suffix in (".c", ".h", ".cpp") and name not in OF_USERS:
                text = without_comments(path.read_text(encoding="utf-8"))
                if match := NAMES.search(text):
                    found[name] = match.group(0)
    found.pop("analyzer/profile/profile.cpp", None)  # the clocks' names
    wrong = [f"{name}: '{what}' is of one kind of processor: say in tests/architectures.py what others get"
             for name, what in found.items() if name not in KNOWN]
    wrong += [f"{name}: knows no processor any more" for name in KNOWN if name not in found]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
