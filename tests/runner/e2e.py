#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare overheads` and `tare run` from the outside: tables, exit statuses, what is left behind.

Never asserts on times: machines that run tests are noisy.
"""

import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402
from part import run_unittests  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
TARE = str(PREFIX / "bin" / "tare")
COMPILERS = [c for c in (CLANG, "gcc") if shutil.which(c)]

SUM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 400000;
  double start = omp_get_wtime(), sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < n; ++i)
    sum += 1.0 / (1 + (double)i * i);
  AFTER
  printf("%.6f\n", sum);
  return omp_get_wtime() < start;
}
"""


TWO_WAYS = r"""
#include <stdio.h>
#define APART __attribute__((noinline))
APART static double sweep(int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += 1.0 / (1 + i);
  return sum;
}
APART static double f(int n) {
  double first = sweep(n);
  return first + 1;
}
APART static double often(int n) {
  double sum = 0;
  for (int i = 0; i < 9; ++i)
    sum += sweep(n);
  return sum;
}
int main(void) {
  double first = f(1000), second = often(1000);
  printf("%.6f\n", first + second);
  return 0;
}
"""


# Most of T_p is the serial init; the region is in a function that main calls.
INIT = r"""
#include <stdio.h>
double solve(int n);
double grid[100];
static void init(void) {
  for (int k = 0; k < 400000; ++k)
    for (int i = 0; i < 100; ++i)
      grid[i] = grid[i] * 0.5 + k;
}
int main(void) {
  double sum;
  init();
  sum = solve(100);
  printf("%g\n", sum);
  return 0;
}
"""
SOLVE = r"""
extern double grid[100];
double solve(int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += grid[i];
  return sum;
}
"""


# Its own region has probes; those that it calls were compiled without Tare.
MIXED = r"""
double in_sol(int n), in_lib(int n);
double grid[100];
int main(void) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i)
    sum += grid[i];
  return sum + in_sol(100) + in_lib(100) > 0;
}
"""


def environment():
    unwanted = ("TARE_", "OMP_", "KMP_", "GOMP_")
    clean = {k: v for k, v in os.environ.items()
             if not k.startswith(unwanted) or k == "OMP_WAIT_POLICY"}
    clean.pop("CC", None)
    return clean


NOT_RELIABLE = 6  # exit status

class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-e2e-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def source(self, after="", name="sum.c"):
        return self.write(name, SUM.replace("AFTER", after))

    def tare(self, *arguments, env=None, seconds=3000):
        if arguments[0] in ("overheads", "run", "report") and "--full" not in arguments:
            arguments = (arguments[0], "--full", *arguments[1:])  # tables and notes are looked at
        done = subprocess.run([TARE, *map(str, arguments)], cwd=self.folder, text=True,
                              capture_output=True, timeout=seconds, stdin=subprocess.DEVNULL,
                              env={**environment(), **(env or {})}, check=False)
        return done

    def overheads(self, *arguments, **more):
        return self.tare("overheads", "--threads", "2", "--repeat", "1", "--full", *arguments, **more)

    def results(self):
        base = self.folder / "tare-results"
        return sorted(base.glob("tare-*")) if base.is_dir() else []

    def manifest(self):
        return json.loads((self.results()[-1] / "manifest.json").read_text())

    def check_status(self, done, status):
        """How wide bands are is the machine's affair: a table that is not reliable is a table."""
        met = 0 if done.returncode == NOT_RELIABLE else done.returncode
        self.assertEqual(met, status, done.stdout + done.stderr)

    def build(self, name, *flags, wrapper=()):
        command = [*wrapper, COMPILERS[0], "-O1", name, "-o", flags[-1], *flags[:-1]]
        subprocess.run(command, cwd=self.folder, check=True, env=environment())

    def check_serial_calls(self, table):
        calls = {c["directive"]: c for c in table["constructs"] if c["kind"] == "call"}
        self.assertEqual(set(calls), {"init", "solve", "printf"})
        self.assertTrue(all(call["function"] == "main" and call["instances"] == 1
                            for call in calls.values()), calls)
        lines = {line["category"]: line["time_s"] for line in calls["init"]["overheads"]}
        self.assertGreater(lines["critical_path.insufficient_parallelism.unparallelised"], 0)


