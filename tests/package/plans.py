# SPDX-License-Identifier: Apache-2.0
"""Plans: which constructs get no probes, from the file to the table. Nothing here depends on how long
anything takes."""
import json
import re
import shutil
import unittest

from support import BuildTest, COMPILERS, PREFIX, TARE, each_compiler, main

HEAD = "tare-plan 1\n"

# Two regions: one of tasks, one of a loop with a lock.
SOURCE = r"""#include <stdio.h>
static long work(long n) {
  long sum = 0;
  for (long i = 0; i < 200 + n % 7; ++i)
    sum += i * n % 13;
  return sum;
}
int main(void) {
  long sum = 0, last = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < 500; ++i) {
#pragma omp task firstprivate(i) shared(sum)
    {
      long mine = work(i);
#pragma omp atomic
      sum += mine;
    }
  }
#pragma omp parallel
  {
#pragma omp for
    for (long i = 0; i < 2000; ++i) {
      long mine = work(i);
#pragma omp critical
      last += mine;
    }
  }
  printf("%ld %ld\n", sum, last);
  return 0;
}
"""

LISTS = """cmake_minimum_required(VERSION 3.22)
project(planned C)
find_package(OpenMP REQUIRED)
find_package(Tare REQUIRED)
add_executable(p x.c)
target_link_libraries(p PRIVATE OpenMP::OpenMP_C)
tare_overheads(weigh PARALLEL p THREADS 2 REPEAT 1)
"""

GENERATORS = ["Unix Makefiles"] + (["Ninja"] if shutil.which("ninja") else [])


