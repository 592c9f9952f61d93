#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare report --at` and `--sources`: a part of a program alone, and results read with constructs that
come from the sources anew. Never asserts on times, only on what they add up to."""
import collections
import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG, CLANGXX  # noqa: E402
from part import run_unittests  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
SOURCE = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
TARE = str(PREFIX / "bin" / "tare")
COMPILERS = [pair for pair in (("gcc", "g++"), (CLANG, CLANGXX)) if shutil.which(pair[1])]

# Two functions with regions, one with a construct that only a region calls; a directive that the
# serial program does not see; an assertion, whose text has the file's name in it.
TWO = r"""#include <assert.h>
#include <stdio.h>
static double a[2000];
static void add(double *sum, double x) {
#pragma omp critical
  *sum += x;
}
static void solve(double *sum) {
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 2000; ++i)
      for (int k = 0; k < i; ++k)
        a[i] += 1.0 / (k + 1);
#pragma omp single
    a[0] = 1;
#pragma omp for
    for (int i = 0; i < 2000; ++i) {
      assert(a[i] >= 0);
      if (i % 100 == 0)
        add(sum, a[i]);
    }
  }
}
static void fill(void) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < 2000; ++i)
    a[i] = i;
}
int main(void) {
  double sum = 0;
  fill();
  solve(&sum);
  printf("%.3f\n", sum);
  return 0;
}
"""

SERIAL = r"""#include <stdio.h>
static double a[300000];
int main(void) {
  double sum = 0;
  for (int i = 0; i < 300000; ++i)
    a[i] = i * 0.5;
  for (int i = 0; i < 300000; ++i)
    sum += a[i] / (i + 1);
  printf("%.3f\n", sum);
  return 0;
}
"""
# Iterations that grow, so that advice about the schedule has a predicted time.
TRIANGLE = r"""#include <stdio.h>
int main(void) {
  static double a[4000];
#pragma omp parallel for
  for (int i = 0; i < 4000; ++i)
    for (int k = 0; k < i; ++k)
      a[i] += 1.0 / (k + 1);
  printf("%.3f\n", a[3999]);
  return 0;
}
"""
PARALLEL = SERIAL.replace("  for", "#pragma omp parallel for\n  for", 1).replace(
    "    a[i] = i * 0.5;\n", "    a[i] = i * 0.5;\n#pragma omp parallel for reduction(+ : sum)\n")

HEADER = r"""#include <vector>
template <class T> struct Grid {
  std::vector<T> cells = std::vector<T>(SIZE);
  void fill(T value) {
#pragma omp parallel for schedule(static, CHUNK)
    for (int i = 0; i < SIZE; ++i)
      cells[i] = value * i;
  }
};
"""
MAIN = r"""#include <cstdio>
#include "grid.h"
namespace app {
static void run() {
  Grid<int> whole;
  Grid<double> real;
#pragma omp parallel
  {
#pragma omp single
    std::puts("run");
  }
  whole.fill(2);
  real.fill(3);
}
}
int main() {
  app::run();
  return 0;
}
"""


class Parts(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tare parts ")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name).resolve() / "project"
        self.folder.mkdir()

    def write(self, name, text, folder=None):
        path = (folder or self.folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_command(self, *argv, status=0, folder=None, **environment):
        variables = {key: value for key, value in os.environ.items()
                     if not key.startswith(("TARE_", "OMP_")) and key != "CC"}
        done = subprocess.run([str(word) for word in argv], cwd=folder or self.folder,
                              env=dict(variables, **environment), capture_output=True, text=True)
        unreliable = 6  # as good, where nobody asks for times
        if done.returncode != status and not (status == 0 and done.returncode == unreliable):
            self.fail(f"{argv}\nstatus {done.returncode}, not {status}\n{done.stdout[-3000:]}\n"
                      f"{done.stderr[-3000:]}")
        return done

    two_weighed = None  # a folder with TWO and its results, made once for all tests of a process

    def two(self):
        """This test's own copy of TWO and its results."""
        if not Parts.two_weighed:
            Parts.two_weighed = tempfile.TemporaryDirectory(prefix="tare two ")
            self.write("two.c", TWO)
            self.weigh("overheads", "--source", "two.c")
            shutil.copytree(self.folder, pathlib.Path(Parts.two_weighed.name) / "project")
        shutil.rmtree(self.folder)
        shutil.copytree(pathlib.Path(Parts.two_weighed.name) / "project", self.folder)
        return sorted((self.folder / "tare-results").glob("tare-*"))[-1]

    def weigh(self, *words):
        """The results folder of an experiment."""
        self.run_command(TARE, words[0], "--threads", "2", "--repeat", "1", "--quiet", "--json",
                         "table.json", *words[1:])
        return sorted((self.folder / "tare-results").glob("tare-*"))[-1]

    def report(self, results, *words, **options):
        if "--at" not in words and "--by" not in words and "--full" not in words:
            words = ("--full", *words)  # what changed is in the notes
        return self.run_command(TARE, "report", results, *words, **options)

    def rows(self, results, *words):
        return list(csv.DictReader(io.StringIO(
            self.report(results, *words, "--format", "csv").stdout)))

    def copy(self, changed=lambda text: text, name="two.c"):
        """The sources in another place, one of them changed."""
        folder = self.folder.parent / "copy"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder, folder, ignore=shutil.ignore_patterns("tare-results", "*.json"))
        before = (folder / name).read_text()
        (folder / name).write_text(changed(before))
        return folder

    def places(self, results, *words):
        """construct -> its line, at two threads."""
        table = json.loads(self.report(results, *words, "--format", "json").stdout)["tables"][-1]
        return {construct["id"]: construct["line"] for construct in table["constructs"]}

    # ---- one part ----

    def assert_whole(self, results, place):
        """The part and the rest are the program, row by row, and the part adds up."""
        program = self.rows(results, "--by", "program")
        at = self.rows(results, "--at", place)
        sums = collections.defaultdict(float)
        not_known = set()  # rows with a range only
        for row in [*program, *at]:
            if not row["time_s"]:
                not_known.add((row["threads"], row["category"]))
        for row in at:
            sums[row["threads"], row["scope"], row["category"]] += float(row["time_s"] or 0)
        for row in program:
            if row["scope"] == "program" and (row["threads"], row["category"]) not in not_known:
                p, category = row["threads"], row["category"]
                self.assertAlmostEqual(
                    sums[p, "part", category] + sums[p, "rest", category], float(row["time_s"]),
                    places=8, msg=f"{place} {p} {category}")
        for p in {row["threads"] for row in at if row["scope"] == "part_summary"}:
            rows = sum(value for key, value in sums.items() if key[:2] == (p, "part"))
            total = sums[p, "part_summary", "total_overhead"]
            self.assertGreater(sums[p, "part_summary", "parallel_time"], 0)
            if p in {threads for threads, _ in not_known}:
                continue
            self.assertAlmostEqual(rows, total, places=7)
            self.assertAlmostEqual(sums[p, "part_summary", "ideal_time"] + total,
                                   sums[p, "part_summary", "parallel_time"], places=7)
            held = sum(value for key, value in sums.items() if key[:2] == (p, "construct"))
            self.assertAlmostEqual(held, rows, places=7)
        return {row["id"] for row in at if row["scope"] == "construct"}

    def test_parts_of_two_functions(self):
        results = self.two()
        line = TWO.split("\n").index("#pragma omp parallel") + 1
        of_solve = {"two.c#solve#parallel#0", "two.c#solve#for#0", "two.c#solve#for#1",
                    "two.c#solve#single#0", "two.c#add#critical#0"}
        held = self.assert_whole(results, f"two.c:{line}")
        self.assertLessEqual(held, of_solve)
        self.assertLessEqual({"two.c#solve#for#0", "two.c#add#critical#0"}, held)
        self.assertEqual(self.assert_whole(results, "solve"), held)
        self.assertLessEqual(self.assert_whole(results, "fill"),
                             {"two.c#fill#parallel#0", "two.c#fill#for#0"})
        self.assert_whole(results, "two.c:1-99")
        self.assertEqual(self.assert_whole(results, "two.c:5"), {"two.c#add#critical#0"})
        text = self.report(results, "--at", f"two.c:{line}").stdout
        self.assertIn(f"two, the part at two.c:{line}: 5 constructs in add, solve", text)
        self.assertIn("Serial time of the part", text)
        self.assertIn("What it holds", text)
        self.assertTrue(all(len(row) <= 80 for row in text.splitlines()))
        self.assertIn("| **Time in the part** |", self.report(results, "--at", "solve", "--format",
                                                             "markdown").stdout)
        kept = self.report(self.folder / "table.json", "--at", "solve", "--format", "csv").stdout
        self.assertIn("part_summary", kept)

    def test_nothing_there_is_one_message_with_the_nearest_names(self):
        results = self.two()
        for place, named in (("two.c:16", "two.c:15 (single)"), ("tow.c:3", "two.c"),
                             ("slove", "solve"), ("two.c", "two.c:5"), ("two.c:9-4", "FILE:LINE")):
            got = self.report(results, "--at", place, status=2)
            self.assertEqual(got.stdout, "")
            self.assertEqual(got.stderr.count("\n"), 1, got.stderr)
            self.assertIn(named, got.stderr)
        for words in (("--format", "json"), ("--by", "function")):
            self.assertIn("--at", self.report(results, "--at", "solve", *words, status=2).stderr)

    # ---- sources ----

    def test_lu2_unchanged_and_changed(self):
        """Nothing changed, from the place itself and from a copy of it; lines moved; one construct
        edited; one removed; one new."""
        shutil.copy(SOURCE / "samples" / "lu2.c", self.folder)
        results = self.weigh("overheads", "--source", "lu2.c", "--", "60")
        before = self.report(results, "--format", "json").stdout
        again = self.report(results, "--sources", ".", "--format", "json")
        self.assertEqual(again.stdout, before)
        self.assertIn("unchanged since the run", again.stderr)
        line = self.places(results)["lu2.c#multiply#for#0"]
        moved = self.copy(lambda text: "\n\n" + text, "lu2.c")
        got = self.report(results, "--sources", moved, "--format", "json")
        self.assertIn("unchanged since the run", got.stderr)
        self.assertEqual(self.figures(json.loads(got.stdout)["tables"]),
                         self.figures(json.loads(before)["tables"]))
        self.assertEqual(self.places(results, "--sources", moved)["lu2.c#multiply#for#0"], line + 2)
        edited = self.copy(lambda text: text.replace("l[i * n + k] * u", "l[i * n + k] + u"), "lu2.c")
        got = self.report(results, "--sources", edited)
        self.assertIn("2 changed", got.stderr)
        said = " ".join(got.stdout.split())
        self.assertIn(f"changed since the run: lu2.c:{line} ", said)
        self.assertIn("in multiply", said)
        other = self.copy(lambda text: text.replace("schedule(static)\n", "schedule(dynamic)\n"),
                          "lu2.c")
        self.assertIn("schedule(dynamic)", self.report(results, "--sources", other).stdout)
        gone = self.copy(lambda text: text.replace("#pragma omp parallel", "#pragma something"),
                         "lu2.c")
        self.assertIn("gone from the sources since the run: lu2.c", " ".join(
            self.report(results, "--sources", gone).stdout.split()))

    def figures(self, value):
        """All numbers of a document but those of lines, and predictions: of sources that were read
        again there are none."""
        if isinstance(value, dict):
            return [(key, self.figures(each)) for key, each in value.items()
                    if key not in ("line", "end_line", "column", "predicted")]
        if isinstance(value, list):
            return [self.figures(each) for each in value]
        return value if isinstance(value, (int, float)) else None

    def test_one_of_several_is_removed_and_one_is_new(self):
        results = self.two()
        unchanged = self.report(results, "--sources", self.copy(), "--format", "json")
        self.assertIn("unchanged since the run", unchanged.stderr)  # though assert() names the file
        before = json.loads(self.report(results, "--format", "json").stdout)
        self.assertEqual(self.figures(json.loads(unchanged.stdout)["tables"]),
                         self.figures(before["tables"]))
        first_loop = TWO[TWO.index("#pragma omp for schedule"):TWO.index("#pragma omp single")]
        got = self.report(results, "--full", "--sources", self.copy(
            lambda text: text.replace(first_loop, "#pragma omp barrier\n")))
        said = " ".join(got.stdout.split())
        line = self.places(results)["two.c#solve#for#0"]
        self.assertIn(f"gone from the sources since the run: two.c:{line} for schedule(static) in "
                      "solve;", said)
        self.assertIn("new in the sources, in no run yet: two.c", said)
        self.assertIn("barrier in solve", said)
        self.assertNotIn("critical in add", said.split("warning:", 1)[1])
        # what is left keeps its own figures, at the place where it is now
        places = self.places(results, "--sources", self.folder.parent / "copy")
        self.assertEqual(places["two.c#solve#for#1"],
                         self.places(results)["two.c#solve#for#1"] - 3)
        got = self.report(results, "--sources", self.folder.parent / "copy", "--format", "csv")
        self.assertIn("gone from the sources", got.stderr)
        self.assertNotIn("gone", got.stdout)

    def test_advice_is_predicted_alike(self):
        self.write("triangle.c", TRIANGLE)
        results = self.weigh("overheads", "--source", "triangle.c")
        before = self.report(results, "--format", "json").stdout
        got = self.report(results, "--sources", ".", "--format", "json")
        self.assertEqual(got.stdout, before)

    def test_two_sources(self):
        self.write("s.c", SERIAL)
        self.write("p.c", PARALLEL)
        results = self.weigh("overheads", "--serial", "s.c", "--parallel", "p.c")
        before = self.report(results, "--format", "json").stdout
        got = self.report(results, "--sources", ".", "--format", "json")
        self.assertEqual(got.stdout, before)
        self.assertIn("2 sources", got.stderr)
        self.assert_whole(results, "p.c:5")

    def build_grid(self, c, cxx):
        self.write("include/grid.h", HEADER)
        self.write("src/main.cpp", MAIN)
        self.write("Makefile", "")
        words = ["-O1", "-DSIZE=5000", "-DCHUNK=50", "-Iinclude", "-fopenmp", "-c", "src/main.cpp"]
        self.run_command(TARE, "cc", cxx, *words, "-o", "main.o")
        self.run_command(cxx, "-fopenmp", "main.o", "-o", "grid")
        return [cxx, *words, "-o", "main.o"]

    def test_template_in_a_header_by_compile_commands(self):
        for c, cxx in COMPILERS[-1:]:
            command = self.build_grid(c, cxx)
            results = self.weigh("run", "--parallel", "./grid")
            got = self.report(results, "--sources", ".", status=3)
            self.assertEqual(got.stdout, "")
            self.assertIn("--cflags", got.stderr)
            self.write("compile_commands.json", json.dumps(
                [{"directory": str(self.folder), "file": "src/main.cpp", "arguments": command}]))
            before = self.report(results, "--format", "json").stdout
            got = self.report(results, "--sources", ".", "--format", "json")
            self.assertEqual(got.stdout, before)
            flags = "-DSIZE=5000 -DCHUNK={} -Iinclude"
            got = self.report(results, "--sources", ".", "--cflags", flags.format(50), "--format",
                              "json")
            self.assertEqual(got.stdout, before)
            got = self.report(results, "--full", "--sources", ".", "--cflags", flags.format(60))
            self.assertIn("changed since the run: include/grid.h:5", " ".join(got.stdout.split()))
            ids = self.assert_whole(results, "grid.h:5")
            self.assertTrue(all("Grid::fill" in each for each in ids), ids)
            self.assertEqual(self.assert_whole(results, "fill"), ids)
            self.assertTrue(self.assert_whole(results, "run"))

    def test_a_plan_and_a_unit_that_could_not_be_measured(self):
        compiler = COMPILERS[0][0]
        self.write("two.c", TWO)
        self.write("plan", "tare-plan 1\nleave-out two.c#add#critical#0 it is short\n")
        self.run_command(TARE, "cc", "--plan", "plan", compiler, "-fopenmp", "two.c", "-o", "p")
        results = self.weigh("run", "--parallel", "./p")
        before = self.report(results, "--format", "json").stdout
        self.assertIn("it is short", before)
        got = self.report(results, "--sources", ".", "--format", "json")
        self.assertEqual(got.stdout, before)

    def test_nothing_that_results_name_is_executed(self):
        results = self.two()
        before = self.report(results, "--format", "json").stdout
        evil = self.write("evil", "#!/bin/sh\ntouch '%s/done'\n" % self.folder)
        evil.chmod(0o755)
        manifest = json.loads((results / "manifest.json").read_text())
        for role, line in manifest["compile"].items():
            manifest["compile"][role] = (
                f"'{evil}' {line} -fplugin='{evil}' -B'{self.folder}' -wrapper '{evil}' "
                f"-include /etc/passwd @'{evil}' -o '{self.folder}/done'")
        manifest["commands"] = {role: str(evil) for role in manifest["commands"]}
        (results / "manifest.json").write_text(json.dumps(manifest))
        got = self.report(results, "--sources", ".", "--format", "json")
        self.assertIn("unchanged since the run", got.stderr)
        self.assertFalse((self.folder / "done").exists())
        figures = self.figures(json.loads(got.stdout)["tables"])
        self.assertEqual(figures, self.figures(json.loads(before)["tables"]))

    def test_sources_that_are_not_there_or_do_not_compile(self):
        results = self.two()
        (self.folder / "empty").mkdir()
        for folder, named in (("empty", "two.c"), ("nowhere", "no such folder")):
            got = self.report(results, "--sources", folder, status=2)
            self.assertEqual(got.stdout, "")
            self.assertIn(named, got.stderr)
        broken = self.copy(lambda text: text + "int main(")
        got = self.report(results, "--sources", broken, status=3)
        self.assertEqual(got.stdout, "")
        self.assertIn("does not compile", got.stderr)
        got = self.report(self.folder / "table.json", "--sources", ".", status=2)
        self.assertIn("results folder", got.stderr)
        self.write("compile_commands.json", "[{]", self.copy())
        got = self.report(results, "--sources", self.folder.parent / "copy", status=2)
        self.assertIn("compile_commands.json", got.stderr)


if __name__ == "__main__":
    run_unittests()
