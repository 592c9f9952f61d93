# SPDX-License-Identifier: Apache-2.0
"""scripts/try-programs: what it says of programs that are right, wrong, racy, and broken by us."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
SOURCE = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
SCRIPTS = SOURCE / "scripts"
sys.path.insert(0, str(SCRIPTS))
from trying.census import merged  # noqa: E402
from trying.list_file import read_list  # noqa: E402
from trying.trial import verdict_of  # noqa: E402

COMPILERS = [name for name, command in (("gcc", "gcc"), ("clang", CLANG))
             if shutil.which(command)]

SUM = r"""#include <stdio.h>
int main(void) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; ++i)
    sum += i;
#pragma omp parallel
  {
#pragma omp atomic
    sum += 0;
  }
  printf("sum %ld\n", sum);
  return sum != 499500;
}
"""
# Right unless it was built through false_tare().
BREAKS = r"""#include <stdio.h>
int main(void) { puts(PLAIN ? "right" : "wrong"); return 0; }
"""


class Trying(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="tare-trying-")
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "src").mkdir()
        (self.folder / "src/sum.c").write_text(SUM)
        (self.folder / "src/breaks.c").write_text(BREAKS)

    def tearDown(self):
        self.scratch.cleanup()

    def try_list(self, programs, *options, status=0, prefix=PREFIX):
        """The results by program, and the printed summary."""
        (self.folder / "list.json").write_text(json.dumps({"programs": programs}))
        done = subprocess.run(
            [SCRIPTS / "try-programs", self.folder / "list.json", "--prefix", prefix, "--threads",
             "1,2", "--out", self.folder / "out", "--compiler", COMPILERS[0], "--repeat", "3",
             *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        if status == 2:
            return {}, done.stderr
        results = json.loads((self.folder / "out/results.json").read_text())
        return {one["name"]: one for one in results}, done.stdout

    def program(self, **fields):
        return {"name": "sum", "folder": "src", "build": "{cc} -fopenmp sum.c -o p",
                "check": "./p", **fields}

    def false_tare(self):
        """A prefix whose `tare cc` compiles another program than the compiler does."""
        binary = self.folder / "false/bin/tare"
        binary.parent.mkdir(parents=True)
        binary.write_text('#!/bin/sh\nshift\nexec "$@" -DPLAIN=0\n')
        binary.chmod(0o755)
        return self.folder / "false"

    def verdicts(self, result):
        return [check["verdict"] for check in result["checks"]]

    def test_right_before_and_after(self):
        for compiler in COMPILERS:
            results, text = self.try_list([self.program()], "--compiler", compiler)
            result = results["sum"]
            self.assertEqual(self.verdicts(result), ["right", "right"])
            census = result["census"]
            self.assertEqual(census["units"], 1)
            self.assertGreaterEqual(census["measured"], 2)
            self.assertEqual(census["counted"], 1)
            self.assertEqual(census["fallbacks"], [])
            self.assertEqual(result["profiles"], {"profiles": 2, "findings": []})
            self.assertIn("right after", text)
            self.assertFalse((self.folder / "out/sum" / compiler / "plain").exists())

    def test_each_and_copy(self):
        (self.folder / "src/other.c").write_text(SUM)
        (self.folder / "src/broken.c").write_text("int\n")
        results, _ = self.try_list([self.program(
            each="*.c", copy=["{file}"], build="ls; {cc} -fopenmp {file} -o p",
            **{"except": "breaks"})], "--baseline")
        self.assertEqual(sorted(results), ["sum/broken.c", "sum/other.c", "sum/sum.c"])
        self.assertFalse(results["sum/broken.c"]["built"])
        log = (self.folder / "out/sum/other.c" / COMPILERS[0] / "plain-build.log").read_text()
        self.assertNotIn("sum.c", log)

    def test_what_we_break_is_accused(self):
        program = {"name": "breaks", "folder": "src", "build": "{cc} breaks.c -o p || "
                   "{cc} -DPLAIN=1 breaks.c -o p",
                   "checks": [{"run": "./p", "compare": "stdout"}]}
        results, text = self.try_list([program], status=1, prefix=self.false_tare())
        self.assertEqual(self.verdicts(results["breaks"]), ["WRONG", "WRONG"])
        self.assertIn("right 3/3 before, 0/3 after", text)
        self.assertTrue((self.folder / "out/breaks" / COMPILERS[0] / "instrumented/p").exists())

    def test_a_build_that_we_break_is_accused(self):
        program = {"name": "breaks", "folder": "src",
                   "build": "{cc} -Werror -DPLAIN=1 breaks.c -o p"}  # redefined by the false wrapper
        results, text = self.try_list([program], status=1, prefix=self.false_tare())
        self.assertIs(results["breaks"]["built_after"], False)
        self.assertIn("NOT AFTER", text)

    def test_wrong_before_is_listed_and_not_ours(self):
        checks = [{"name": "status", "run": "./p; exit 3"}, {"name": "expect", "run": "./p",
                                                             "expect": "^total"},
                  {"name": "reject", "run": "./p", "reject": "^sum"},
                  {"name": "time", "run": "sleep 60", "timeout": 0.2}]
        results, text = self.try_list([self.program(checks=checks, threads=[1])], "--baseline")
        self.assertEqual(self.verdicts(results["sum"]), ["wrong before"] * 4)
        self.assertIn("status, 1 threads: right 0/3 before", text)
        self.assertIn("longer than 0.2 s", text)

    def test_racy(self):
        flip = "n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) >n; exit $((n % 2))"
        results, text = self.try_list([self.program(check=flip, threads=[1])])
        # The first run is right, so its second side is too: nothing has been seen to fail.
        self.assertEqual(self.verdicts(results["sum"]), ["right"])
        flop = "n=$(cat n 2>/dev/null || echo 1); echo $((n + 1)) >n; exit $((n % 2))"
        results, text = self.try_list([self.program(check=flop, threads=[1])])
        self.assertEqual(self.verdicts(results["sum"]), ["racy"])
        self.assertIn("right 1/3 before, 1/3 after", text)

    def test_ignored_lines_and_files(self):
        checks = [{"name": "clock", "run": "date +%N", "compare": "stdout"},
                  {"name": "ignored", "run": "date +time%N; echo same", "compare": "stdout",
                   "ignore": "^time"},
                  {"name": "file", "run": "date +%N >f", "files": ["f"]}]
        results, _ = self.try_list([self.program(checks=checks, threads=[1])], "--baseline")
        self.assertEqual(self.verdicts(results["sum"]), ["wrong before", "right", "wrong before"])

    def test_unusable_lists(self):
        for programs, message in (([{"name": "x"}], "no build"),
                                  ([self.program(chekc="./p")], "unknown chekc"),
                                  ([self.program(folder="none")], "there is no folder"),
                                  ([self.program(), self.program()], "two programs"),
                                  ([self.program(each="*.f90")], "no file matches"),
                                  ([self.program(checks=[{"run": "p", "expect": "("}])], "regular")):
            self.assertIn(message, self.try_list(programs, status=2)[1])


class Lists(unittest.TestCase):
    def test_the_example_list_can_be_read_where_its_projects_are(self):
        text = (SOURCE / "docs/lists/try-programs.json").read_text()
        with tempfile.TemporaryDirectory(prefix="tare-lists-") as folder:
            base = pathlib.Path(folder)
            (base / "list.json").write_text(text)
            for program in json.loads(text)["programs"]:
                (base / program["folder"]).mkdir(parents=True, exist_ok=True)
                for glob in program.get("each", []):
                    file = base / program["folder"] / glob.replace("*", "x")
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.touch()
            programs = read_list(base / "list.json")
        self.assertGreaterEqual(len(programs), len(json.loads(text)["programs"]))
        for program in programs:
            self.assertNotIn("{file}", program.build, program.name)


class Verdicts(unittest.TestCase):
    def test_verdicts(self):
        ok, bad = "", "wrong"
        for before, after, verdict in (
                ([ok], [ok], "right"), ([bad] * 3, [ok], "wrong before"),
                ([ok] * 10, [bad] + [ok] * 9, "WRONG"),
                ([ok, bad] * 5, [bad] * 10, "WRONG"),  # 1 in 1024
                ([ok, bad] * 5, [bad] * 8 + [ok] * 2, "racy"),  # 1 in 18
                ([ok] + [bad] * 9, [bad] * 10, "racy")):
            self.assertEqual(verdict_of(before, after), verdict, (before, after))

    def test_census_adds_up(self):
        one = {"units": 1, "seen": 2, "measured": 1, "left alone": 1, "kinds": [["for", "measured", 1]],
               "reasons": [["left alone", "for", "why", 1]], "fallbacks": [["u", "r"]]}
        total = merged([one, one])
        self.assertEqual((total["units"], total["seen"], total["measured"]), (2, 4, 2))
        self.assertEqual(total["reasons"], [["left alone", "for", "why", 2]])
        self.assertEqual(total["fallbacks"], [["u", "r"]] * 2)


if __name__ == "__main__":
    unittest.main()
