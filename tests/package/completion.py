#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare completion` and the manual pages say what the parser takes: every verb, option and value, each once."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from part import run_unittests  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
MANUALS = pathlib.Path(os.environ["TARE_PREFIX"], "share/man/man1")
OF_MODEL = ("--couple", "--compose", "--operations")


def run(*command, **options):
    return subprocess.run(list(map(str, command)), text=True, capture_output=True, check=True,
                          stdin=subprocess.DEVNULL, **options).stdout


def helps(verb):
    """All that --help prints of a verb; `tare model` has three more commands."""
    texts = [run(TARE, verb, "--help")]
    if verb == "model":
        texts += [run(TARE, verb, other, "--help") for other in OF_MODEL]
    return texts


def options_in(text):
    return re.findall(r"^  (?:-h,)?(--[a-z][a-z-]*)(?=[ \n])", text, re.M)


class Completion(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.verbs = re.findall(r"^  ([a-z]+)  ", run(TARE, "--help"), re.M)
        cls.options = {verb: sorted({option for text in helps(verb) for option in options_in(text)})
                       for verb in cls.verbs if verb != "cc"}

    def complete(self, *words):
        """What bash offers for the last word."""
        script = run(TARE, "completion", "bash") + (
            "COMP_WORDS=(" + " ".join(f"'{word}'" for word in words) + ")\n"
            f"COMP_CWORD={len(words) - 1}\n_tare\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n")
        return sorted(run("bash", "-c", script).split())

    def test_every_option_is_helped_once(self):
        for verb in self.verbs:
            for text in helps(verb) if verb != "cc" else []:
                found = options_in(text)
                self.assertEqual(sorted(found), sorted(set(found)), verb)

    def test_bash_completes_verbs_options_values_and_actions(self):
        self.assertEqual(self.complete("tare", ""), sorted(self.verbs + ["--help", "--version"]))
        self.assertEqual(self.complete("tare", "rep"), ["report"])
        for verb, options in self.options.items():
            self.assertEqual(self.complete("tare", verb, "--"), options, verb)
        self.assertEqual(self.complete("tare", "cc", "--role", ""), ["ignored", "serial"])
        self.assertIn("html", self.complete("tare", "report", "--format", ""))
        self.assertEqual(self.complete("tare", "report", "--format", "=", "mark"), ["markdown"])
        self.assertIn("trend", self.complete("tare", "archive", ""))
        self.assertEqual(self.complete("tare", "report", "--at", ""), [], "that is left to bash")

    def test_zsh_and_fish_have_the_same(self):
        zsh, fish = run(TARE, "completion", "zsh"), run(TARE, "completion", "fish")
        for verb, options in self.options.items():
            block = re.search(rf"^  {verb}\)\n((?:.*\\\n)*.*;;)", zsh, re.M).group(1)
            found = re.findall(r"'\*(--[a-z-]+)=?\[", block)
            self.assertEqual(sorted(found), options, verb)
            found = re.findall(rf"seen_subcommand_from {verb}' -l ([a-z-]+)", fish)
            self.assertEqual(sorted("--" + name for name in found), options, verb)
        with tempfile.TemporaryDirectory() as folder:
            for shell, text in (("bash", run(TARE, "completion", "bash")), ("zsh", zsh), ("fish", fish)):
                if not shutil.which(shell):
                    print(f"skipped: no {shell} reads its script")
                    continue
                script = pathlib.Path(folder, shell)
                script.write_text(text)
                run(shell, "-n", script)

    def test_a_shell_that_nobody_knows(self):
        done = subprocess.run([TARE, "completion", "tcsh"], text=True, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("none of bash, zsh, fish", done.stderr)

    def test_manual_pages_have_every_option(self):
        for verb, options in self.options.items():
            page = MANUALS / f"tare-{verb}.1"
            text = page.read_text().replace("\\-", "-")
            for option in options:
                self.assertRegex(text, rf"\.B (-h,)?{option}\b", verb)
        if not shutil.which("man"):
            print("skipped: no man reads the pages")
            return
        for page in sorted(MANUALS.glob("*.1")):
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page],
                                  capture_output=True, text=True, check=False,
                                  env={**os.environ, "MANROFFSEQ": "", "LC_ALL": "C.UTF-8"})
            self.assertEqual(done.stderr, "", page.name)


if __name__ == "__main__":
    sys.exit(run_unittests())
