# SPDX-License-Identifier: Apache-2.0
"""The programs without OpenMP that a CMake project gets, and `tare cc` with the roles that build them."""
import json
import shutil
import unittest

from support import BuildTest, COMPILERS, PREFIX, TARE, each_compiler, main

LISTS = """cmake_minimum_required(VERSION 3.22)
project(weighed C CXX)
find_package(OpenMP REQUIRED)
find_package(Tare REQUIRED)
add_compile_options(-Wall -Wextra -Werror)
add_library(part STATIC part.c)
target_link_libraries(part PRIVATE OpenMP::OpenMP_C)
add_library(serial_part STATIC part.c)
target_compile_options(serial_part PRIVATE -Wno-unknown-pragmas)
add_executable(omp omp.cpp)
target_link_libraries(omp PRIVATE part OpenMP::OpenMP_CXX)
add_executable(serial serial.cpp)
target_link_libraries(serial PRIVATE serial_part)
tare_overheads(weigh PARALLEL omp MORE THREADS 2 REPEAT 1)
"""

PART = """unsigned part(int n);
unsigned part(int n) {
  unsigned sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2000; ++j)
      sum = sum * 1664525u + (unsigned)i;
  return sum;
}
"""

OMP = """#include <cstdio>
#include <omp.h>
extern "C" unsigned part(int n);
static unsigned rows(int n) {
  unsigned sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2000; ++j)
      sum += static_cast<unsigned>(i ^ j);
  return sum;
}
int main() {
  int threads = omp_get_max_threads();
  part(100);
  std::printf("%u %d\\n", rows(1000), threads < 1);
  return 0;
}
"""

SERIAL = OMP.replace("#include <omp.h>\n", "").replace("#pragma omp", "// pragma omp").replace(
    "omp_get_max_threads()", "1")

GUARDED = """void scale(double *a, int n);
void scale(double *a, int n) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; ++i) a[i] *= 2;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) a[i] *= 2;
#if defined(_OPENMP) && _OPENMP > 200000
#pragma omp parallel
#pragma omp for
#endif
  for (int i = 0; i < n; ++i) a[i] += 1;
}
"""

GENERATORS = ["Unix Makefiles"] + (["Ninja"] if shutil.which("ninja") else [])


NAMES = """#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
static int wanted(void) { return omp_get_max_threads(); }
#endif
int main(void) {
  int sum = 0;
#pragma omp parallel for simd reduction(+ : sum) num_threads(wanted())
  for (int i = 0; i < 100; i++)
    sum += i;
  printf("%d\\n", sum);
  return 0;
}
"""

SIMD = """#include <stdio.h>
double sum(const double *x, int n);
double sum(const double *x, int n) {
  double s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
int main(void) {
  double x[17];
  int has = 0;
#ifdef _OPENMP
  has = 1;
#endif
#pragma omp simd
  for (int i = 0; i < 17; ++i)
    x[i] = i;
  printf("%g %d\\n", sum(x, 17), has);
  return 0;
}
"""