class Tables(Case):
    def test_one_source_with_every_compiler(self):
        self.source()
        for compiler in COMPILERS:
            with self.subTest(compiler):
                done = self.overheads("--source", "sum.c", "--compiler", compiler, "--check",
                                      "--null", "--json", "out.json", "--param", "n=300000", "--", "300000")
                self.check_status(done, 0)
                self.assertIn("Serial time T_s", done.stdout)
                self.assertIn(compiler, done.stdout)
                self.assertIn("results: tare-results/tare-sum-", done.stderr)
                ledger = json.loads((self.folder / "out.json").read_text())
                self.check_ledger(ledger)
                self.assertIn("rewriting_s", ledger["tables"][0]["own_cost"])
                self.assertIn("with its probes off", " ".join(done.stdout.split()))
                self.check_folder(compiler)

    def test_a_program_that_sets_its_number_of_threads_itself(self):
        self.write("own.c", SUM.replace("AFTER", "").replace(
            "double start", "omp_set_num_threads(3); double start"))
        for threads in ("1", "2"):
            done = self.tare("overheads", "--threads", threads, "--repeat", "1", "--source", "own.c",
                             "--json", "out.json")
            self.check_status(done, 0)
            self.check_sum(json.loads((self.folder / "out.json").read_text())["tables"][0])
            self.assertIn("sets its number of threads itself", done.stdout)

    def check_sum(self, table):
        total = sum(line["time_s"] for line in table["overheads"])
        self.assertAlmostEqual(total, table["total_overhead_s"], places=8)

    def check_ledger(self, ledger):
        self.assertEqual(ledger["schema"], "tare.overheads/1")
        self.assertEqual(ledger["reference"], "serial")
        self.assertEqual([t["threads"] for t in ledger["tables"]], [2])
        table = ledger["tables"][0]
        self.check_sum(table)
        self.assertTrue(any(c["file"] == "sum.c" for c in table["constructs"]))

    def check_timeline(self, timeline, manifest):
        """Of a run that was made, and every thread's parts are all of the execution."""
        self.assertEqual((timeline["schema"], timeline["threads"]), ("tare.timeline/1", 2))
        run = next(r for r in manifest["runs"] if r["number"] == timeline["run"])
        self.assertEqual((run["role"], run["threads"]), ("instrumented", 2))
        self.assertTrue(timeline["without_probes"])
        self.assertTrue(timeline["instances"])
        for instance in timeline["instances"]:
            self.assertEqual(timeline["constructs"][instance["region"]]["file"], "sum.c")
            for row in instance["rows"]:
                parts = sum(part["s"] for segment in row["segments"] for part in segment["spent"] + segment["waited"])
                self.assertAlmostEqual(parts, row["segments"][-1]["leave_s"], delta=1e-6)

    def check_folder(self, compiler):
        folder = self.results()[-1]
        self.assertEqual(stat.S_IMODE(folder.stat().st_mode), 0o700)
        self.assertEqual(stat.S_IMODE(folder.parent.stat().st_mode), 0o700)
        self.assertEqual((folder.parent / ".gitignore").read_text(), "*\n")
        self.assertTrue((folder / "ledger.json").is_file())
        manifest = self.manifest()
        self.check_timeline(json.loads((folder / "timeline.json").read_text()), manifest)
        self.assertEqual(manifest["parameters"], {"n": "300000"})
        self.assertIn("sum.c", manifest["sources"])
        self.assertIn(compiler, manifest["compile"]["parallel"])
        serial = manifest["compile"]["serial"].split()
        self.assertNotIn("-fopenmp", serial)
        self.assertIn("-fopenmp-simd", serial)
        roles = [(r["role"], r["threads"]) for r in manifest["runs"] if r["tuple"] == 1]
        self.assertEqual(roles, [("serial", 1), ("serial_instrumented", 1), ("instrumented", 1),
                                 ("parallel", 2), ("instrumented", 2)])
        last = [(r["role"], r["threads"]) for r in manifest["runs"] if r["tuple"] == manifest["null_from"]]
        self.assertEqual(sorted(last), [("null", 1), ("null", 2), ("parallel", 1), ("parallel", 2)])
        self.assertTrue(manifest["same_source"])
        self.assertIn("--role serial", manifest["compile"]["serial_instrumented"])
        self.assertNotIn("ignored", manifest["compile"])  # it would be the serial program
        self.assertTrue(all(r["window_source"] == "window" for r in manifest["runs"]))
        for run in folder.glob("runs/*"):
            self.assertEqual(stat.S_IMODE((run / "stdout").stat().st_mode), 0o600)

    def test_two_sources(self):
        self.source(name="p.c")
        self.write("s.c", '#include <stdio.h>\nint main(void) { puts("1"); return 0; }\n')
        self.check_status(self.overheads("--serial", "s.c", "--parallel", "p.c"), 0)
        self.assertEqual({r["role"] for r in self.manifest()["runs"] if r["tuple"] == 1},
                         {"serial", "ignored", "instrumented", "parallel"})  # nothing has a twin
        self.assertIn("instruction_level", self.results()[-1].joinpath("ledger.json").read_text())

    def test_two_sources_with_twins(self):
        self.source(name="p.c")
        self.write("s.c", SUM.replace("AFTER", "").replace("#pragma omp", "// pragma omp"))
        self.check_status(self.overheads("--serial", "s.c", "--parallel", "p.c"), 0)
        table = json.loads((self.results()[-1] / "ledger.json").read_text())["tables"][0]
        self.assertGreaterEqual(table["pairing"]["paired"], 1)
        loop = [c for c in table["constructs"] if c["kind"] == "for"][0]
        self.assertEqual(loop["twin"], "exact")
        self.assertGreater(loop["work"]["serial_s"], 0)

    def test_cplusplus(self):
        self.source(name="sum.cpp")
        self.check_status(self.overheads("--source", "sum.cpp"), 0)
        self.assertIn("++", self.manifest()["compile"]["serial"])

    def test_call_paths(self):
        self.write("ways.c", TWO_WAYS)
        for compiler in COMPILERS:
            with self.subTest(compiler):
                done = self.overheads("--source", "ways.c", "--compiler", compiler,
                                      "--cflags", "-O1 -g")
                self.check_status(done, 0)
                table = json.loads((self.results()[-1] / "ledger.json").read_text())["tables"][0]
                ways = {tuple(call["function"] for call in path["calls"]): path["instances"]
                        for path in table["paths"]}
                self.assertEqual(ways, {("main", "f", "sweep"): 1,
                                        ("main", "often", "sweep"): 9})
                for path in table["paths"]:
                    self.assertTrue(all(call["file"] == "ways.c" and call["line"] > 0
                                        for call in path["calls"]), path)
                    self.assertTrue(any("sweep" in region for region in path["regions"]), path)
                shown = self.tare("report", "--full", self.results()[-1], "--by", "path")
                self.check_status(shown, 0)
                self.assertIn("main:22 > often:18 > sweep:6", shown.stdout)

    def test_call_paths_without_symbols(self):
        self.write("ways.c", TWO_WAYS)
        done = self.overheads("--source", "ways.c", "--cflags", "-O1", "--ldflags", "-s")
        self.check_status(done, 0)
        table = json.loads((self.results()[-1] / "ledger.json").read_text())["tables"][0]
        self.assertEqual(sum(path["instances"] for path in table["paths"]), 10)
        names = [call["function"] for path in table["paths"] for call in path["calls"]]
        self.assertTrue(all(" of instrumented" in name for name in names), names)

    def test_damaged_names_of_calls_cost_the_names_only(self):
        self.write("ways.c", TWO_WAYS)
        self.check_status(self.overheads("--source", "ways.c", "--cflags", "-O1 -g"), 0)
        (self.results()[-1] / "calls.json").write_text('{"schema": "tare.calls/1", "calls": 7}')
        shown = self.tare("report", "--full", self.results()[-1], "--by", "path")
        self.check_status(shown, 0)
        said = " ".join((shown.stdout + shown.stderr).split())
        self.assertIn("the names of calls cannot be read", said)
        self.assertIn("this is no list of calls that Tare wrote", said)
        self.assertNotIn("json.exception", said)
        self.assertIn(" of instrumented", shown.stdout)
        self.assertNotIn("main:22", shown.stdout)

    def test_a_source_that_is_not_below_the_folder_of_the_start(self):
        self.source()
        beside = self.folder / "beside"
        beside.mkdir()
        done = subprocess.run([TARE, "overheads", "--full", "--threads", "2", "--repeat", "1",
                               "--source", "../sum.c"], cwd=beside, text=True, capture_output=True,
                              timeout=30000, env=environment(), check=False)
        self.check_status(done, 0)
        root = os.path.realpath(self.folder)
        self.assertIn(f"files are relative to {root}", " ".join(done.stdout.split()))
        ledger = json.loads(next(beside.glob("tare-results/tare-*/ledger.json")).read_text())
        self.assertEqual(ledger["source_root"], root)
        self.assertEqual({c["file"] for c in ledger["tables"][0]["constructs"]}, {"sum.c"})

    def test_serial_code_of_a_main_without_a_region(self):
        self.write("both.c", INIT + SOLVE)
        for compiler in COMPILERS:
            with self.subTest(compiler):
                done = self.overheads("--source", "both.c", "--compiler", compiler)
                self.check_status(done, 0)
                ledger = json.loads((self.results()[-1] / "ledger.json").read_text())
                self.assertEqual(ledger["coverage"]["main_unit"], "both.c")
                self.check_serial_calls(ledger["tables"][0])
                shown = self.tare("report", "--full", self.results()[-1], "--by", "construct")
                self.assertIn("both.c:12  serial call of init", shown.stdout)
                self.assertIn("main", self.tare("report", "--full", self.results()[-1], "--by",
                                                "function").stdout)

    def test_more_threads_than_cores(self):
        self.source()
        p = os.cpu_count() + 2
        done = self.tare("overheads", "--source", "sum.c", "--threads", p, "--repeat", "1")
        self.check_status(done, 0)
        self.assertIn("without a CPU", done.stderr)
        self.assertIn("waits contain time without a CPU", " ".join(done.stdout.split()))

    def test_report_of_the_same_folder_and_changed_sources(self):
        self.source()
        self.check_status(self.overheads("--source", "sum.c"), 0)
        again = self.tare("report", "--full", self.results()[-1])
        self.check_status(again, 0)
        self.assertNotIn("sources changed", again.stdout)
        self.source(after="/* edited */")
        self.assertIn("sources changed", self.tare("report", "--full", self.results()[-1]).stdout)


