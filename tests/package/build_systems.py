# SPDX-License-Identifier: Apache-2.0
"""Autotools, libtool, Meson, ccache, launchers, wrappers of compilers, and a shim in PATH."""
import os
import shutil
import unittest

from support import BuildTest, COMPILERS, PREFIX, PROGRAM, TARE, each_compiler, main

PART = """int part(int n);
int part(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
  return sum;
}
"""

WITH_PART = PROGRAM.replace("int main", "int part(int n);\nint main").replace(
    "return 0", "return part(1)")


def needs(*tools):
    missing = [tool for tool in tools if not shutil.which(tool)]
    return unittest.skipIf(missing, f"not installed: {' '.join(missing)}")


class Autotools(BuildTest):
    CONFIGURE = """AC_INIT([weighed], [1])
AM_INIT_AUTOMAKE([foreign subdir-objects])
AC_PROG_CC
AC_OPENMP
AC_CHECK_HEADERS([omp.h])
AC_SEARCH_LIBS([omp_get_max_threads], [gomp omp])
AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [[
#pragma omp parallel
{ int only_the_plain_compiler_says_this = }
]])], [], [AC_MSG_NOTICE([broken programs are told apart])])
LIBTOOL_LINE
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
"""

    def project(self, libtool):
        self.write_program()
        self.write("x.c", WITH_PART)
        self.write("part.c", PART)
        line = "AM_PROG_AR\nLT_INIT" if libtool else "AC_PROG_RANLIB"
        self.write("configure.ac", self.CONFIGURE.replace("LIBTOOL_LINE", line))
        kind = "LTLIBRARIES" if libtool else "LIBRARIES"
        name = "libpart.la" if libtool else "libpart.a"
        mangled = name.replace(".", "_")
        self.write("Makefile.am", f"""AM_CFLAGS = $(OPENMP_CFLAGS) -Wall -Werror
bin_PROGRAMS = p
p_SOURCES = x.c size.h
p_LDADD = {name}
lib_{kind} = {name}
{mangled}_SOURCES = part.c
""")
        self.run_command("autoreconf", "-fi")

    def configure(self, c, tare, folder):
        # Make splits the path of tare at its spaces, as it does with any compiler's.
        link = self.folder.parent / (self.folder.name.replace(" ", "-") + "-tare")
        if not link.is_symlink():
            link.symlink_to(TARE)
            self.addCleanup(link.unlink)
        shutil.rmtree(self.folder / folder, ignore_errors=True)
        (self.folder / folder).mkdir()
        cc = f"{link} cc {c}" if tare else c
        said = self.run_command("../configure", f"CC={cc}", folder=self.folder / folder).stdout
        return said.replace(f"{link} cc ", "")

    @needs("autoreconf", "automake", "make")
    @each_compiler
    def test_configure_sees_the_plain_compiler(self, c, cxx):
        self.project(libtool=False)
        said = [self.configure(c, tare, folder) for tare, folder in ((False, "plain"),
                                                                     (True, "ours"))]
        self.assertEqual([line for line in said[1].splitlines() if line.startswith("checking")],
                         [line for line in said[0].splitlines() if line.startswith("checking")])
        self.assertIn("-fopenmp", said[1])
        for name in ("plain", "ours"):
            self.run_command("make", "-j3", folder=self.folder / name)
            self.assert_runs(f"{name}/p")
        self.assert_measured("ours/p", 2)
        self.assert_measured("plain/p", 0)
        self.assertEqual(self.dependencies("ours"), self.dependencies("plain"))

    def dependencies(self, folder):
        return {path.name: path.read_text() for path in (self.folder / folder).rglob("*.Po")}

    @needs("autoreconf", "automake", "libtoolize", "make")
    @each_compiler
    def test_libtool(self, c, cxx):
        self.project(libtool=True)
        self.configure(c, True, "ours")
        self.run_command("make", "-j3", folder=self.folder / "ours")
        self.assert_measured("ours/.libs/p", 1)
        self.assert_measured("ours/.libs/part.o", 1)  # position-independent
        self.assert_measured("ours/part.o", 1)
        self.assert_runs("ours/p")
        self.assertIn("up to date", self.run_command("make", "part.lo",
                                                     folder=self.folder / "ours").stdout)
        self.assert_measured("ours/.libs/libpart.a", 1)
        self.assert_measured("ours/.libs/libpart.so", 1)