class Case(BuildTest):
    def setUp(self):
        super().setUp()
        self.write("source/part.c", PART)
        self.write("source/omp.cpp", OMP)
        self.write("source/serial.cpp", SERIAL)

    def configure(self, more, c, cxx, generator=GENERATORS[-1], lists=LISTS):
        self.write("source/CMakeLists.txt", lists.replace("MORE", more))
        shutil.rmtree(self.folder / "build", ignore_errors=True)
        self.run_command("cmake", "-S", "source", "-B", "build", "-G", generator,
                         "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_C_COMPILER={c}",
                         f"-DCMAKE_CXX_COMPILER={cxx}", f"-DCMAKE_PREFIX_PATH={PREFIX}")

    def weigh(self, target="overheads", status=0):
        done = self.run_command("cmake", "--build", "build", "--target", target, status=None)
        self.assertEqual(done.returncode == 0, status == 0, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def result(self, name):
        newest = max((self.folder / "build/tare-results").glob("tare-omp-*"),
                     key=lambda folder: folder.stat().st_mtime_ns)
        return json.loads((newest / name).read_text())

    def programs(self):
        """role -> the program that was run, below the build folder."""
        runs = self.result("manifest.json")["runs"]
        return {run["role"]: run["argv"][0].replace(f"{self.folder}/build/", "") for run in runs}

    def symbols(self, program):
        return self.run_command("nm", self.folder / "build" / program).stdout

    def assert_no_openmp(self, program):
        self.assertNotRegex(self.symbols(program), r" (GOMP_|__kmpc_)")
        needed = self.run_command("readelf", "-d", self.folder / "build" / program).stdout
        self.assertNotRegex(needed, r"lib(g|i)?omp")


class Trees(Case):
    def test_two_sources(self):
        for generator in GENERATORS:
            for c, cxx in COMPILERS:
                with self.subTest(generator=generator, compiler=c):
                    self.configure("SERIAL serial", c, cxx, generator)
                    self.check_two_sources(self.weigh())

    def check_two_sources(self, said):
        self.assertEqual(self.programs(), {"serial": "serial", "parallel": "omp",
                                           "instrumented": "tare/omp", "ignored": "tare-ignored/omp",
                                           "serial_instrumented": "tare-serial/weigh/serial"}, said)
        self.assert_no_openmp("tare-ignored/omp")
        self.assert_measured("build/tare-ignored/omp", 0)
        self.assert_measured("build/tare-serial/weigh/serial", 2)  # the archive's unit too
        self.assert_measured("build/serial", 0)
        table = self.result("ledger.json")["tables"][0]
        self.assertEqual(table["pairing"]["unpaired"], 0)
        self.assertFalse([note for note in table["notes"] if "--role" in note])
        for construct in table["constructs"]:
            if construct["kind"] == "for":
                self.assertGreater(construct["work"]["serial_s"], 0, construct)
        self.assertIn("instruction_level", json.dumps(table["overheads"]))

    def test_a_second_time_and_after_a_change(self):
        c, cxx = COMPILERS[0]
        self.configure("SERIAL serial", c, cxx)
        self.weigh()
        paths = [self.folder / "build" / name for name in
                 ("tare/omp", "tare-ignored/omp", "tare-serial/weigh/serial")]
        before = [path.stat().st_mtime_ns for path in paths]
        self.assertNotIn("configuring the tree", self.weigh("weigh"))
        self.assertEqual([path.stat().st_mtime_ns for path in paths], before)
        # Twins are those of the new program, whose loops are others.
        self.write("source/omp.cpp", OMP.replace("#pragma omp parallel for reduction(+ : sum)\n", ""))
        self.weigh()
        self.assert_measured("build/tare-serial/weigh/serial", 1)

    @each_compiler
    def test_one_source(self, c, cxx):
        self.configure("", c, cxx)
        self.assertIn("declare it with NO_SERIAL", self.weigh("weigh"))
        self.assertEqual(self.programs(), {"serial": "tare-ignored/omp", "parallel": "omp",
                                           "instrumented": "tare/omp",
                                           "serial_instrumented": "tare-serial/weigh/omp"})
        self.assertTrue(self.result("manifest.json")["same_source"])
        for program in ("tare-ignored/omp", "tare-serial/weigh/omp"):
            self.assert_no_openmp(program)
        self.assert_measured("build/tare-serial/weigh/omp", 2)
        ledger = self.result("ledger.json")
        self.assertEqual(ledger["reference"], "serial")
        loops = [construct for construct in ledger["tables"][0]["constructs"]
                 if construct["kind"] == "for"]
        self.assertEqual([loop["twin"] for loop in loops], ["same source"] * 2)

    def test_output_folders_outside_of_the_tree(self):
        """However a project says that, Tare's programs stay off the plain one."""
        project = "project(weighed C CXX)\n"
        for setting in ('_RELEASE "${CMAKE_SOURCE_DIR}/bin"', ' "$<1:${CMAKE_SOURCE_DIR}/bin>"',
                        ' "../source/bin"'):
            with self.subTest(setting=setting):
                lists = LISTS.replace(project, f"{project}set(CMAKE_RUNTIME_OUTPUT_DIRECTORY{setting})\n")
                shutil.rmtree(self.folder / "source/bin", ignore_errors=True)
                self.configure("", *COMPILERS[0], lists=lists)
                said = self.weigh()
                self.assert_measured("source/bin/omp", 0)
                moved = "tare-moved/runtime/omp"
                self.assertEqual(self.programs(), {
                    "serial": f"tare-ignored/{moved}", "parallel": f"{self.folder}/source/bin/omp",
                    "instrumented": f"tare/{moved}", "serial_instrumented": f"tare-serial/weigh/{moved}"}, said)

    def test_programs_that_overwrite_each_other_are_not_weighed(self):
        place = 'set_target_properties(omp PROPERTIES OUTPUT_NAME "../out/omp")\n'
        (self.folder / "out").mkdir()
        self.configure("", *COMPILERS[0], lists=LISTS + place)
        (self.folder / "build/out").mkdir()
        self.assertIn("are one file", " ".join(self.weigh(status=1).split()))
        self.assertFalse((self.folder / "build/tare-results").exists())

    def test_no_serial(self):
        self.configure("NO_SERIAL", *COMPILERS[0])
        self.weigh()
        self.assertEqual(set(self.programs()), {"parallel", "instrumented"})
        self.assertEqual(self.result("ledger.json")["reference"], "omp_1")
        self.assertFalse((self.folder / "build/tare-ignored").exists())
        self.assertFalse((self.folder / "build/tare-serial").exists())

    def test_what_fails_without_openmp_is_told_what_to_declare(self):
        self.write("source/omp.cpp", OMP.replace("return 0", "#ifndef _OPENMP\n  return 7;\n#endif\n"
                                                             "  return 0"))
        self.configure("", *COMPILERS[0])
        said = self.weigh(status=1)
        self.assertRegex(said, "ended with status 7")
        self.assertRegex(said, "exit status 4; if omp cannot run without OpenMP")

    @each_compiler
    def test_what_cannot_be_built_without_openmp_is_said(self, c, cxx):
        self.write("source/omp.cpp", OMP.replace("extern", "#ifndef _OPENMP\n#error it needs OpenMP\n"
                                                           "#endif\nextern", 1))
        self.configure("", c, cxx)
        said = self.weigh()
        self.assertRegex(said, "omp without OpenMP could not be built.*it needs OpenMP")
        self.assertIn("its reference is one thread of it", said)
        self.assertEqual(self.result("ledger.json")["reference"], "omp_1")
        self.configure("SERIAL serial", c, cxx)
        self.assertRegex(self.weigh(), "omp without OpenMP could not be built.*it needs OpenMP")
        self.assertEqual(set(self.programs()), {"serial", "parallel", "instrumented",
                                                "serial_instrumented"})
        notes = " ".join(self.result("ledger.json")["tables"][0]["notes"])
        self.assertIn("--role ignored", notes)
        self.assertNotIn("--role serial", notes)

    def test_a_program_that_is_no_longer_built_is_not_run(self):
        self.configure("SERIAL serial", *COMPILERS[0])
        self.weigh()
        self.assertIn("ignored", self.programs())
        self.write("source/omp.cpp", OMP + "#ifndef _OPENMP\n#error it needs OpenMP\n#endif\n")
        self.weigh()
        self.assertNotIn("ignored", self.programs())

    def test_openmp_for_all_targets(self):
        """-fopenmp in the flags of the whole project: the serial program has it as well."""
        self.write("source/serial_part.c", PART.replace("#pragma omp", "// pragma omp"))
        self.configure("SERIAL serial", *COMPILERS[0],
                       lists=LISTS.replace("add_library(part", 'add_compile_options(-fopenmp)\n'
                                           'add_link_options(-fopenmp)\nadd_library(part', 1)
                       .replace("add_library(serial_part STATIC part.c)",
                                "add_library(serial_part STATIC serial_part.c)"))
        self.weigh()
        self.assert_measured("build/tare-serial/weigh/serial", 2)
        self.assert_no_openmp("tare-ignored/omp")


class Roles(Case):
    @each_compiler
    def test_ignored(self, c, cxx):
        flags = ("-O2", "-Wall", "-Werror", "-fopenmp")
        for folder, role in (("plain", ()), ("ours", (TARE, "cc", "--role", "ignored"))):
            (self.folder / folder).mkdir(exist_ok=True)
            self.run_command(*role, c, *flags, "-c", "source/part.c", "-o", f"{folder}/part.o")
            self.run_command(*role, cxx, *flags, "source/omp.cpp", f"{folder}/part.o", "-o",
                             f"{folder}/p")
        self.assertRegex(self.run_command("nm", "plain/p").stdout, "GOMP_|__kmpc_")
        self.assertNotRegex(self.run_command("nm", "ours/p").stdout, "GOMP_|__kmpc_")
        self.assertEqual(self.run_command(self.folder / "ours/p").stdout,
                         self.run_command(self.folder / "plain/p").stdout)

    @each_compiler
    def test_simd_directives_stay(self, c, cxx):
        """As with -fopenmp on one thread; _OPENMP and all that is parallel are gone."""
        self.write("simd.c", SIMD)
        self.run_command(c, "-O2", "-fopenmp-simd", "simd.c", "-S", "-o", "plain.s")
        for flag in "-fopenmp", "-fopenmp-simd":
            for role in "ignored", "serial":
                self.run_command(TARE, "cc", "--role", role, c, "-O2", flag, "simd.c", "-o", "p")
                self.assertEqual(self.run_command("./p").stdout, "136 0\n")
                self.assertNotRegex(self.run_command("nm", "p").stdout, "GOMP_|__kmpc_")
            self.run_command(TARE, "cc", "--role", "ignored", c, "-O2", flag, "simd.c", "-S", "-o",
                             "ours.s")
            self.assertEqual(self.packed_additions("ours.s"), self.packed_additions("plain.s"))
            self.assertGreater(self.packed_additions("ours.s"), 0)

    @each_compiler
    def test_directives_that_need_names_of_openmp_are_ignored_whole(self, c, cxx):
        """Clang reads all directives for their simd; then names that only OpenMP declares are missing."""
        self.write("names.c", NAMES)
        for role in "ignored", "serial":
            done = self.run_command(TARE, "cc", "--role", role, c, "-O2", "-fopenmp", "names.c", "-o",
                                    "p")
            self.assertEqual(done.stderr, "")
            self.assertEqual(self.run_command("./p").stdout, "4950\n")
            self.assertNotRegex(self.run_command("nm", "p").stdout, "GOMP_|__kmpc_")
        self.run_command(TARE, "overheads", "--source", "names.c", "--compiler", c, "--cflags", "-O2",
                         "--threads", "1", "--repeat", "1", "--quiet", "--output", "out")

    @each_compiler
    def test_no_probe_parts_a_simd_directive_from_its_loop(self, c, cxx):
        self.write("simd.c", SIMD)
        self.write("hand.c", SIMD.replace("parallel for simd", "simd"))
        self.tare_cc(c, "-O2", "-fopenmp", "simd.c", "-o", "p")
        done = self.tare_cc("--role", "serial", "--parallel", "p", c, "-O2", "-fopenmp-simd", "hand.c",
                            "-o", "s")
        self.assertEqual(done.stderr, "")
        self.assertEqual(self.run_command("./s").stdout, "136 0\n")
        pairs = self.run_command(TARE, "nodes", "p", "--serial", "s").stdout
        self.assertRegex(pairs, r"\[parallel for simd.*\] = hand.c:")

    def packed_additions(self, name):
        """What neither compiler may make of a sum that no simd directive stands at."""
        return (self.folder / name).read_text().count("addpd")

    @each_compiler
    def test_the_role_of_compilers_of_one_word(self, c, cxx):
        (self.folder / f"tare-{cxx}").symlink_to(TARE)
        build = (self.folder / f"tare-{cxx}", "-O2", "-fopenmp", "-c", "source/omp.cpp", "-o", "omp.o")
        self.run_command(*build, TARE_ROLE="ignored")
        self.assertNotRegex(self.run_command("nm", "omp.o").stdout, "GOMP_|__kmpc_|tare_")
        self.run_command(*build, TARE_ROLE="serial")
        self.assert_measured("omp.o", 1)
        self.assertNotRegex(self.run_command("nm", "omp.o").stdout, "GOMP_|__kmpc_")
        said = self.run_command(*build, TARE_ROLE="parallel", status=2).stderr
        self.assertIn("TARE_ROLE is serial or ignored, not 'parallel'", said)

    def test_switched_off(self):
        c, _ = COMPILERS[0]
        self.run_command(TARE, "cc", "--role", "ignored", c, "-fopenmp", "-c", "source/part.c", "-o",
                         "part.o", TARE_WRAPPER="off")
        self.assertRegex(self.run_command("nm", "part.o").stdout, "GOMP_|__kmpc_")

    @each_compiler
    def test_serial_of_one_source_by_the_rules_of_the_openmp_program(self, c, cxx):
        self.run_command(TARE, "cc", "--role", "serial", cxx, "-O2", "-fopenmp", "-c",
                         "source/omp.cpp", "-o", "omp.o")
        self.assert_measured("omp.o", 1)
        self.assertNotRegex(self.run_command("nm", "omp.o").stdout, "GOMP_|__kmpc_")

    @each_compiler
    def test_directives_that_only_the_openmp_program_has(self, c, cxx):
        """Equal loops: the guarded one comes first, and has the first number with OpenMP only."""
        self.write("guarded.c", GUARDED)
        self.run_command(TARE, "cc", c, "-O2", "-fopenmp", "-c", "guarded.c", "-o", "omp.o")
        self.run_command(TARE, "cc", "--role", "serial", c, "-O2", "-fopenmp", "-MD", "-c",
                         "guarded.c", "-o", "serial.o")
        pairs = self.run_command(TARE, "nodes", "omp.o", "--serial", "serial.o").stdout
        self.assertIn("6 of 6 constructs have a serial counterpart", pairs)
        for line, twin in (4, 6), (7, 8), (11, 13):
            self.assertRegex(pairs, rf"guarded.c:{line} \[for\] = guarded.c:{twin}\b")


if __name__ == "__main__":
    main()
