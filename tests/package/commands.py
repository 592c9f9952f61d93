# SPDX-License-Identifier: Apache-2.0
"""Single calls of the compiler through `tare cc`, beside the same calls without it."""
import json
import os
import re
import shutil
import signal
import subprocess
import time
import unittest

from support import CLANG, BuildTest, COMPILERS, PREFIX, PROGRAM, TARE, each_compiler, main


class Commands(BuildTest):
    def setUp(self):
        super().setUp()
        self.write_program()

    @each_compiler
    def test_object_and_program(self, c, cxx):
        self.tare_cc(c, "-fopenmp", "-O2", "-c", "x.c", "-o", "x.o")
        self.assert_measured("x.o")
        self.run_command(c, "-fopenmp", "x.o", "-o", "p")  # the plain link is enough
        self.assert_runs("p")

    @each_compiler
    def test_compile_and_link(self, c, cxx):
        self.write("y.c", "int y(void) { return 1; }\n")
        self.tare_cc(c, "-fopenmp", "x.c", "y.c", "-o", "p")
        self.assert_measured("p")
        self.assert_runs("p")

    @each_compiler
    def test_derived_names(self, c, cxx):
        self.write("sub/z.c", PROGRAM.replace("size.h", "../size.h"))
        self.tare_cc(c, "-fopenmp", "-c", "x.c", "sub/z.c")
        self.assert_measured("x.o")
        self.assert_measured("z.o")
        self.tare_cc(c, "-fopenmp", "-S", "sub/z.c")
        self.assertIn("tare_m_", (self.folder / "z.s").read_text())

    @each_compiler
    def test_cxx(self, c, cxx):
        self.write("x.cpp", PROGRAM.replace("stdio.h", "cstdio"))
        self.tare_cc(cxx, "-fopenmp", "-std=c++17", "x.cpp", "-o", "p")
        self.assert_measured("p")
        self.assert_runs("p")
        self.tare_cc(cxx, "-fopenmp", "-Wno-deprecated", "-c", "x.c", "-o", "c.o")  # .c read as C++
        self.assert_measured("c.o")

    @each_compiler
    def test_static(self, c, cxx):
        plain = self.run_command(c, "-fopenmp", "-static", "x.c", "-o", "plain", status=None)
        if plain.returncode:
            self.skipTest(f"{c} cannot link statically here")
        self.tare_cc(c, "-fopenmp", "-static", "x.c", "-o", "p")
        self.assert_measured("p")
        self.assertRegex(self.run_command("nm", "p").stdout, r" [TW] tare_rt_attach")
        self.assert_runs("p")

    @each_compiler
    def test_static_links_are_as_quiet_as_without_tare(self, c, cxx):
        """libtool takes whatever such a link prints for `static linking does not work`."""
        for source, compiler in (("n.c", c), ("n.cpp", cxx), ("conftest.c", c)):
            self.write(source, "int main(void) { return 0; }\n")
            self.run_command(compiler, "-fopenmp", "-c", source, "-o", source + ".o")
            for link in ("-static", "-static-pie"):
                words = [compiler, "-fopenmp", link, source + ".o", "-o", "p"]
                if self.run_command(*words, status=None).returncode:
                    self.skipTest(f"{compiler} cannot link statically here")
                self.assertEqual(self.tare_cc(*words).stderr, "", words)
                attach = self.run_command("nm", "p").stdout.count(" T tare_rt_attach")
                self.assertEqual(attach, 0 if source == "conftest.c" else 1, words)
                self.run_command(self.folder / "p")

    @each_compiler
    def test_passed_options(self, c, cxx):
        lto = ["-flto"] if c == "gcc" else []  # clang's needs a linker of its own
        self.tare_cc(c, "-fopenmp", "-fPIC", "-g", "-save-temps", *lto, "x.c", "-o", "p")
        self.assert_runs("p")

    def made_by(self, words, *tare):
        """What a command leaves beside its sources, and what the program adds when it runs."""
        folder = self.folder / ("ours" if tare else "plain")
        self.write_program(folder.name)
        self.write(f"{folder.name}/sub/y.c", "int y(int a) {\n#pragma omp critical\n"
                                             "  ++a;\n  return a;\n}\n")
        (folder / "out").mkdir()
        self.run_command(*tare, *words.split(), folder=folder)
        for program in [path for path in folder.glob("**/*")
                        if path.is_file() and os.access(path, os.X_OK)]:
            self.run_command(program)
        made = sorted(str(path.relative_to(folder)) for path in folder.glob("**/*"))
        shutil.rmtree(folder)
        return made

    @each_compiler
    def test_coverage_beside_files_of_the_user(self, c, cxx):
        """An object's usual name is taken, or two sources have one: .gcda goes where it would go."""
        places = {}
        for how in ("plain", "ours"):
            self.write_program(how)
            self.write(f"{how}/sub/x.c", "int y(void);\nint y(void) {\n#pragma omp critical\n"
                                         "  {}\n  return 1;\n}\n")
            self.write(f"{how}/p-x.o", "mine")
            words = [c, "-fopenmp", "--coverage", "x.c", "-o"]
            self.run_command(*([TARE, "cc"] if how == "ours" else []), *words, "p",
                             folder=self.folder / how)
            self.run_command(*([TARE, "cc"] if how == "ours" else []), *words[:-1], "sub/x.c", "-o",
                             "q", folder=self.folder / how)
            for program in ("p", "q"):
                self.run_command(self.folder / how / program)
            self.assertEqual((self.folder / how / "p-x.o").read_text(), "mine")
            places[how] = sorted(path.name for path in (self.folder / how).iterdir())
        self.assertEqual(places["ours"], places["plain"])
        self.assertIn("p-x.gcda", places["ours"])

    @each_compiler
    def test_side_files(self, c, cxx):
        cases = ["--coverage x.c", "--coverage x.c -o x", "--coverage x.c -o out/x",
                 "--coverage x.c -o p.exe", "--coverage x.c sub/y.c -o x", "--coverage -c x.c -o out/z.o"]
        if c == "gcc":
            cases += ["-fstack-usage x.c -o x", "-fstack-usage x.c -o out/p",
                      "-fdump-tree-optimized x.c -o x", "-fdump-tree-optimized x.c sub/y.c -o out/x",
                      "-fdump-tree-optimized -c x.c -o out/z.o", "-fprofile-generate x.c -o x"]
        for case in cases:
            with self.subTest(command=case):
                words = f"{c} -fopenmp {case}"
                self.assertEqual(self.made_by(words, TARE, "cc"), self.made_by(words))

    @unittest.skipUnless(shutil.which("gcov") and shutil.which("gcc"), "gcov is not installed")
    def test_coverage(self):
        self.tare_cc("gcc", "-fopenmp", "--coverage", "x.c", "-o", "x")
        self.assert_measured("x")
        self.assert_runs("x")
        self.assertEqual(re.findall("File '(.*)'", self.run_command("gcov", "x.c").stdout), ["x.c"])
        self.assertIn("1:    8:  printf", (self.folder / "x.c.gcov").read_text())

    @each_compiler
    def test_dependency_files(self, c, cxx):
        self.write("sub/z.c", PROGRAM.replace("size.h", "../size.h"))
        cases = [
            "-MD -c x.c -o out/x.o", "-MMD -MP -c x.c -o out/x.o", "-MD -c sub/z.c",
            "-MD -MF my.d -c x.c -o out/x.o", "-MD -MT a -MQ b$c -MF my.d -c x.c -o x.o",
            "-MMD -MFmy.d -c x.c", "-Wp,-MD,my.d -c x.c -o out/x.o", "-MD -c x.c -o out/no_suffix",
            "-MMD -S x.c", "-MMD -S x.c -o out/x.asm", "-MMD x.c -o out/p", "-MMD x.c",
            "-MMD x.c sub/z.c -DA -c", "--write-dependencies --compile x.c --output=out/x.o",
            "--write-user-dependencies --assemble x.c",
        ]
        for case in cases:
            with self.subTest(command=case):
                self.assertEqual(self.dependencies(c, case, plain=True),
                                 self.dependencies(c, case, plain=False))

    @unittest.skipUnless(shutil.which(CLANG), "no clang is installed")
    def test_fragments_of_a_compilation_database(self):
        self.write("sub/z.c", PROGRAM.replace("size.h", "../size.h"))
        for case in ("-c x.c -o x.o", "x.c sub/z.c -c", "-DA x.c -o p"):
            with self.subTest(command=case):
                found = []
                for tare in ([], [TARE, "cc"]):
                    self.run_command(*tare, CLANG, "-fopenmp", "-MJ", "f.json", *case.split())
                    text = (self.folder / "f.json").read_text()
                    found.append(json.loads("[" + text.rstrip().rstrip(",") + "]"))
                for theirs, ours in zip(*found, strict=True):
                    self.assertEqual(ours["file"], theirs["file"])
                    self.assertEqual(ours["directory"], theirs["directory"])
                    self.assertNotIn("-E", ours["arguments"])
                    self.run_command(*ours["arguments"], folder=ours["directory"])

    def dependencies(self, c, case, plain):
        """Every .d file that the command writes, by name, after which all outputs are removed."""
        (self.folder / "out").mkdir(exist_ok=True)
        self.run_command(*([] if plain else [TARE, "cc"]), c, "-fopenmp", *case.split())
        found = {str(path.relative_to(self.folder)): path.read_text()
                 for path in self.folder.rglob("*.d")}
        self.assertTrue(found)
        for path in self.folder.rglob("*"):
            if path.is_file() and path.suffix not in (".c", ".h"):
                path.unlink()
        return found

    @each_compiler
    def test_broken_source(self, c, cxx):
        self.write("bad.c", '#include "size.h"\n#pragma omp parallel\n{ int x = ; }\n')
        for command in (["-c", "bad.c"], ["bad.c", "x.c", "-o", "p"], ["-c", "no_such.c"],
                        ["-MD", "-c", "bad.c", "-o", "bad.o"]):
            plain = self.run_command(c, "-fopenmp", *command, status=None)
            ours = self.tare_cc(c, "-fopenmp", *command, status=None)
            self.assertNotEqual(plain.returncode, 0)
            self.assertEqual(ours.returncode, plain.returncode)
            self.assertEqual(stable(ours.stderr), stable(plain.stderr))

    def tare_that_fails(self, how):
        """A Tare whose tare-instrument does `how` first, unless it is asked for a fallback."""
        place = self.folder / "spoilt"
        (place / "bin").mkdir(parents=True)
        (place / "libexec" / "tare").mkdir(parents=True)
        shutil.copy2(TARE, place / "bin" / "tare")
        (place / "lib").symlink_to(PREFIX / "lib")
        script = place / "libexec" / "tare" / "tare-instrument"
        script.write_text(f'#!/bin/sh\ncase "$*" in *--fallback*) ;; *) {how} ;; esac\n'
                          f'exec "{PREFIX}/libexec/tare/tare-instrument" "$@"\n')
        script.chmod(0o755)
        return place / "bin" / "tare"

    @each_compiler
    def test_what_cannot_be_instrumented_is_compiled_and_listed(self, c, cxx):
        for how, reason in (("echo broken pipes >&2; exit 3", "broken pipes"), ("kill -9 $$", "")):
            with self.subTest(how=how):
                tare = self.tare_that_fails(how)
                done = self.run_command(tare, "cc", c, "-fopenmp", "-MD", "-c", "x.c", "-o", "x.o")
                self.assertRegex(done.stderr, f"^tare: x.c: not measured: .*{reason}\n$")
                self.assert_measured("x.o")
                self.assertTrue((self.folder / "x.d").exists())
                done = self.run_command(tare, "cc", c, "-fopenmp", "x.c", "-o", "p")
                self.assertIn("x.c: not measured: ", done.stderr)
                self.assert_measured("p")
                self.assert_runs("p")
                shutil.rmtree(tare.parent.parent)

    @each_compiler
    def test_instrumented_text_that_does_not_compile(self, c, cxx):
        tare = self.tare_that_fails('echo "neither C nor C++" > "$4"; exit 0')
        done = self.run_command(tare, "cc", c, "-fopenmp", "-c", "x.c")
        self.assertRegex(done.stderr,
                         "^tare: x.c: not measured: the instrumented text does not compile: .*\n$")
        self.assert_measured("x.o")
        self.write("bad.c", "#pragma omp parallel\nint;;; x = ;\n")
        plain = self.run_command(c, "-fopenmp", "-c", "bad.c", status=None)
        ours = self.run_command(tare, "cc", c, "-fopenmp", "-c", "bad.c", status=None)
        self.assertEqual((ours.returncode, ours.stderr), (plain.returncode, plain.stderr))
        shutil.rmtree(tare.parent.parent)

    def test_an_incomplete_tare_compiles_the_original(self):
        tare = self.tare_that_fails("true")
        (tare.parent.parent / "libexec/tare/tare-instrument").unlink()
        done = self.run_command(tare, "cc", "gcc", "-fopenmp", "x.c", "-o", "p")
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn("tare-instrument", done.stderr)
        self.assert_runs("p")

    @each_compiler
    def test_warnings_as_errors(self, c, cxx):
        self.write("m.c", "#define SAME(a) ((a) == (a))\n" + PROGRAM.replace("int main", """
#define BOTH(a, b) a && b
static int helper(int a, int b) { switch (a) { case 1: ++b; /* fall through */ default: break; }
  return BOTH(a, b); }
int use(int a);
int use(int a) { return helper(a, a); }
int main"""))
        self.tare_cc(c, "-fopenmp", "-Wall", "-Wextra", "-Werror", "-c", "m.c")
        self.assert_measured("m.o")

    @each_compiler
    def test_preprocessor_messages(self, c, cxx):
        self.write("w.c", "#warning mind the gap\n" + PROGRAM)
        ours = self.tare_cc(c, "-fopenmp", "-c", "w.c")
        self.assertEqual(ours.stderr.count("warning: "), 1)
        self.write("e.c", "#error no\n" + PROGRAM)
        self.assertEqual(self.tare_cc(c, "-fopenmp", "-c", "e.c", status=None).stderr,
                         self.run_command(c, "-fopenmp", "-c", "e.c", status=None).stderr)

    @each_compiler
    def test_response_file(self, c, cxx):
        self.write("args.rsp", '-fopenmp "-DSPACE=a b"\n-c x.c -o x.o')
        self.tare_cc(c, "@args.rsp")
        self.assert_measured("x.o")

    @each_compiler
    def test_debug_names_are_the_original_ones(self, c, cxx):
        self.tare_cc(c, "-fopenmp", "-g", "-c", "x.c")
        text = self.run_command("readelf", "--debug-dump=info", "--debug-dump=rawline", "x.o").stdout
        self.assertIn("x.c", text)
        self.assertNotIn(".ii", text)
        self.assertNotIn("tare-cc-", text)

    @each_compiler
    def test_untouched(self, c, cxx):
        cases = ["--version", "-print-search-dirs", "-fopenmp -E x.c", "-fopenmp -MM x.c",
                 "-fopenmp -dumpversion", "-fopenmp", "-fopenmp -fsyntax-only x.c"]
        for case in cases:
            plain = self.run_command(c, *case.split(), status=None)
            ours = self.tare_cc(c, *case.split(), status=None)
            self.assertEqual((ours.returncode, ours.stdout, ours.stderr),
                             (plain.returncode, plain.stdout, plain.stderr), case)
        for case in (["-c", "x.c"], ["-fopenmp-simd", "-c", "x.c"]):
            self.tare_cc(c, *case, "-o", "ours.o")
            self.run_command(c, *case, "-o", "plain.o")
            self.assertEqual((self.folder / "ours.o").read_bytes(),
                             (self.folder / "plain.o").read_bytes())
        self.write("conftest.c", PROGRAM)
        self.tare_cc(c, "-fopenmp", "-c", "conftest.c")
        self.assert_measured("conftest.o", 0)
        self.tare_cc(c, "-fopenmp", "-c", "x.c", TARE_WRAPPER="off")
        self.assert_measured("x.o", 0)

    def test_verbose_says_what_was_decided(self):
        c = COMPILERS[0][0]
        self.assertIn("no -fopenmp", self.tare_cc(c, "-c", "x.c", TARE_VERBOSE="1").stderr)
        self.assertIn("x.c: instrumented",
                      self.tare_cc(c, "-fopenmp", "-c", "x.c", TARE_VERBOSE="1").stderr)
        self.assertEqual(self.tare_cc(c, "-fopenmp", "-c", "x.c").stderr, "")

    def test_one_word_compilers(self):
        for name in ("tare-gcc", "tare-clang"):
            if self.run_command("which", name[5:], status=None).returncode == 0:
                self.run_command(PREFIX / "bin" / name, "-fopenmp", "-c", "x.c")
                self.assert_measured("x.o")

    @each_compiler
    def test_names_of_sources_from_a_build_folder_beside_them(self, c, cxx):
        self.write_program("proj/src")
        self.write("proj/Makefile", "")
        self.write("bld/Makefile", "")
        self.tare_cc(c, "-fopenmp", "-c", "../proj/src/x.c", "-o", "x.o", folder=self.folder / "bld")
        nodes = self.run_command(TARE, "nodes", "bld/x.o").stdout
        self.assertRegex(nodes, r"(?m) src/x\.c:\d+")
        self.assertNotIn(str(self.folder), nodes)
        self.write("proj/common/y.c", "void y(int *a);\nvoid y(int *a) {\n#pragma omp simd\n"
                                      "  for (int i = 0; i < 9; i++)\n    a[i] = i;\n}\n")
        self.tare_cc(c, "-fopenmp", "-c", "../proj//common/y.c", folder=self.folder / "bld")
        seen = self.run_command(TARE, "doctor", "bld", status=None).stdout
        self.assertRegex(seen, r"(?m)^ *src/x\.c \((gcc|clang)\): 1 construct seen")
        self.assertRegex(seen, r"(?m)^ *common/y\.c \((gcc|clang)\): 1 construct seen")
        self.assertRegex(seen, r"(?m)^ *common/y\.c:3  simd  left alone: ")
        self.assertNotIn("..", seen)

    def test_launcher_in_between(self):
        launcher = self.write("ccache", '#!/bin/sh\necho "$1 $2" >> launched\nexec "$@"\n')
        launcher.chmod(0o755)
        self.tare_cc(launcher, COMPILERS[0][0], "-fopenmp", "-c", "x.c")
        self.assert_measured("x.o")
        self.assertEqual((self.folder / "launched").read_text().count("\n"), 1)

    def test_no_such_compiler(self):
        self.tare_cc("no-such-compiler", "-c", "x.c", status=127)
        self.tare_cc("/no/such/gcc", "-fopenmp", "-c", "x.c", status=127)

    def test_read_only_source(self):
        for path in (self.folder / "x.c", self.folder / "size.h"):
            path.chmod(0o444)
        (self.folder / "build").mkdir()
        self.tare_cc(COMPILERS[0][0], "-fopenmp", "-c", "../x.c", folder=self.folder / "build")
        self.assert_measured("build/x.o")

    def test_an_interrupted_compile_leaves_nothing(self):
        slow = self.write("gcc", '#!/bin/sh\necho started > started\nexec sleep 60\n')
        slow.chmod(0o755)
        process = subprocess.Popen([str(TARE), "cc", str(slow), "-fopenmp", "-c", "x.c"],
                                   cwd=self.folder, env={**os.environ, "TMPDIR": str(self.temporary)})
        while not (self.folder / "started").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(), 128 + signal.SIGTERM)


def stable(text):
    """Diagnostics without the names of the compilers' own temporary files."""
    return [line for line in text.splitlines() if "/cc" not in line]


if __name__ == "__main__":
    main()