class Meson(BuildTest):
    @needs("meson", "ninja")
    @each_compiler
    def test_compiler_in_the_environment(self, c, cxx):
        self.write_program()
        self.write("x.c", WITH_PART)
        self.write("part.cpp", PART.replace("int part", 'extern "C" int part', 1)
                   .replace("\nint part", '\nextern "C" int part', 1))
        self.write("meson.build", """project('weighed', 'c', 'cpp', default_options: ['werror=true'])
dependency('openmp', required: false)
if not meson.get_compiler('c').compiles('int main(void) { return 0; }', args: '-fopenmp')
  error('-fopenmp')
endif
flags = '-fopenmp'
part = static_library('part', 'part.cpp', cpp_args: flags)
executable('p', 'x.c', link_with: part, c_args: flags, link_args: flags)
""")
        for way in ("words", "launcher"):
            with self.subTest(way=way):
                link = self.folder / "tare-link"
                link.exists() or link.symlink_to(TARE)
                environment = {"CC": f"'{link}' cc {c}", "CXX": f"'{link}' cc {cxx}"}
                if way == "launcher":
                    self.write("native.ini", f"[binaries]\nc = ['{TARE}', 'cc', '{c}']\n"
                                             f"cpp = ['{TARE}', 'cc', '{cxx}']\n")
                    self.run_command("meson", "setup", "build", "--native-file", "native.ini")
                else:
                    self.run_command("meson", "setup", "build", **environment)
                self.run_command("ninja", "-C", "build")
                self.assert_measured("build/p", 2)
                self.assert_runs("build/p")
                self.assertIn("no work to do", self.run_command("ninja", "-C", "build").stdout)
                self.assertEqual(list(self.folder.rglob("tare-results")), [])
                shutil.rmtree(self.folder / "build")


class Launchers(BuildTest):
    def setUp(self):
        super().setUp()
        self.write_program()

    @needs("ccache")
    @each_compiler
    def test_ccache_on_either_side(self, c, cxx):
        cache = {"CCACHE_DIR": str(self.folder / "cache"), "CCACHE_TEMPDIR": str(self.temporary)}
        for words in ([TARE, "cc", "ccache", c], ["ccache", TARE, "cc", c]):
            with self.subTest(words=words[0]):
                for attempt in range(2):
                    self.run_command(*words, "-fopenmp", "-MMD", "-c", "x.c", "-o", "x.o",
                                     status=None if words[0] == "ccache" else 0, **cache)
                    if (self.folder / "x.o").exists():
                        self.assertIn("size.h", (self.folder / "x.d").read_text())
                        self.run_command(c, "-fopenmp", "x.o", "-o", "p")
                        self.assert_runs("p")
                if words[0] != "ccache":
                    self.assert_measured("x.o", 1)
                    hits = self.run_command("ccache", "--print-stats", **cache).stdout
                    self.assertRegex(hits, r"(direct|preprocessed)_cache_hit\t[1-9]")

    def test_a_launcher_like_distcc(self):
        launcher = self.write("distcc", '#!/bin/sh\necho "$@" >> launched\nexec "$@"\n')
        launcher.chmod(0o755)
        for c, _ in COMPILERS:
            with self.subTest(compiler=c):
                self.write("launched", "")
                self.tare_cc(launcher, c, "-fopenmp", "-c", "x.c")
                self.assert_measured("x.o")
                launched = (self.folder / "launched").read_text().splitlines()
                self.assertEqual(len(launched), 1)  # the compile, of text that needs no headers
                self.assertIn("cpp-output", launched[0])

    def test_a_launcher_that_sets_something_sees_every_step(self):
        for c, _ in COMPILERS:
            self.write("deep/size.h", "#define SIZE 10\n")
            self.write("sub/x.c", PROGRAM)
            self.tare_cc("env", f"CPATH={self.folder}/deep", c, "-fopenmp", "sub/x.c", "-o", "p")
            self.assert_measured("p")
            self.assert_runs("p", "45\n")

    @each_compiler
    def test_a_wrapper_such_as_mpicc(self, c, cxx):
        self.write("mpi/mpi.h", "#define SIZE 1000\n")
        self.write("m.c", PROGRAM.replace("size.h", "mpi.h"))
        mpicc = self.write("bin/mpicc", '#!/bin/sh\ncase "$*" in *-show*) echo shown; exit;; esac\n'
                                        f'exec {c} -I"{self.folder}/mpi" "$@" -lm\n')
        mpicc.chmod(0o755)
        self.tare_cc(mpicc, "-fopenmp", "m.c", "-o", "p")
        self.assert_measured("p")
        self.assert_runs("p")
        self.assertEqual(self.tare_cc(mpicc, "-show").stdout, "shown\n")
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        self.tare_cc("mpicc", "-fopenmp", "-c", "m.c", "-o", "m.o", PATH=path)
        self.assert_measured("m.o")


