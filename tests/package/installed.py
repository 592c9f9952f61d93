# SPDX-License-Identifier: Apache-2.0
"""Tare installed, moved, and found by a CMake project that declares tare_overheads()."""
import json
import pathlib
import re
import shutil
import sys
import unittest

from support import BuildTest, COMPILERS, PREFIX, PROGRAM, main

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "docs"))
import links  # noqa: E402
import texts  # noqa: E402

LISTS = """cmake_minimum_required(VERSION 3.22)
project(weighed C)
find_package(OpenMP REQUIRED)
find_package(Tare REQUIRED)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_SOURCE_DIR}/lib")  # outside the build tree
set(WORDS "" CACHE STRING "told to the second tree as well")
option(WITH_EXTRA "and this" OFF)
if(WITH_EXTRA)
  string(REPLACE ";" "," words "${WORDS}")
  add_compile_definitions(EXTRA=1 "WORDS=\\"${words}\\"")
endif()
add_subdirectory(part)
add_executable(serial x.c part/part.c)
add_executable(p x.c)
target_link_libraries(p PRIVATE part OpenMP::OpenMP_C)
tare_overheads(p_overheads PARALLEL p SERIAL serial COMMAND "an argument" {threads}
  THREADS 1 2 REPEAT 2)
"""

PART_LISTS = """add_library(part STATIC part.c)
target_link_libraries(part PRIVATE OpenMP::OpenMP_C)
"""

PART = """int part(int n);
int part(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 20000; ++j)
      sum = sum * 1664525 + i;
  return sum;
}
"""

MAIN = """#include <stdio.h>
int part(int n);
#ifndef EXTRA
#error the cache entry did not arrive
#endif
int main(int argc, char **argv) {
  unsigned sum = 0;
#pragma omp parallel reduction(+ : sum)
  sum += 0;
  sum += (unsigned)part(2000);
  printf("%u %d %s %s\\n", sum, argc, argv[1], WORDS);
  return 0;
}
"""

GENERATORS = ["Unix Makefiles"] + (["Ninja"] if shutil.which("ninja") else [])


