#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tare model --couple from the outside: order, counts, refusals one by one, files, mistakes. Asserts on no time."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402
from part import run_unittests  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
ROOT = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
SCHEMA = json.loads((ROOT / "docs/schema/tare.coupling-1.schema.json").read_text())
SAMPLES = ROOT / "samples" / "coupling"

# Kernels a and b in a loop of 6 passes; PLACE is where b does something that it should not.
LOOP = r"""
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
static int n = 2000, calls;
static double last = -1; /* what b read when it was called last: another value each pass */
static double *x, *y, *kept;
void a(double *to, int count) {
#pragma omp parallel for
  for (int i = 0; i < count; ++i)
    to[i] = to[i] * 0.5 + i;
}
void b(double *to, const double *from, int count) {
#pragma omp parallel for
  for (int i = 0; i < count; ++i)
    to[i] = from[i] + 1;
  PLACE
}
int main() {
  x = new double[n](), y = new double[n]();
  for (int pass = 0; pass < 6; ++pass) {
    a(x, n);
    b(y, x, n);
  }
  std::printf("%g %d\n", y[n - 1], kept != nullptr);
}
"""

REFUSED = {  # reason -> what b does, words of the refusal
    "throws": ('if (from[1] == last) throw std::runtime_error("again"); last = from[1];', "exception"),
    "input/output": ('std::fprintf(stderr, "%d\\n", ++calls);', "reads or writes"),
    "allocates": ("std::free(kept); kept = static_cast<double *>(std::malloc(100));", "memory"),
    "ends": ("if (from[1] == last) std::abort(); last = from[1];", "by signal 6"),
    "counts-change": ("static int *state = new int(0); for (int i = rand() % 4000; i > 0; --i) *state += i & to[i % count] > 0;",
                      "other work"),
}

REGION = r"""
#include <stdio.h>
#include <omp.h>
static double x[4000], y[4000];
void a(void) {
#pragma omp for
  for (int i = 0; i < 4000; ++i)
    x[i] = x[i] * 0.5 + i;
}
void b(double *scratch) {
#pragma omp for
  for (int i = 0; i < 4000; ++i) {
    scratch[i % 8] = x[i];
    y[i] = scratch[i % 8] + 1;
  }
}
static void pass(void) {
  double scratch[8]; /* on the stack of each thread: it is gone before the next pass */
  a();
  b(scratch);
}
int main(void) {
#pragma omp parallel
  for (int pass_number = 0; pass_number < 6; ++pass_number)
    CALL
  printf("%g\n", y[3999]);
  return 0;
}
"""


