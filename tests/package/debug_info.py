# SPDX-License-Identifier: Apache-2.0
"""Debuggers, profilers and coverage see the user's files and lines, as in the plain build."""
import re
import shutil
import subprocess
import unittest

from support import BuildTest, TARE, each_compiler, main

SOURCE = """#include <stdio.h>
#include "part.h"
#define LOOP(n) \\
  _Pragma("omp parallel for") \\
  for (int i = 0; i < n; ++i) \\
    sum[0] += i

static int sum[4];

static void tasks(int n) {
  if (n > 0)
#pragma omp task
    tasks(n - 1);
#pragma omp taskwait
}

static int sections(void) {
  int a = 0, b = 0;
#pragma omp parallel sections
  {
#pragma omp section
    a = 1;
#pragma omp section
    b = 2;
  }
  return a + b;
}

int main(void) {
  double total = 0;

#pragma omp parallel
  {
#pragma omp single
    tasks(3);
#pragma omp for schedule(dynamic) \\
    reduction(+ : total)
    for (int i = 0; i < 100; ++i) {
      total += i;
    }
#pragma omp critical
    sum[1] += 1;
#pragma omp barrier
#pragma omp master
    {
      sum[2] = 1;
    }
  }
  LOOP(3);
  part(sum);
  printf("%g %d\\n", total, sections());
  return 0;
}
"""

HEADER = """
static inline void part(int *x) {
#pragma omp parallel for
  for (int i = 0; i < 2; ++i)
    x[i] += 1;
}
"""

needs_readelf = unittest.skipUnless(shutil.which("readelf") and shutil.which("objdump"),
                                    "binutils are not installed")