class Commands(Case):
    def setUp(self):
        super().setUp()
        self.source()
        self.build("sum.c", "-fopenmp", "p")
        self.build("sum.c", "-fopenmp", "pi", wrapper=(TARE, "cc"))
        self.write("s.c", '#include <stdio.h>\nint main(void) { puts("1.000000"); return 0; }\n')
        self.build("s.c", "s")

    def run_commands(self, *arguments):
        return self.tare("run", "--threads", "2", "--repeat", "1", "--full", *arguments)

    def test_a_reference_that_sets_its_number_of_threads_itself_is_none(self):
        self.write("own.c", SUM.replace("AFTER", "").replace(
            "double start", "omp_set_num_threads(3); double start"))
        self.build("own.c", "-fopenmp", "own")
        self.build("own.c", "-fopenmp", "own-i", wrapper=(TARE, "cc"))
        done = self.tare("run", "--threads", "2", "--repeat", "1", "--parallel", "./own 30000000",
                         "--instrumented", "./own-i 30000000", "--json", "out.json")
        self.assertEqual(done.returncode, NOT_RELIABLE, done.stdout + done.stderr)
        short = subprocess.run([TARE, "report", self.results()[-1]], cwd=self.folder, text=True,
                               capture_output=True, env=environment(), check=False)
        first = " ".join(short.stdout.split())
        self.assertTrue(first.startswith("NOT RELIABLE: the program sets its number of threads"),
                        first)
        self.assertIn("write {threads} there", first)
        self.assertNotIn("Try:", short.stdout)
        table = json.loads((self.folder / "out.json").read_text())["tables"][0]
        self.assertGreater(table["reference_further_threads_s"], 0)

    def test_three_commands(self):
        done = self.run_commands("--serial", "./s", "--parallel", "./p 1000{threads}",
                                 "--instrumented", "./pi '1000{threads}'")
        self.check_status(done, 0)
        arguments = {r["argv"][-1] for r in self.manifest()["runs"] if r["role"] != "serial"}
        self.assertEqual(arguments, {"10001", "10002"})
        notes = json.loads((self.results()[-1] / "ledger.json").read_text())["tables"][0]["notes"]
        for role, option in (("serial", "--serial-instrumented"), ("ignored", "--ignored")):
            self.assertTrue(any(f"tare cc --role {role}" in note and option in note
                                for note in notes), notes)
        self.assertTrue(any("if the serial program is that build" in note for note in notes), notes)

    def test_commands_of_all_programs(self):
        self.build("sum.c", "-fopenmp", "g", wrapper=(TARE, "cc", "--role", "ignored"))
        self.build("sum.c", "-fopenmp", "gi", wrapper=(TARE, "cc", "--role", "serial"))
        done = self.run_commands("--serial", "./g", "--ignored", "./g", "--serial-instrumented",
                                 "./gi", "--parallel", "./p", "--instrumented", "./pi")
        self.check_status(done, 0)
        table = json.loads((self.results()[-1] / "ledger.json").read_text())["tables"][0]
        self.assertFalse([note for note in table["notes"] if "--role" in note])
        self.assertEqual({c["twin"] for c in table["constructs"] if c["kind"] == "for"},
                         {"same source"})

    def test_serial_program_from_a_copy_of_the_folder(self):
        (self.folder / ".git").mkdir()
        for name, wrapper in (("t-gcc", ()), ("s-gcc", ("--role", "serial"))):
            (self.folder / name).mkdir()
            shutil.copy(self.folder / "sum.c", self.folder / name)
            subprocess.run([TARE, "cc", *wrapper, COMPILERS[0], "-fopenmp", "sum.c", "-o", "x"],
                           cwd=self.folder / name, check=True, env=environment())
        done = self.run_commands("--serial", "./s", "--serial-instrumented", "./s-gcc/x",
                                 "--parallel", "./p", "--instrumented", "./t-gcc/x")
        self.check_status(done, 0)
        table = json.loads((self.results()[-1] / "ledger.json").read_text())["tables"][0]
        self.assertEqual({c["twin"] for c in table["constructs"] if c["kind"] == "for"},
                         {"same source"})
        self.assertTrue(any("those in s-gcc/ of those in t-gcc/" in note for note in table["notes"]))

    def test_started_below_the_folder_that_places_are_relative_to(self):
        (self.folder / ".git").mkdir()
        (self.folder / "code").mkdir()
        shutil.copy(self.folder / "sum.c", self.folder / "code")
        self.build("code/sum.c", "-fopenmp", "code/x", wrapper=(TARE, "cc"))
        command = [TARE, "run", "--full", "--threads", "2", "--repeat", "1", "--parallel", "./x"]
        done = subprocess.run(command, cwd=self.folder / "code", text=True, capture_output=True,
                              timeout=30000, env=environment(), check=False)
        self.check_status(done, 0)
        root = os.path.realpath(self.folder)
        self.assertIn(f"files are relative to {root}", " ".join(done.stdout.split()))
        ledger = next((self.folder / "code" / "tare-results").glob("tare-*/ledger.json"))
        self.assertEqual(json.loads(ledger.read_text())["source_root"], root)
        manifest = json.loads((ledger.parent / "manifest.json").read_text())
        self.assertEqual(set(manifest["sources"]), {"code/sum.c"})
        above = self.run_commands("--parallel", "code/x")
        self.check_status(above, 0)
        self.assertNotIn("files are relative to", above.stdout)

    def test_probes_off_stands_in_for_the_plain_program(self):
        done = self.run_commands("--parallel", "./pi")
        self.check_status(done, 0)
        self.assertIn("plain: probes off", done.stdout)
        self.assertEqual(self.manifest()["reference"], "omp_1")

    def test_another_way_on_one_thread(self):
        """`if (threads > 1)` around the region: T_s is known, the work of one thread is not."""
        self.write("bypass.c", """#ifdef _OPENMP
#include <omp.h>
#endif
#include <stdio.h>
static double s;
static void one(int n) { for (int i = 1; i < n; i++) s += 1.0 / i; }
static void many(int n) {
#pragma omp parallel for reduction(+:s)
  for (int i = 1; i < n; i++) s += 1.0 / i;
}
int main(void) {
  int threads = 1;
#ifdef _OPENMP
  threads = omp_get_max_threads();
#endif
  if (threads > 1) many(3000000); else one(3000000);
  printf("%.6f\\n", s);
}
""")
        self.build("bypass.c", "-fopenmp", "b")
        self.build("bypass.c", "-fopenmp", "bi", wrapper=(TARE, "cc"))
        for done in (self.overheads("--source", "bypass.c"),
                     self.run_commands("--parallel", "./b", "--instrumented", "./bi")):
            self.check_status(done, 0)
            results = max(self.results(), key=lambda folder: folder.stat().st_mtime_ns)
            ledger = json.loads((results / "ledger.json").read_text())
            self.assertEqual([table["threads"] for table in ledger["tables"]], [2])
            self.assertEqual(sum("no parallel region" in w for w in ledger["warnings"]), 1)
            lines = {o["category"]: o["time_s"] for o in ledger["tables"][0]["overheads"]}
            self.assertEqual(lines["information_movement.work_rate"], 0)
        runs = json.loads((results / "manifest.json").read_text())["runs"]
        plain = [r["window_ticks"] / ledger["machine"]["ticks_per_second"] for r in runs
                 if r["tuple"] > 0 and (r["role"], r["threads"]) == ("parallel", 1)]
        serial_time = ledger["tables"][0]["serial_time_s"]
        self.assertTrue(min(plain) - 1e-6 < serial_time < max(plain) + 1e-6, (plain, serial_time))

    def test_a_program_without_instruments(self):
        done = self.run_commands("--serial", "./s", "--parallel", "./p")
        self.check_status(done, 4)
        self.assertIn("no parallel region was executed", done.stderr)
        self.assertIn("tare cc", done.stderr)

    def test_serial_code_of_a_main_in_a_file_without_a_directive(self):
        self.write("main.c", INIT)
        self.write("solve.c", SOLVE)
        self.build("main.c", "solve.c", "-g", "-fopenmp", "apart", wrapper=(TARE, "cc"))
        self.check_status(self.run_commands("--parallel", "./apart"), 0)
        ledger = json.loads((self.results()[-1] / "ledger.json").read_text())
        self.assertEqual(ledger["coverage"]["main_unit"], "main.c")
        self.check_serial_calls(ledger["tables"][0])

    def test_serial_code_of_a_main_that_tare_has_not_seen(self):
        self.write("main.c", INIT)
        self.write("solve.c", SOLVE)
        self.build("main.c", "-g", "-c", "main.o")
        self.build("main.o", "solve.c", "-g", "-fopenmp", "apart", wrapper=(TARE, "cc"))
        self.check_status(self.run_commands("--parallel", "./apart"), 0)
        ledger = json.loads((self.results()[-1] / "ledger.json").read_text())
        self.assertEqual(ledger["coverage"]["main_unit"], "")
        self.assertFalse(any(c["function"] == "main" for c in ledger["tables"][0]["constructs"]))
        rate = ledger["machine"]["ticks_per_second"]
        alone = [r["window_ticks"] / rate for r in self.manifest()["runs"] if r["tuple"] > 0
                 and (r["role"], r["threads"]) == ("parallel", 1)]  # though p = 1 was not asked for
        serial_time = ledger["tables"][0]["serial_time_s"]
        self.assertTrue(min(alone) - 1e-6 < serial_time < max(alone) + 1e-6, (alone, serial_time))
        outermost = ledger["tables"][0]["paths"][0]["calls"][0]  # what the advice names
        self.assertEqual((outermost["function"], outermost["file"]), ("main", "main.c"))

    def test_regions_that_tare_did_not_build(self):
        self.write("main.c", MIXED)
        for compiler in COMPILERS:
            with self.subTest(compiler):
                for name, flags in (("solve.o", ("-c",)), ("libsolve.so", ("-shared", "-fPIC", "-s"))):
                    self.write("solve.c", SOLVE.replace("double solve", f"double in_{name[:3]}"))
                    subprocess.run([compiler, "-fopenmp", *flags, "solve.c", "-o", name],
                                   cwd=self.folder, check=True, env=environment())
                subprocess.run([TARE, "cc", compiler, "-fopenmp", "main.c", "solve.o", "-L.",
                                "-lsolve", "-Wl,-rpath,$ORIGIN", "-o", "mixed"], cwd=self.folder,
                               check=True, env=environment())
                done = self.run_commands("--parallel", "./mixed")
                self.check_status(done, 0)
                results = self.results()[-1]
                ledger = json.loads((results / "ledger.json").read_text())
                self.assertEqual(ledger["coverage"]["unseen_regions"],
                                 [{"object": "libsolve.so", "functions": []},
                                  {"object": "mixed", "functions": ["in_sol"]}])
                text = " ".join(self.tare("report", "--full", results).stdout.split())
                self.assertIn("Parallel regions that Tare did not build: libsolve.so; in_sol (mixed)",
                              text)

    def test_a_command_that_is_not_there(self):
        done = self.run_commands("--parallel", "./nothing")
        self.check_status(done, 2)
        self.assertEqual(self.results(), [])

    def test_input_is_the_same_for_every_run(self):
        self.write("echo.sh", '#!/bin/sh\nread line\necho "$line"\nexec ./pi\n')
        os.chmod(self.folder / "echo.sh", 0o755)
        self.write("input", "hello\n")
        with open(self.folder / "input", encoding="utf-8") as text:
            done = subprocess.run([TARE, "run", "--threads", "2", "--repeat", "1", "--parallel",
                                   "./echo.sh"], cwd=self.folder, text=True, stdin=text,
                                  capture_output=True, env=environment(), check=False)
        self.check_status(done, 0)
        for output in self.results()[-1].glob("runs/*/stdout"):
            self.assertTrue(output.read_text().startswith("hello\n"), output)