class Couple(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tare-couple-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def couple(self, kernels, *words, status=0, arguments=()):
        """The first table; the process."""
        done = subprocess.run(
            [TARE, "model", "--couple", kernels, *words, "--seconds", "0.05", "--repeat", "1", "--output",
             str(self.folder / "results"), "--json", str(self.folder / "c.json"), "--", *arguments],
            capture_output=True, text=True, cwd=self.folder,
            env={**os.environ, "OMP_WAIT_POLICY": "passive"})
        self.assertEqual(done.returncode, status, done.stderr + done.stdout)
        if not (self.folder / "c.json").exists():
            return None, done
        report = json.loads((self.folder / "c.json").read_text())
        jsonschema.validate(report, SCHEMA)
        return report["tables"][0], done

    def source(self, text, name="loop.cpp"):
        (self.folder / name).write_text(text)
        return ["--source", str(self.folder / name), "--threads", "2"]

    def test_arrays(self):
        """Four kernels, in C; gcc."""
        table, done = self.couple("forward,backward,left,right", "--source", str(SAMPLES / "arrays.c"),
                                  "--threads", "1,2", "--compiler", "gcc", arguments=["16", "8", "30"])
        self.assertEqual([kernel["name"] for kernel in table["kernels"]],
                         ["forward", "backward", "left", "right"])
        self.assertEqual(table["passes"], 30)
        self.assertEqual(table["pairs"][3]["kernels"], ["right", "forward"])
        self.assertEqual(table["loop"]["passes"], 29)
        for pair in table["pairs"]:
            self.assertFalse(pair["restored"])
            self.assertGreater(pair["time"]["time_s"], 0)
        stored = next((self.folder / "results").glob("*/coupling.json"))
        self.assertEqual(stored.read_text(), (self.folder / "c.json").read_text())
        self.assertIn("the loop's last 29 passes", done.stdout)
        again = [subprocess.run([TARE, "report", "--format", form, str(stored.parent)], capture_output=True,
                                text=True) for form in ("json", "text", "csv")]
        self.assertEqual(again[0].stdout, stored.read_text())
        self.assertIn("the loop's last 29 passes", again[1].stdout)
        self.assertEqual((again[2].returncode, again[2].stdout), (2, ""))

    def test_work_that_changes(self):
        """A sort in place is repeated on data that were put back; its pair with who fills it is not."""
        table, _ = self.couple("smooth,rank,order", "--source", str(SAMPLES / "heat.cpp"), "--threads", "1",
                               arguments=["120", "8"])
        restored = {tuple(pair["kernels"]): pair["restored"] for pair in table["pairs"]}
        self.assertEqual(restored, {("smooth", "rank"): False, ("rank", "order"): False,
                                    ("order", "smooth"): True})

    def test_region(self):
        """All threads call the kernels; the arguments are alive at some calls of a pass only."""
        for compiler in ("gcc", CLANG):
            words = self.source(REGION.replace("CALL", "pass();"), "region.c")
            table, _ = self.couple("a,b", *words, "--compiler", compiler)
            self.assertTrue(table["in_region"])
            self.assertEqual([kernel["function"] for kernel in table["kernels"]], ["pass", "pass"])
            # Repeated calls execute what the program's own did.
            self.assertNotIn("pass before", " ".join(table.get("notes", [])))

    def test_threads_on_their_own(self):
        """Thread 0 alone, or another one."""
        for number in (0, 1):
            call = "if (omp_get_thread_num() == %d) { a(); b(y); }" % number
            text = REGION.replace("CALL", call).replace("#pragma omp for\n", "")
            table, _ = self.couple("a,b", *self.source(text, "region.c"), status=5)
            self.assertEqual(table["refused"][0]["reason"], "order")
            self.assertIn("on their own", table["refused"][0]["text"])

    def test_refusals(self):
        for reason, (place, words) in REFUSED.items():
            with self.subTest(reason):
                self.refusal(reason, place, words)

    def refusal(self, reason, place, words):
        table, done = self.couple("a,b", *self.source(LOOP.replace("PLACE", place)), status=5)
        self.assertNotIn("loop", table)
        refused = {refusal["reason"]: refusal for refusal in table["refused"]}
        self.assertIn(reason, refused, done.stdout)
        self.assertIn("b", refused[reason]["kernel"])
        self.assertIn(words, refused[reason]["text"])
        self.assertIn("Not measured: ", done.stdout)

    def test_gone(self):
        """At no call of a pass are the arguments of the other one there."""
        text = LOOP.replace("PLACE", "").replace("    a(x, n);\n    b(y, x, n);", """
    x = new double[n](); a(x, n); delete[] x;
    y = new double[n](); b(y, y, n); delete[] y;""").replace('y[n - 1]', '1.0')
        table, _ = self.couple("a,b", *self.source(text), status=5)
        self.assertEqual([refusal["reason"] for refusal in table["refused"]], ["gone"])
        self.assertIn("memory that was freed since", table["refused"][0]["text"])

    def test_not_called(self):
        """The source calls it, this run does not."""
        text = LOOP.replace("PLACE", "").replace("int main() {", "void c() { last = 1; }\nint main(int count, char **) {"
                                                 "\n  if (count > 5) c();")
        table, _ = self.couple("a,b,c", *self.source(text), status=5)
        self.assertEqual([(refusal["kernel"], refusal["reason"]) for refusal in table["refused"]],
                         [("c", "not-called")])

    def test_refused_by_rewriting(self):
        """No run is made, no folder is kept, and the place is named."""
        text = LOOP.replace("PLACE", "").replace("int main() {", """#include <cstdarg>
struct Solver { void step(double *to) { to[0] = 1; } };
void taken(double *to) { to[0] = 2; }
void (*pointer)(double *) = taken;
void many(double *to, ...) { to[0] = 3; }
int main() {
  Solver solver;""").replace("b(y, x, n);", "b(y, x, n); solver.step(y); taken(y); many(y, 1); pointer(y);")
        words = self.source(text)
        for kernel, said in (("Solver::step", "member function"), ("taken", "its address is taken"),
                             ("many", "any number of arguments")):
            with self.subTest(kernel):
                _, done = self.couple("a,b," + kernel, *words, status=5)
                self.assertIn(kernel + ": ", done.stderr)
                self.assertIn(said, done.stderr)
                self.assertIn("loop.cpp:", done.stderr)
                self.assertEqual(list((self.folder / "results").glob("tare-*")), [])

    def test_static_program(self):
        (self.folder / "loop.cpp").write_text(LOOP.replace("PLACE", ""))
        subprocess.run([TARE, "cc", "--couple", "a,b", "g++", "-O2", "-fopenmp", "-static", "loop.cpp", "-o", "static"],
                       check=True, cwd=self.folder, capture_output=True)
        _, done = self.couple("a,b", "--program", "static", status=2)
        self.assertIn("linked statically", done.stderr)
        self.assertIn("without -static", done.stderr)

    def test_state_is_put_back(self):
        place = "static int state = 0; for (int i = 3000 * (++state % 3); i > 0; --i) to[i % count] *= 0.5;"
        table, done = self.couple("a,b", *self.source(LOOP.replace("PLACE", place)))
        self.assertTrue(table["pairs"][0]["restored"], done.stdout)
        self.assertIn("in the program's pass before", " ".join(table["notes"]))

    def test_no_loop(self):
        words = self.source(LOOP.replace("PLACE", "").replace("pass < 6", "pass < 1"))
        self.assertEqual(self.couple("a,b", *words, status=5)[0]["refused"][0]["reason"], "order")
        words = self.source(LOOP.replace("PLACE", ""))
        self.assertIn("one kernel alone", self.couple("a", *words, status=5)[0]["refused"][0]["text"])
        self.assertIn("6 passes", self.couple("a,b", *words, "--at", "7", status=5)[0]["refused"][0]["text"])
        self.assertEqual(self.couple("a,b", *words, "--at", "6")[0]["loop"]["passes"], 1)

    def test_built_before(self):
        """Programs that another build made: without the one that counts it is said."""
        (self.folder / "loop.cpp").write_text(LOOP.replace("PLACE", ""))
        for name, more in (("timed", []), ("counted", ["-fsanitize-coverage=trace-pc"])):
            subprocess.run([TARE, "cc", "g++", "-O2", "-fopenmp", *more, "loop.cpp", "-o", name], check=True,
                           cwd=self.folder, env={**os.environ, "TARE_COUPLE": "a,b"})
        both, _ = self.couple("a,b", "--program", "timed", "--counted", "counted")
        self.assertNotIn("was not counted", " ".join(both.get("notes", [])))
        one, _ = self.couple("a,b", "--program", "timed")
        self.assertIn("was not counted", one["notes"][0])
        subprocess.run(["g++", "-O2", "-fopenmp", "loop.cpp", "-o", "plain"], check=True, cwd=self.folder)
        (self.folder / "c.json").unlink()
        self.assertIn("no call of it", self.couple("a,b", "--program", "plain", status=5)[1].stderr)

    def test_archive(self):
        """Kept by all that they depend on; the same key again is one row."""
        archive = ["--archive", str(self.folder / "a.db")]
        words = self.source(LOOP.replace("PLACE", ""))
        for arguments in ((), (), ("7",)):
            self.couple("a,b", *words, *archive, arguments=arguments)
        listed = subprocess.run([TARE, "archive", "couplings", "loop", *archive], text=True,
                                capture_output=True, check=True).stdout
        self.assertEqual(sum(line.startswith("a, b ") for line in listed.splitlines()), 2, listed)
        none = subprocess.run([TARE, "archive", "couplings", "other", *archive], text=True, capture_output=True)
        self.assertEqual(none.returncode, 2)
        self.assertIn("no couplings of 'other'", none.stderr)
        (self.folder / "c.json").write_text('{"schema": "tare.coupling/1", "program": 3}')
        broken = subprocess.run([TARE, "archive", "add", str(self.folder / "c.json"), *archive], text=True,
                                capture_output=True)
        self.assertEqual(broken.returncode, 2)
        self.assertIn("no coupling that can be trusted", broken.stderr)

    def test_mistakes(self):
        words = self.source(LOOP.replace("PLACE", ""))
        for arguments, status, said in (
                (["a,,b", *words], 2, "names of functions"), (["a b", *words], 2, "names of functions"),
                (["a,b"], 2, "which program?"), (["a,b", *words, "--at", "1"], 2, "--at"),
                (["a,b", *words, "--program", "x"], 2, "which program?"),
                (["a,b", "--program", "none"], 2, "none"), (["a,b", "--source", "none.c"], 2, "none.c"),
                (["a,b,main2", *words], 5, "main2: the sources have no function of this name; the nearest names: main"),
                (["a,b,n", *words], 5, "n: no call of it was found"),
                (["a,b", *words, "--cflags", "-O2 -DPASSES(", "--compiler", "g++"], None, "")):
            table, done = (None, subprocess.run([TARE, "model", "--couple", *arguments], text=True,
                                                capture_output=True, cwd=self.folder))
            if status is not None:
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertIn(said, done.stderr)
            self.assertNotEqual(done.stderr + done.stdout, "")
        self.assertFalse(list(self.folder.glob("tare-results/*/coupling.json")))


if __name__ == "__main__":
    run_unittests()