class DebugInfo(BuildTest):
    def setUp(self):
        super().setUp()
        self.write("src/part.h", HEADER)
        for name in ("src/x.c", "src/x.cpp"):
            self.write(name, SOURCE)

    def build(self, compiler, source, *options):
        """The plain object and ours, both made from the same words."""
        for name, tare in (("plain", []), ("ours", [TARE, "cc"])):
            self.run_command(*tare, compiler, "-fopenmp", *options, "-c", source, "-o", "x.o")
            (self.folder / "x.o").rename(self.folder / f"{name}.o")
        self.assert_measured("ours.o", 1)

    def lines(self, name):
        """(file, line) of every row of the line table in the user's files."""
        text = self.run_command("objdump", "--dwarf=decodedline", f"{name}.o").stdout
        rows = re.findall(r"^(\S+)\s+(\d+)\s+(?:0x[0-9a-f]+|0)\s", text, re.M)
        found = {(file.split("/")[-1], int(line)) for file, line in rows}
        self.assertLessEqual({file for file, _ in found}, {"x.c", "x.cpp", "part.h", "<tare>"})
        return {row for row in found if row[0] != "<tare>" and row[1] != 0}

    def is_statement(self, row):
        """Not a directive, a line that goes on with one, the head of its loop, or a lone brace:
        those are where the construct itself is, and probes with it."""
        text = (HEADER if row[0] == "part.h" else SOURCE).splitlines()[row[1] - 1]
        return not re.match(r"\s*(#pragma|reduction|for|[{}]$)", text)

    def entries(self, name):
        """What .debug_info says of the unit and of the user's functions."""
        text = self.run_command("readelf", "-W", "--debug-dump=info", f"{name}.o").stdout
        found = []
        for entry in re.split(r"^\s*<[0-9a-f]+><[0-9a-f]+>: Abbrev Number: ", text, flags=re.M)[1:]:
            if "(DW_TAG_compile_unit)" not in entry and "(DW_TAG_subprogram)" not in entry:
                continue
            value = {key: self.value(entry, key) for key in ("name", "comp_dir", "decl_line",
                                                             "language")}
            # without a name: what the compiler makes for a reduction
            if value["name"] and not re.search(r"^tare_|omp_fn|omp_outlined|^[._]", value["name"]):
                found.append(tuple(sorted((key, text or "") for key, text in value.items())))
        return found

    def value(self, entry, key):
        line = re.search(rf"DW_AT_{key}\s*:\s*(.*)", entry)
        return re.sub(r"^(\([^)]*\)\s*)+:?\s*", "", line.group(1)).strip() if line else None

    @needs_readelf
    @each_compiler
    def test_lines_and_declarations(self, c, cxx):
        for compiler, source in ((c, "src/x.c"), (cxx, "src/x.cpp")):
            for options in (["-g", "-O0"], ["-g3", "-O0"], ["-g", "-gdwarf-4", "-O0"],
                            ["-g", "-O0", f"-fdebug-prefix-map={self.folder}=/elsewhere"]):
                with self.subTest(source=source, options=options):
                    self.build(compiler, source, *options)
                    plain, ours = ({row for row in self.lines(name) if self.is_statement(row)}
                                   for name in ("plain", "ours"))
                    self.assertGreater(len(plain), 15)
                    self.assertEqual(sorted(ours), sorted(plain))
                    self.assertEqual(self.entries("ours")[:1], self.entries("plain")[:1])
                    self.assertEqual(set(self.entries("ours")), set(self.entries("plain")))

    @needs_readelf
    @each_compiler
    def test_no_name_of_ours(self, c, cxx):
        self.build(c, "src/x.c", "-g3")
        text = self.run_command("readelf", "-W", "--debug-dump=info,rawline,str", "ours.o").stdout
        for name in (str(self.temporary), "tare-cc-", ".ii", ".original"):
            self.assertNotIn(name, text)

    @unittest.skipUnless(shutil.which("addr2line") and shutil.which("nm"), "no addr2line")
    @each_compiler
    def test_addresses_of_functions(self, c, cxx):
        said = []
        for tare in ([], [TARE, "cc"]):
            self.run_command(*tare, c, "-fopenmp", "-g", "src/x.c", "-o", "p")
            listed = self.run_command("nm", "p").stdout.splitlines()
            places = {}
            for name in ("main", "tasks", "sections", "part"):
                address = [line.split()[0] for line in listed if line.endswith(f" {name}")]
                places[name] = self.run_command("addr2line", "-e", "p", address[0]).stdout
            said.append(places)
        self.assertEqual(said[1], said[0])

    @unittest.skipUnless(shutil.which("gdb"), "gdb is not installed")
    @each_compiler
    def test_breakpoints(self, c, cxx):
        """A breakpoint on a line inside a construct stops on that line, in the user's file."""
        wanted = [SOURCE.splitlines().index(text) + 1
                  for text in ("      total += i;", "    sum[1] += 1;", "      sum[2] = 1;")]
        for tare in ([], [TARE, "cc"]):
            self.run_command(*tare, c, "-fopenmp", "-g", "src/x.c", "-o", "p")
            script = ["set breakpoint pending off", "set confirm off", "set debuginfod enabled off",
                      "set startup-with-shell off"]
            script += [f"tbreak x.c:{line}" for line in wanted] + ["run"]
            script += ["frame", "continue"] * len(wanted)
            words = [word for line in script for word in ("-ex", line)]
            try:
                done = subprocess.run(["gdb", "-q", "-nx", "-batch", *words, "./p"],
                                      cwd=self.folder, timeout=3000, text=True,
                                      env=self.environment(OMP_NUM_THREADS="1"),
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            except subprocess.TimeoutExpired:
                self.skipTest("gdb does not come to an end here")
            if not tare and "reakpoint 1, " not in done.stdout:
                self.skipTest("gdb cannot run programs here: " + done.stdout[-300:])
            stops = sorted({int(line) for line in re.findall(r"^(\d+)\t", done.stdout, re.M)})
            self.assertEqual(stops, wanted, done.stdout)


if __name__ == "__main__":
    main()