class Installed(BuildTest):

    def setUp(self):
        super().setUp()
        self.run_command("cmake", "--install", PREFIX, "--prefix", self.folder / "first place")
        self.prefix = self.folder / "moved here"
        (self.folder / "first place").rename(self.prefix)
        self.write("source/CMakeLists.txt", LISTS)
        self.write("source/part/CMakeLists.txt", PART_LISTS)
        self.write("source/part/part.c", PART)
        self.write("source/x.c", MAIN)

    def test_what_is_installed(self):
        for name in ("bin/tare", "bin/tare-gcc", "bin/tare-g++", "bin/tare-clang",
                     "bin/tare-clang++", *(f"bin/{path.name}" for path in (PREFIX / "bin").glob("tare-clang*-[0-9]*")),
                     "libexec/tare/tare-instrument", "lib/libtare-rt.so.1",
                     "lib/libtare-rt.a", "lib/libtare-omp-serial.a", "lib/libtare-window.so",
                     "lib/libtare-coupling.so",
                     "lib/cmake/Tare/TareConfig.cmake",
                     "share/tare/schema/tare.overheads-1.schema.json"):
            self.assertTrue((self.prefix / name).exists(), name)

    def test_documents_and_samples(self):
        documents = self.prefix / "share/doc/tare"
        known = texts.documents(documents)
        for name in ("README.md", "docs/tutorial/first-steps.md", "docs/reference/commands.md",
                     "samples/README.md"):
            self.assertIn(name, known)
        wrong = [message for name, text in known.items()
                 for message in links.wrong_links(name, text, documents, known)]
        self.assertEqual(wrong, [])
        for name in ("LICENSE", "samples/lu2.c", "samples/tutorial/uneven.c",
                     "samples/make-example/Makefile"):
            self.assertTrue((documents / name).exists(), name)
        self.assertEqual(list((documents / "samples").rglob("__pycache__")), [])

    def test_manual_pages(self):
        overview = self.run_command(self.prefix / "bin/tare", "--help").stdout
        verbs = re.findall(r"^  ([a-z]+)  ", overview, re.M)
        self.assertIn("overheads", verbs)
        pages = {path.name for path in (self.prefix / "share/man/man1").iterdir()}
        compilers = {path.name + ".1" for path in (self.prefix / "bin").glob("tare-*")}
        self.assertIn("tare-gcc.1", compilers)
        self.assertEqual(pages, {"tare.1"} | {f"tare-{verb}.1" for verb in verbs} | compilers)
        self.assertIn("\\-\\-threads", (self.prefix / "share/man/man1/tare-run.1").read_text())

    def test_calibration_programs_use_the_runtime_beside_them(self):
        programs = sorted((self.prefix / "libexec/tare").glob("tare-scale-*-probed"))
        self.assertTrue(programs)
        for program in programs:
            libraries = self.run_command("ldd", program).stdout
            self.assertIn(f"{self.prefix}/", libraries.split("libtare-rt.so.1")[1], program)
            self.assertTrue(program.with_name(program.name[:-len("-probed")]).exists(), program)

    def configure(self, generator, compiler, *options, prefix=None):
        self.run_command("cmake", "-S", "source", "-B", "build", "-G", generator,
                         "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_C_COMPILER={compiler}",
                         f"-DCMAKE_PREFIX_PATH={prefix or self.prefix}", "-DWITH_EXTRA=ON",
                         "-DWORDS=a;b c]]", *options)

    def test_overheads(self):
        for generator in GENERATORS:
            for compiler, _ in COMPILERS:
                with self.subTest(generator=generator, compiler=compiler):
                    shutil.rmtree(self.folder / "build", ignore_errors=True)
                    self.configure(generator, compiler)
                    self.check()

    def check(self):
        self.run_command("cmake", "--build", "build")
        self.assertEqual(list((self.folder / "build").glob("tare*/CMakeCache.txt")), [],
                         "`all` must not touch them")
        plain = self.run_command(self.folder / "build/p", "x")
        done = self.run_command("cmake", "--build", "build", "--target", "overheads", status=None)
        self.assert_measured("build/tare/p", 2)  # the archive's unit too
        self.assertEqual(self.modules_in("build/p"), 0)
        self.assertEqual(self.modules_in("source/lib/libpart.a"), 0, "the plain archive is untouched")
        self.assertEqual(self.run_command(self.folder / "build/tare/p", "x").stdout, plain.stdout)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        ledgers = list((self.folder / "build/tare-results").glob("tare-p-*/ledger.json"))
        self.assertEqual(len(ledgers), 1)
        ledger = json.loads(ledgers[0].read_text())
        self.assertEqual(sorted(table["threads"] for table in ledger["tables"]), [1, 2])
        manifest = json.loads(ledgers[0].with_name("manifest.json").read_text())
        for run in manifest["runs"]:
            self.assertEqual(run["argv"][1:], ["an argument", str(run["threads"])], run)
            self.assertTrue(run["argv"][0].startswith(str(self.folder / "build")), run)
        # the second time nothing is built, and the results are new ones
        again = self.run_command("cmake", "--build", "build", "--target", "p_overheads")
        self.assertNotIn("configuring the tree", again.stdout + again.stderr)
        self.assertEqual(len(list((self.folder / "build/tare-results").glob("tare-p-*"))), 2)

    def test_a_whole_command_may_be_given(self):
        self.write("source/CMakeLists.txt", LISTS.replace('COMMAND "an argument"',
                                                          'COMMAND env "A=it\'s so" p "an argument"'))
        self.configure(GENERATORS[-1], COMPILERS[0][0])
        self.run_command("cmake", "--build", "build", "--target", "overheads")
        manifest = next((self.folder / "build/tare-results").glob("tare-*/manifest.json"))
        for run in json.loads(manifest.read_text())["runs"]:
            self.assertEqual(run["argv"][:2] + run["argv"][3:4], ["env", "A=it's so", "an argument"])
            self.assertIn(run["argv"][2], {"serial": [str(self.folder / "build/serial")],
                                           "parallel": [str(self.folder / "build/p")],
                                           "instrumented": [str(self.folder / "build/tare/p")],
                                           "ignored": [str(self.folder / "build/tare-ignored/p")],
                                           "serial_instrumented":
                                           [str(self.folder / "build/tare-serial/p_overheads/serial")]}
                          [run["role"]])

    def test_check_against_a_kept_table(self):
        gate = 'REPEAT 3\n  BASE base.json FAIL_ON "time > 100000%" "any > 100000%")'
        self.write("source/CMakeLists.txt", LISTS.replace("REPEAT 2)", gate))
        self.configure(GENERATORS[-1], COMPILERS[0][0])

        def build(target, status=0):
            done = self.run_command("cmake", "--build", "build", "--target", target, status=None)
            self.assertEqual(done.returncode == 0, status == 0, done.stdout + done.stderr)
            return done.stdout + done.stderr

        self.assertIn("build overheads-base first", build("overheads-check", 1))
        self.assertIn(f"esults: {self.folder}/build/tare-results/tare-", build("overheads-base"))
        base = self.folder / "source/base.json"
        said = build("p_overheads-check")
        self.assertIn("gate time > 100000%: passed", said)
        self.assertIn("gate any > 100000%: passed", said)
        again = self.folder / "again"
        again.mkdir()
        self.run_command("cmake", "-P", self.prefix / "lib/cmake/Tare/TareWeigh.cmake",
                         self.folder / "build/tare-overheads/p_overheads.cmake", "again", "base", again)
        self.assertEqual((again / "ledger.json").read_text(), base.read_text())
        other = json.loads(base.read_text())
        other["machine"]["cores"] += 1
        base.write_text(json.dumps(other))
        self.assertIn("not alike", build("overheads-check", 1))
        # What is wrong before anything is weighed is told before.
        weighed = len(list((self.folder / "build/tare-results").iterdir()))
        base.write_text("{")
        self.assertIn("base.json", build("overheads-check", 1))
        base.write_text(json.dumps(other))
        self.write("source/CMakeLists.txt",
                   LISTS.replace("REPEAT 2)", gate.replace("any > 100000%", "some@x.c:3 > 1%")))
        self.assertIn("some", build("overheads-check", 1))
        self.assertEqual(len(list((self.folder / "build/tare-results").iterdir())), weighed)

    def test_from_the_build_tree(self):
        self.configure(GENERATORS[-1], COMPILERS[0][0], prefix=PREFIX)
        self.run_command("cmake", "--build", "build")

    def test_a_launcher_of_the_project_stays_behind_ours(self):
        launcher = self.write("my launcher", '#!/bin/sh\necho "$@" >> "$(dirname "$0")/launched"\n'
                                             'exec "$@"\n')
        launcher.chmod(0o755)
        text = LISTS.replace("add_subdirectory",
                             f'set(CMAKE_C_COMPILER_LAUNCHER "{launcher}")\nadd_subdirectory', 1)
        self.write("source/CMakeLists.txt", text)
        self.configure(GENERATORS[0], COMPILERS[0][0])
        self.run_command("cmake", "--build", "build", "--target", "overheads", status=None)
        self.assert_measured("build/tare/p", 2)
        self.assertIn(".ii", (self.folder / "launched").read_text())  # it saw our last step

    def test_a_changed_cache_entry_arrives(self):
        self.configure(GENERATORS[-1], COMPILERS[0][0])
        self.run_command("cmake", "--build", "build", "--target", "overheads", status=None)
        self.configure(GENERATORS[-1], COMPILERS[0][0], "-DCMAKE_C_FLAGS=-DMARKED")
        self.run_command("cmake", "--build", "build", "--target", "overheads", status=None)
        self.assertIn("-DMARKED", (self.folder / "build/tare/CMakeCache.txt").read_text())

    def test_a_multi_config_generator_is_refused_by_the_target_only(self):
        if "Ninja" not in GENERATORS:
            self.skipTest("needs ninja")
        self.configure("Ninja Multi-Config", COMPILERS[0][0])
        self.run_command("cmake", "--build", "build", "--config", "Release")
        done = self.run_command("cmake", "--build", "build", "--target", "overheads", status=None)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("not supported", done.stdout + done.stderr)

    def test_mistakes_are_named(self):
        for call, said in (("tare_overheads(o)", "PARALLEL"),
                           ("tare_overheads(o PARALLEL nothing)", "there is no target 'nothing'"),
                           ("tare_overheads(o PARALLEL p ODD)", "unknown argument"),
                           ("tare_overheads(o PARALLEL p SERIAL serial NO_SERIAL)", "NO_SERIAL says"),
                           ("tare_overheads(o PARALLEL p FAIL_ON x)", "BASE <table.json>")):
            self.write("source/CMakeLists.txt", LISTS + call + "\n")
            done = self.run_command("cmake", "-S", "source", "-B", "build2",
                                    f"-DCMAKE_PREFIX_PATH={self.prefix}", status=None)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(said, done.stderr)

    def test_a_name_that_the_program_has(self):
        self.write("source/CMakeLists.txt", LISTS + "tare_overheads(p PARALLEL p)\n")
        done = self.run_command("cmake", "-S", "source", "-B", "build3",
                                f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertIn("the target is p-overheads", done.stdout)
        shown = self.run_command("cmake", "--build", "build3", "--target", "help")
        self.assertIn("p-overheads", shown.stdout)


if __name__ == "__main__":
    main()
