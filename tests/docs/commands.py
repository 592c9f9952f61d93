#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every `tare ...` that a document shows has a verb and options that there are; the reference of
commands and the manual pages say what the program says.

Usage: commands.py. TARE_PREFIX and TARE_SOURCE_DIR are set by ctest.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

import texts
from scripts import load

ROOT = pathlib.Path(os.environ.get("TARE_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
TARE = str(pathlib.Path(os.environ.get("TARE_PREFIX", ROOT / "build/release"), "bin/tare"))
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "docs/", "samples/")
OPTION = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*")
# A command in a line: behind a prompt, variables, `timeout 9`, in quotes or $(...).
START = re.compile(r"""(?:^|[\s"'(=])(?:\./|/[\w/.]*/)?tare\s+(?=[a-z-])""")
ENDS = re.compile(r"\s#\s.*|\s*[;|)]\s.*|\s&&.*|\s\(.*")

GENERATOR = load(ROOT / "scripts/refresh-commands")
VERBS = GENERATOR.verbs(TARE)
HELP = {verb: "\n".join(GENERATOR.help_of(TARE, *words) for words in GENERATOR.commands(TARE, verb))
        for verb in VERBS}
KNOWN = {verb: set(OPTION.findall(HELP[verb])) for verb in VERBS}
WITH_VALUE = {name for verb in VERBS for name in re.findall(r"^  (--[\w-]+) [A-Z]", HELP[verb], re.M)}


def joined(lines):
    """(number, line) with lines that a backslash continues."""
    number, text = None, ""
    for at, line in lines:
        number = number or at
        text += line
        if text.endswith("\\"):
            text = text[:-1] + " "
            continue
        yield number, text
        number, text = None, ""


def shown(text):
    """(number, command) of a document: in fenced blocks, and in code spans of its prose."""
    text = re.sub(r"<!--.*?-->", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S)
    for number, line in joined(texts.fenced_lines(text)):
        for found in START.finditer(line):
            yield number, line[found.end():]
    for number, line in texts.lines_outside_fences(text):
        for span in texts.SPAN.findall(line):
            found = START.match(span.strip("`"))
            if found:
                yield number, span.strip("`")[found.end():]


def words_of(command):
    """As a shell has them; what an unfinished quote holds is left out."""
    command = ENDS.sub("", command).split('"' if command.count('"') % 2 else "\n")[0]
    try:
        return shlex.split(command)
    except ValueError:
        return command.replace("'", " ").split()


def wrong_in(command):
    words = words_of(command)
    if not words or words[0] in ("--help", "--version", "VERB"):
        return None
    verb = words[0]
    if verb not in KNOWN:
        # Prose such as `tare is`, and targets such as `tare;cc`, begin no command.
        return None if not re.fullmatch(r"[a-z]+", verb) else f"no verb '{verb}'"
    for at, word in enumerate(words[1:], 1):
        if word == "--" or (verb == "cc" and not word.startswith("-")
                            and words[at - 1] not in ("--role", "--parallel", "--plan")):
            break
        if words[at - 1] in WITH_VALUE:
            continue
        option = word.split("=")[0]
        if OPTION.fullmatch(option) and option not in KNOWN[verb]:
            return f"tare {verb} has no option {option}"
    return None


class Commands(unittest.TestCase):

    def test_commands_are_looked_at(self):
        self.assertEqual(wrong_in("overheds --source x.c"), "no verb 'overheds'")
        self.assertEqual(wrong_in("report --ful"), "tare report has no option --ful")
        self.assertIsNone(wrong_in("cc --role serial gcc -O2 -c x.c"))
        self.assertIsNone(wrong_in("overheads --source x.c -- --whatever"))
        fenced = '```\n$ ./tare report \\\n  --nope\nmake CC="tare cc --x gcc"\n```\n`tare nope`\n'
        self.assertEqual([wrong_in(command) for _, command in shown(fenced)],
                         ["tare report has no option --nope", "tare cc has no option --x",
                          "no verb 'nope'"])

    def test_documents(self):
        count = 0
        for name, text in texts.documents(ROOT).items():
            if not name.startswith(DOCUMENTS):
                continue
            for number, command in shown(text):
                count += 1
                with self.subTest(at=f"{name}:{number}"):
                    self.assertIsNone(wrong_in(command), command)
        self.assertGreater(count, 60, "found hardly any command: is the pattern still right?")

    def test_reference(self):
        written = (ROOT / "docs/reference/commands.md").read_text(encoding="utf-8")
        self.assertEqual(written, GENERATOR.page(TARE), "run scripts/refresh-commands")

    def test_manual_pages(self):
        with tempfile.TemporaryDirectory(prefix="tare-man-") as folder:
            subprocess.run([ROOT / "scripts/man-pages", TARE, folder], check=True)
            pages = {path.stem: path.read_text() for path in pathlib.Path(folder).iterdir()}
        self.assertEqual(set(pages), {"tare"} | {f"tare-{verb}" for verb in VERBS})
        for verb in VERBS:
            text = pages[f"tare-{verb}"].replace("\\-", "-")
            self.assertIn(".SH SYNOPSIS", text)
            for option in KNOWN[verb]:
                self.assertIn(option, text)


if __name__ == "__main__":
    unittest.main()
