#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every note that is made has a row in analyzer/report/note_rules.cpp, and every row is used.

Usage: note_rules.py PROJECT.  Also: those who make notes have no sentences of their own.
"""

import pathlib
import re
import sys

MAKERS = ("analyzer/books", "analyzer/accounts", "analyzer/tables", "analyzer/ledger",
          "driver/results", "analyzer/notes")
ROW = re.compile(r'^    \{"([a-z-]+)",', re.M)
# A rule's name: behind `.rule =`, or alone in the braces of a Note, or handed to who makes one.
NAMED = (re.compile(r'\.rule = (?:\w+ \? )?"([a-z-]+)"'), re.compile(r'\.rule = \w+ \? "[a-z-]+" : "([a-z-]+)"'),
         re.compile(r'(?:push_back|warn|addOnce)\((?:\w+, )?\{"([a-z-]+)"\}'), re.compile(r'Note \w+\{"([a-z-]+)"\}'))


def main():
    root = pathlib.Path(sys.argv[1])
    table = (root / "analyzer/report/note_rules.cpp").read_text(encoding="utf-8")
    rows = set(ROW.findall(table))
    text = "\n".join(path.read_text(encoding="utf-8") for maker in MAKERS
                     for path in sorted((root / maker).glob("*.cpp")))
    made = {name for pattern in NAMED for name in pattern.findall(text)}
    wrong = [f"{name}: a note without a row" for name in sorted(made - rows)]
    parts = set(re.findall(r"<([a-z-]+):part>", table))
    wrong += [f"{name}: a row that nobody uses" for name in sorted(rows - parts)
              if f'"{name}"' not in text]
    if len(rows) < 40 or len(made) < 30:
        wrong.append(f"found {len(rows)} rows and {len(made)} notes: this test reads too little")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