class Plans(BuildTest):
    def setUp(self):
        super().setUp()
        self.write("x.c", SOURCE)

    def plan(self, *nodes, name="a plan"):
        lines = "".join(f"leave-out x.c#main#{node} {reason}\n" for node, reason in nodes)
        return self.write(name, HEAD + lines)

    def environment(self, **more):
        return super().environment(TARE_SOURCE_ROOT=str(self.folder), **more)

    def nodes(self, path):
        return self.run_command(TARE, "nodes", path).stdout

    def compile(self, c, *options, **more):
        done = self.tare_cc(*options, c, "-fopenmp", "-O1", "-c", "x.c", "-o", "x.o", **more)
        return done.stderr

    def descriptors(self):
        return set(re.findall(r"tare_m_\w+", self.run_command("nm", "x.o").stdout))

    @each_compiler
    def test_an_object_with_a_plan_is_another(self, c, _):
        seen = set()
        plans = [(), ("critical#0", "short"), ("critical#0", "another reason"), ("for#0", "short")]
        for node in plans:
            options = ["--plan", self.plan(node)] if node else []
            self.assertEqual(self.compile(c, *options), "")
            shown = self.nodes("x.o")
            self.assertEqual("left out by the plan" in shown, bool(node), shown)
            if node:
                self.assertIn(f"left out by the plan: {node[1]}", shown)
            self.assertEqual(len(self.descriptors()), 1)
            seen |= self.descriptors()
        self.assertEqual(len(seen), len(plans))

    @each_compiler
    def test_the_variable_does_it_too_and_the_option_is_stronger(self, c, _):
        lock = self.plan(("critical#0", "short"))
        loop = self.plan(("for#0", "short"), name="other")
        self.compile(c, TARE_PLAN=str(lock))
        self.assertRegex(self.nodes("x.o"), r"critical \[critical\] .* left out by the plan: short")
        self.compile(c, "--plan", loop, TARE_PLAN=str(lock))
        self.assertRegex(self.nodes("x.o"), r"critical \[critical\] .* measured")
        self.assertRegex(self.nodes("x.o"), r"for \[for\] .* left out by the plan: short")

    def test_a_cache_behind_us_tells_them_apart(self):
        if not shutil.which("ccache"):
            self.skipTest("needs ccache")
        c = COMPILERS[0][0]
        cache = {"CCACHE_DIR": str(self.folder / "cache")}
        for node in ("critical#0", "for#0", "critical#0"):
            self.tare_cc("--plan", self.plan((node, "short")), "ccache", c, "-fopenmp", "-c", "x.c",
                         "-o", "x.o", **cache)
            kind = node.split("#")[0]
            self.assertRegex(self.nodes("x.o"), rf"{kind} \[{kind}\] .* left out by the plan: short")

    def test_a_broken_plan_costs_the_unit_and_says_so(self):
        c = COMPILERS[0][0]
        broken = {
            "head": ("tare-plan 2\n", "head:1: it is 'tare-plan 2'"),
            "line": (HEAD + "keep x.c#main#for#0 reason\n", "line:2: 'keep"),
            "region": (HEAD + "leave-out x.c#main#parallel#0 reason\n", "a region cannot be left out"),
            "binary": ("\x7fELF\0\1\2", "this is no plan"),
            "huge": (HEAD + "#" * (17 << 20), "larger than"),
            "empty": ("", "this is no plan"),
        }
        for name, (text, why) in broken.items():
            with self.subTest(name):
                said = self.compile(c, "--plan", self.write(name, text))
                self.assertIn("x.c: not measured: ", said)
                self.assertIn(why, said)
                self.assertIn(why.split(": ")[-1], self.nodes("x.o"))
        for missing in ("nowhere/plan", "."):
            said = self.compile(c, TARE_PLAN=str(self.folder / missing))
            self.assertIn("x.c: not measured: ", said)
        self.assertIn("not measured", self.nodes("x.o"))

    def test_what_has_no_openmp_does_not_ask_for_it(self):
        self.write("plain.c", "int plain;\n")
        done = self.tare_cc("--plan", "/no/such/plan", COMPILERS[0][0], "-fopenmp", "-c", "plain.c")
        self.assertEqual(done.stderr, "")
        self.write("conftest.c", "#pragma omp parallel\nint main(void) { return 0; }\n")
        done = self.tare_cc("--plan", "/no/such/plan", COMPILERS[0][0], "-fopenmp", "-c", "conftest.c",
                            "-w", status=None)
        self.assertNotIn("tare:", done.stderr)

    def test_instrument_shows_it(self):
        c = COMPILERS[0][0]
        plan = self.plan(("critical#0", "short"))
        shown = self.run_command(TARE, "instrument", "x.c", "--compiler", c, "--plan", plan).stdout
        self.assertNotIn("lock_wait", shown)
        self.assertIn("task_create", shown)
        done = self.run_command(TARE, "instrument", "x.c", "--compiler", c, "--plan", "none", status=3)
        self.assertIn("none", done.stderr)

    def test_a_tree_of_cmake_is_built_anew_when_the_plan_changes(self):
        self.write("CMakeLists.txt", LISTS)
        plan = self.plan(("critical#0", "short"))
        for generator in GENERATORS:
            with self.subTest(generator):
                shutil.rmtree(self.folder / "build", ignore_errors=True)
                self.run_command("cmake", "-S", ".", "-B", "build", "-G", generator,
                                 f"-DCMAKE_C_COMPILER={COMPILERS[0][0]}",
                                 f"-DCMAKE_PREFIX_PATH={PREFIX}")
                self.assertNotIn("left out", self.tree())
                self.assertIn("left out by the plan: short", self.tree(TARE_PLAN=str(plan)))
                self.plan(("critical#0", "shorter"))
                self.assertIn("left out by the plan: shorter", self.tree(TARE_PLAN=str(plan)))
                built = (self.folder / "build/tare/p").stat().st_mtime_ns
                self.tree(TARE_PLAN=str(plan))
                self.assertEqual((self.folder / "build/tare/p").stat().st_mtime_ns, built)
                self.assertNotIn("left out", self.tree())
                self.plan(("critical#0", "short"))

    def tree(self, **environment):
        self.run_command("cmake", "-P", PREFIX / "lib/cmake/Tare/TareTree.cmake",
                         "build/tare-overheads/trees/tare.cmake", "must", "-", "p", **environment)
        return self.nodes("build/tare/p")