class Shim(BuildTest):
    def setUp(self):
        super().setUp()
        self.write_program()
        said = self.run_command(TARE, "shim", "the shim").stdout
        self.assertEqual(said, f"export PATH='{self.folder}/the shim':\"$PATH\"\n")
        self.path = f"{self.folder}/the shim:{os.environ['PATH']}"

    @each_compiler
    def test_compilers_by_name(self, c, cxx):
        self.write("Makefile", f"p: x.c\n\t{c} -fopenmp -o p x.c\n")
        self.run_command("make", "-B", PATH=self.path)
        self.assert_measured("p")
        self.assert_runs("p")
        self.assertEqual(self.run_command(c, "--version", PATH=self.path).stdout,
                         self.run_command(c, "--version").stdout)

    @each_compiler
    def test_nothing_is_done_twice(self, c, cxx):
        mpicc = self.write("bin/mpicc", f'#!/bin/sh\nexec {c} "$@"\n')
        mpicc.chmod(0o755)
        for words in ([TARE, "cc", c], [mpicc], [TARE, "cc", mpicc], ["cc"]):
            self.run_command(*words, "-fopenmp", "-c", "x.c", "-o", "x.o", PATH=self.path)
            self.assert_measured("x.o")

    @needs("ccache")
    def test_ccache_behind_the_shim(self):
        ccache = self.write("masquerade/README", "").parent
        for c, _ in COMPILERS:
            (ccache / c).symlink_to(shutil.which("ccache"))
            self.run_command(c, "-fopenmp", "-c", "x.c", "-o", "x.o",
                             PATH=f"{self.folder}/the shim:{ccache}:{os.environ['PATH']}",
                             CCACHE_DIR=str(self.folder / "cache"),
                             CCACHE_TEMPDIR=str(self.temporary))
            self.assert_measured("x.o")

    def test_a_second_time_and_with_nothing_behind(self):
        self.run_command(TARE, "shim", "the shim")
        done = self.run_command(self.folder / "the shim" / "gcc", "-c", "x.c", status=127,
                                PATH=f"{self.folder}/the shim")
        self.assertIn("in no folder of PATH but Tare's own", done.stderr)
        self.write("taken/gcc", "mine")
        done = self.run_command(TARE, "shim", "taken", status=3)
        self.assertIn("taken/gcc", done.stderr)
        self.assertEqual((self.folder / "taken/gcc").read_text(), "mine")


class BuildTools(BuildTest):
    """Generators that are themselves OpenMP programs, run while the project is built."""

    @each_compiler
    def test_a_generator_leaves_nothing_in_the_build(self, c, cxx):
        shutil.rmtree(self.folder / "tare-results", ignore_errors=True)
        self.write("gen.c", """#include <stdio.h>
int main(int argc, char **argv) {
  int n = 0;
  if (argc > 1) {
#pragma omp parallel for reduction(+ : n)
    for (int i = 0; i < 1000; ++i)
      n += 1;
  } else {
    n = 1000;
  }
  printf("#define SIZE %d\\n", n);
  return 0;
}
""")
        self.write("x.c", PROGRAM)
        self.tare_cc(c, "-fopenmp", "gen.c", "-o", "gen")
        out = self.run_command(self.folder / "gen", TARE_ENABLE="1")
        self.write("size.h", out.stdout)
        self.tare_cc(c, "-fopenmp", "x.c", "-o", "p")
        self.assert_runs("p")
        self.assertEqual(out.stderr, "")
        self.assertEqual(list(self.folder.rglob("tare-results")), [])
        self.run_command(self.folder / "gen", "region", TARE_ENABLE="1")
        self.assertEqual(len(list(self.folder.glob("tare-results/tare-gen-*"))), 1)


if __name__ == "__main__":
    main()