class BadInput(Case):
    def check_nothing_left(self):
        self.assertEqual(self.results(), [])

    def test_source_that_does_not_parse(self):
        self.write("bad.c", "int main(void) { return x; }\n")
        done = self.overheads("--source", "bad.c")
        self.check_status(done, 3)
        self.assertIn("bad.c:1", done.stderr)  # the compiler's own words
        self.assertEqual(done.stderr.count("tare:"), 1)
        self.check_nothing_left()

    def test_missing_source_and_missing_compiler(self):
        self.check_status(self.overheads("--source", "none.c"), 2)
        self.source()
        done = self.overheads("--source", "sum.c", "--compiler", "no-such-cc")
        self.check_status(done, 3)
        self.assertIn("install", done.stderr)
        self.check_nothing_left()

    def test_what_cannot_be_run_or_kept_is_told_before_the_runs(self):
        self.source()
        for options, said in ((["--parallel", ""], "--parallel is empty"),
                              (["--parallel", "./"], "is a folder"),
                              (["--parallel", "./sum.c"], "not executable"),
                              (["--parallel", "./none"], "there is no program"),
                              (["--parallel", "true", "--json", "none/x.json"], "no such folder")):
            done = self.tare("run", *options)
            self.check_status(done, 2)
            self.assertIn(said, done.stderr)
            self.check_nothing_left()

    def test_no_openmp_in_the_program(self):
        self.write("plain.c", "int main(void) { return 0; }\n")
        done = self.overheads("--source", "plain.c")
        self.check_status(done, 3)
        self.assertIn("no OpenMP construct", done.stderr)
        self.check_nothing_left()

    def test_a_region_that_is_never_reached(self):
        self.write("never.c", """int main(int argc, char **argv) {
  if (argc > 5)
#pragma omp parallel
    { (void)argv; }
  return 0;
}
""")
        done = self.overheads("--source", "never.c")
        self.check_status(done, 4)
        self.assertIn("no parallel region was executed", done.stderr)

    def test_tasks_without_any_region(self):
        self.write("alone.c", """int main(void) {
  int sum = 0;
#pragma omp task shared(sum)
  sum++;
#pragma omp taskwait
  return sum - 1;
}
""")
        done = self.overheads("--source", "alone.c")
        self.check_status(done, 4)
        self.assertIn("no parallel construct", done.stderr)
        self.assertIn("alone.c:3 (task)", done.stderr)

    def test_crash_keeps_what_was_measured(self):
        self.source(after="""
#ifdef _OPENMP
  fprintf(stderr, "about to crash\\n"); abort();
#endif
""")
        done = self.overheads("--source", "sum.c")
        self.check_status(done, 4)
        self.assertIn("signal 6", done.stderr)
        self.assertIn("about to crash", done.stderr)
        self.assertIn("the plain program fails too", done.stderr)
        self.assertEqual(done.stdout, "")  # the error and the folder, nothing else
        self.assertIn("results: ", done.stderr)
        self.assertIn("CUT OFF", self.tare("report", "--full").stdout)
        table = json.loads((self.results()[-1] / "ledger.json").read_text())["tables"][0]
        self.assertTrue(table["cut_off"])

    def test_program_that_fails_in_the_serial_version(self):
        self.source(after="exit(7);")
        done = self.overheads("--source", "sum.c")
        self.check_status(done, 4)
        self.assertIn("the plain program fails too", done.stderr)
        self.assertIn("status 7", done.stderr)
        self.assertEqual(len(self.manifest()["runs"]), 2)

    def test_program_that_never_ends(self):
        self.source(after="""
#ifdef _OPENMP
  int pause(void);
  for (;;) pause();
#endif
""")
        done = self.overheads("--source", "sum.c", "--timeout", "10")
        self.check_status(done, 124)
        self.assertIn("did not end in time", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_check_finds_output_that_differs(self):
        self.source(after="""
#ifdef _OPENMP
  sum = -1;
#endif
""")
        done = self.overheads("--source", "sum.c", "--check")
        self.check_status(done, 4)
        self.assertIn("output of the instrumented program with 2 threads differs from the serial "
                      "program's in line 1: '-1.000000' instead of", done.stderr)
        self.check_status(self.overheads("--source", "sum.c"), 0)

    def test_output_that_cannot_be_written(self):
        self.source()
        self.write("file", "")
        done = self.overheads("--source", "sum.c", "--output", "file/results")
        self.check_status(done, 2)
        self.assertIn("--output", done.stderr)

    def test_interrupted(self):
        self.source(after="""
#ifdef _OPENMP
  if (omp_get_max_threads() == 1)
    for (;;) { int pause(void); pause(); }
#endif
""")
        running = subprocess.Popen([TARE, "overheads", "--source", "sum.c", "--threads", "2",
                                    "--timeout", "600"], cwd=self.folder, env=environment(),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True,
                                   # A shell's job in the background ignores it.
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        deadline = time.monotonic() + 1200
        while time.monotonic() < deadline:  # until the seventh run, which never ends
            if self.results() and (self.results()[0] / "runs" / "007").is_dir():
                break
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        table, errors = running.communicate(timeout=600)
        self.assertEqual(running.returncode, 130, errors)
        self.assertEqual(len(self.manifest()["runs"]), 7)
        self.assertEqual(table, "")
        self.assertEqual(self.left_running(), [])

    def test_interrupted_and_resumed(self):
        self.source()
        command = ["overheads", "--source", "sum.c", "--threads", "2", "--repeat", "3", "--quiet"]
        for wanted in ("002", "005", "009"):
            shutil.rmtree(self.folder / "tare-results", ignore_errors=True)
            running = subprocess.Popen([TARE, *command], cwd=self.folder, env=environment(),
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True,
                                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            while running.poll() is None:
                if self.results() and (self.results()[0] / "runs" / wanted).is_dir():
                    break
                time.sleep(0.01)
            running.send_signal(signal.SIGINT)
            _, errors = running.communicate(timeout=600)
            if running.returncode in (0, NOT_RELIABLE):
                continue  # it was faster than we are
            self.assertEqual(running.returncode, 130, errors)
            before = [run["number"] for run in self.manifest()["runs"] if not run["signal"]]
            other = self.tare(*command, "--resume", self.results()[0], "--cflags", "-O1")
            self.check_status(other, 2)
            self.assertIn("compile options", other.stderr)
            self.check_status(self.tare(*command, "--resume", self.results()[0]), 0)
            manifest = self.manifest()
            self.assertEqual([run["number"] for run in manifest["runs"]],
                             list(range(1, len(manifest["runs"]) + 1)))
            self.assertTrue(manifest["ended"])
            self.assertLessEqual(len(before), len(manifest["runs"]))

    def left_running(self):
        """Processes that were started from this test's folder."""
        left = []
        for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                text = process.read_bytes()
            except OSError:
                continue
            if str(self.folder).encode() in text:
                left.append(text)
        return left


if __name__ == "__main__":
    if not COMPILERS:
        sys.exit("no compiler to test with")
    run_unittests()