class Tables(BuildTest):
    """The whole way: four programs, run, and a table that closes and says what it lacks."""

    def environment(self, **more):
        return super().environment(TARE_SOURCE_ROOT=str(self.folder), **more)

    def build(self, c, plan, serial_plan):
        self.write("x.c", SOURCE)
        common = ["-O1", "x.c", "-o"]
        self.run_command(c, *common, "s", "-w")
        self.run_command(c, "-fopenmp", *common, "p")
        self.tare_cc("--plan", plan, c, "-fopenmp", *common, "pi")
        more = ["--plan", serial_plan] if serial_plan else []
        self.tare_cc(*more, "--role", "serial", c, *common, "si")

    def weigh(self):
        self.run_command(TARE, "run", "--serial", "./s", "--parallel", "./p", "--instrumented", "./pi",
                         "--serial-instrumented", "./si", "--threads", "1,2", "--repeat", "1",
                         "--output", "out", "--json", "t.json", "--check")
        return json.loads((self.folder / "t.json").read_text())

    def check_closes(self, ledger):
        for table in ledger["tables"]:
            lines = {line["category"]: line["time_s"] for line in table["overheads"]}
            room = 2e-9 * (len(lines) + 2)
            self.assertLessEqual(abs(sum(lines.values()) - table["total_overhead_s"]), room)
            parts = sum(table["unidentified_parts"].values())
            self.assertLessEqual(abs(parts - lines["unidentified"]), room)

    def lines(self, ledger, category):
        return [line["time_s"] for table in ledger["tables"] for line in table["overheads"]
                if line["category"].endswith(category)]

    def notes(self, ledger):
        return "\n".join(note for table in ledger["tables"] for note in table["notes"])

    @each_compiler
    def test_tasks(self, c, _):
        plan = self.write("plan", HEAD + "leave-out x.c#main#task#0 400 ns a task\n")
        for serial_plan in (plan, None):  # twins that the OpenMP program does not have
            self.build(c, plan, serial_plan)
            ledger = self.weigh()
            self.check_closes(ledger)
            left_out = {line["id"]: line for line in ledger["coverage"]["left_out"]}
            self.assertEqual(left_out["x.c#main#task#0"]["reason"], "400 ns a task")
            self.assertEqual(left_out["x.c#main#task#0"]["around"], "x.c#main#parallel#0")
            self.assertIn("x.c#main#atomic#0", left_out)
            for category in ("task_creation", "runtime_scheduling"):
                self.assertEqual(set(self.lines(ledger, category)), {0})
            self.assertIn("without probes by the plan: 1 task;", self.notes(ledger))
            kinds = {construct["kind"] for table in ledger["tables"] for construct in table["constructs"]}
            self.assertNotIn("task", kinds)
            self.assertIn("critical", kinds)  # the other region is as it was
        result = next((self.folder / "out").glob("tare-*"))
        for form in ("text", "markdown"):
            shown = self.run_command(TARE, "report", "--full", result, "--format", form).stdout
            shown = re.sub(r"\s+", " ", shown)
            self.assertIn("Without probes, by the plan:", shown)
            self.assertIn("400 ns a task", shown)
            self.assertIn("2 left out by the plan", shown)

    @each_compiler
    def test_a_lock_and_a_loop(self, c, _):
        plan = self.write("plan", HEAD + "leave-out x.c#main#critical#0 it is short\n"
                                         "leave-out x.c#main#for#0 it is long\n")
        self.build(c, plan, None)
        ledger = self.weigh()
        self.check_closes(ledger)
        around = {line["kind"]: line["around"] for line in ledger["coverage"]["left_out"]}
        self.assertEqual(around, {"critical": "x.c#main#parallel#1", "for": "x.c#main#parallel#1"})
        self.assertEqual(set(self.lines(ledger, "synchronisation.locks")), {0})
        self.assertIn("without probes by the plan: 1 critical, 1 for;", self.notes(ledger))
        for table in ledger["tables"]:
            region = [construct for construct in table["constructs"]
                      if construct["id"] == "x.c#main#parallel#1"][0]
            self.assertEqual(region["twin"], "same source")
            self.assertEqual(table["pairing"]["unpaired"], 0)  # twins of what has no probes


if __name__ == "__main__":
    main()
