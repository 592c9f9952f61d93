# SPDX-License-Identifier: Apache-2.0
"""Every way to name what is compiled and what comes out: beside the plain compiler, in the same
folder, a command ends alike, says the same, and leaves the same files."""
import shlex
import shutil
import subprocess

from support import CLANG, BuildTest, PROGRAM, TARE, each_compiler, main

SECOND = """int y(void);
int y(void) {
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  sum += 1;
  return sum > 0;
}
"""


class Inputs(BuildTest):
    def setUp(self):
        super().setUp()
        self.fill()

    def fill(self):
        self.write_program()
        self.write("y.c", SECOND)
        self.write("serial.c", "int f(void);\nint f(void) { return 1; }\n")
        self.write("sub/z.c", PROGRAM.replace("size.h", "../size.h"))
        self.write("noext", PROGRAM)
        self.write("x.cpp", PROGRAM)
        for name in ("a b.c", "quo'te\"s.c", "ünï.c", "-dash.c", "dol$lar.c", "back\\slash.c"):
            self.write(name, PROGRAM)
        self.write("deep/" + "/".join(["d" * 60] * 12) + "/x.c", PROGRAM)
        self.write("broken.c", '#include "size.h"\nint f( {\n')
        (self.folder / "out").mkdir(exist_ok=True)

    def observe(self, c, command, tare, stdin=None):
        """(status, stdout, stderr, files) of a command in a folder that is always the same."""
        before = set(self.files())
        words = [*([TARE, "cc"] if tare else []), c, *shlex.split(command)]
        done = self.run_command(*words, status=None, stdin=stdin)
        made = {name: path for name, path in self.files().items() if name not in before}
        kept = self.folder / "kept"
        for name, path in made.items():
            (kept / name).parent.mkdir(parents=True, exist_ok=True)
            path.rename(kept / name)
        return done, set(made)

    def files(self):
        found = {path.relative_to(self.folder): path for path in self.folder.rglob("*")}
        return {str(name): path for name, path in found.items()
                if path.is_file() and name.parts[0] not in ("kept", "tmp")}

    def compare(self, c, command, units=None, runs=None, stdin=None, stdout=True):
        with self.subTest(command=command):
            plain, plain_files = self.observe(c, command, tare=False, stdin=stdin)
            shutil.rmtree(self.folder / "kept", ignore_errors=True)
            ours, our_files = self.observe(c, command, tare=True, stdin=stdin)
            self.assertEqual(ours.returncode, plain.returncode, ours.stderr)
            self.assertEqual(ours.stderr, plain.stderr)
            if stdout:
                self.assertEqual(ours.stdout, plain.stdout)
            self.assertEqual(our_files, plain_files)
            for name, count in (units or {}).items():
                self.assert_measured(f"kept/{name}", count)
            if runs:
                self.assert_runs(f"kept/{runs}")
            shutil.rmtree(self.folder / "kept", ignore_errors=True)

    @each_compiler
    def test_languages(self, c, cxx):
        self.compare(c, "-fopenmp -x c x.c -o p", {"p": 1}, "p")
        self.compare(c, "-fopenmp -x c noext -o p", {"p": 1}, "p")
        self.compare(c, "-fopenmp -x c -c noext", {"noext.o": 1})
        self.compare(c, "-fopenmp -x c++ -c x.c -x none y.c", {"x.o": 1, "y.o": 1})
        self.compare(c, "-fopenmp -xc++ x.cpp -lstdc++ -o p", {"p": 1}, "p")
        self.compare(c, "-fopenmp -c y.c -x c noext", {"y.o": 1, "noext.o": 1})

    @each_compiler
    def test_standard_input(self, c, cxx):
        text = PROGRAM.replace('"size.h"', f'"{self.folder}/size.h"')
        for command, units, runs in (("-fopenmp -x c - -o p", {"p": 1}, "p"),
                                     ("-fopenmp -xc -c -", {"-.o": 1}, None),
                                     ("-fopenmp -x c -c - -o z.o -MD", {"z.o": 1}, None),
                                     ("-fopenmp -xc - y.c -o p", {"p": 2}, "p"),
                                     ("-fopenmp -x c -fsyntax-only -", {}, None),
                                     ("-fopenmp -x c /dev/stdin -o p", {"p": 1}, "p"),
                                     ("-fopenmp -x c -c -MD /dev/fd/0", {"0.o": 1}, None),
                                     ("-x c -c /dev/stdin", {"stdin.o": 0}, None),
                                     ("-x c -c -", {"-.o": 0}, None)):
            self.compare(c, command, units, runs, stdin=text)
        self.compare(c, "-fopenmp -x c - -c", {"-.o": 0}, stdin="int x;\n")
        self.compare(c, "-fopenmp -x c /dev/stdin -c", {"stdin.o": 0}, stdin="int x;\n")
        self.compare(c, "-fopenmp -x c - -c", stdin="#pragma omp parallel\nint broken(\n")

    def in_bash(self, command):
        return self.run_command("timeout", "60", "bash", "-c", command).stderr

    @each_compiler
    def test_pipes(self, c, cxx):
        """What a shell gives for <(...) can be read only once, and so can a FIFO."""
        include = f"-I'{self.folder}'"
        tare = f"'{TARE}' cc {c} -fopenmp {include}"
        self.assertEqual(self.in_bash(f"{tare} -g -x c <(cat x.c) -x none y.c -o p"), "")
        self.assert_measured("p", 2)
        self.assert_runs("p")
        self.in_bash(f"{tare} -x c -c <(echo 'int x;') -o x.o")
        self.assertIn(" x\n", self.run_command("nm", "x.o").stdout)
        self.in_bash(f"'{TARE}' cc --role ignored {c} -fopenmp {include} -x c -c <(cat x.c) -o x.o")
        self.assertNotRegex(self.run_command("nm", "x.o").stdout, "GOMP_|__kmpc_")
        if c != "gcc":  # which takes no options from a pipe
            self.in_bash(f"'{TARE}' cc {c} @<(echo -fopenmp) -c x.c -o x.o")
            self.assert_measured("x.o")

    @each_compiler
    def test_named_pipes_are_left_to_the_compiler(self, c, cxx):
        self.in_bash("mkfifo -m 600 f.c")
        said = self.in_bash(f"cat x.c > f.c & '{TARE}' cc {c} -fopenmp f.c -o p && wait")
        self.assertIn("tare: f.c: not measured: it can be read only once", said)
        self.assert_measured("p", 0)
        self.assert_runs("p")
        (self.folder / "f.c").unlink()

    def test_options_of_modules(self):
        """CMake gives them to all units of C++20, whether they import or not."""
        if not shutil.which("g++"):
            self.skipTest("no gcc")
        self.write("m.cpp", "export module m;\nexport int size() { return 1000; }\n")
        self.write("user.cpp", "import m;\n" + PROGRAM.replace('#include "size.h"', "")
                   .replace("SIZE", "size()"))
        flags = ("g++", "-std=c++20", "-fmodules-ts", "-fopenmp")
        if self.run_command(*flags, "-c", "m.cpp", status=None).returncode:
            self.skipTest("this gcc has no modules")
        self.write("x.modmap", "$root .\n")
        said = self.tare_cc(*flags, "-fmodule-mapper=x.modmap", "x.cpp", "-MD", "-o", "p").stderr
        self.assertEqual(said, "")
        self.assert_measured("p", 1)
        self.assert_runs("p")
        said = self.tare_cc(*flags, "user.cpp", "m.o", "-o", "p").stderr
        self.assertEqual(said, "tare: user.cpp: not measured: it imports modules, or is one\n")
        self.assertRegex(self.run_command(TARE, "nodes", "p").stdout,
                         r"user\.cpp \(gcc\), not measured: it imports modules, or is one")
        self.assert_runs("p")
        self.assertEqual(self.tare_cc(*flags, "-c", "m.cpp").stderr, "")

    @each_compiler
    def test_preprocessed_text(self, c, cxx):
        self.run_command(c, "-fopenmp", "-E", "x.c", "-o", "x1.i")
        self.run_command(c, "-fopenmp", "-E", "-xc++", "x.c", "-o", "x2.ii")
        self.compare(c, "-fopenmp x1.i -o p", {"p": 1}, "p")
        self.compare(c, "-fopenmp -c x2.ii", {"x2.o": 1})
        self.compare(c, "-fopenmp -c -x cpp-output x1.i -o p.o", {"p.o": 1})
        # what our own compile keeps is compiled as it is
        self.tare_cc(c, "-fopenmp", "-save-temps", "-c", "x.c")
        kept = self.folder / "x.i"
        self.assertIn("tare_", kept.read_text())
        self.tare_cc(c, "-fopenmp", "-w", "-c", "x.i", "-o", "again.o")
        self.assert_measured("again.o", 1)

    def directives_in(self, path):
        listed = self.run_command(TARE, "nodes", path).stdout
        return listed.count("parallel [parallel for")

    @each_compiler
    def test_texts_without_a_file_name(self, c, cxx):
        """From standard input, and preprocessed without markers: both are the user's."""
        text = PROGRAM.replace('"size.h"', f'"{self.folder}/size.h"')
        self.tare_cc(c, "-fopenmp", "-x", "c", "-", "-o", "q", stdin=text)
        self.assertEqual(self.directives_in("q"), 1)
        self.run_command(c, "-fopenmp", "-E", "-P", "x.c", "-o", "first.i")
        for name, front in (("x1.i", ""), ("x2.i", "int first(void) { return 1;\n}\n")):
            self.write(name, front + (self.folder / "first.i").read_text())
            self.compare(c, f"-fopenmp {name} -o p", {"p": 1}, "p")
            self.tare_cc(c, "-fopenmp", "-g", name, "-o", "q")
            self.assertEqual(self.directives_in("q"), 1)
            unit = self.run_command("readelf", "--debug-dump=info", "q").stdout
            self.assertRegex(unit, rf"DW_AT_name\s.*{name}")
            self.assertNotRegex(unit, r"DW_AT_name\s.*<tare>")

    @each_compiler
    def test_names_that_begin_like_the_compilers_own(self, c, cxx):
        self.write("<x>.c", PROGRAM)
        self.write("<built-in>/<y>.c", PROGRAM.replace("size.h", "../size.h"))
        for name in ("<x>.c", "<built-in>/<y>.c"):
            self.compare(c, f"-fopenmp -g {shlex.quote(name)} -o p", {"p": 1}, "p")
            self.tare_cc(c, "-fopenmp", name, "-o", "q")
            self.assertEqual(self.directives_in("q"), 1)

    @each_compiler
    def test_names_that_could_drive_a_terminal(self, c, cxx):
        name, with_return = "e\x1b[31mred\u202e.c", "re\rturn.c"
        for each in (name, with_return):
            self.write(each, PROGRAM)
        said = self.tare_cc(c, "-fopenmp", name, "-o", "p", TARE_VERBOSE="1").stderr
        self.assertRegex(said, r"tare: e\?\[31mred\?+\.c: instrumented\n")
        for each in (name, with_return):
            unplanned = self.tare_cc(c, "-fopenmp", "-c", each, TARE_PLAN="no\x1bplan").stderr
            self.assertRegex(unplanned, r"\.c: not measured: ")
            said += unplanned
        said += self.tare_cc("no\x1bsuch\rcompiler", "-c", "x.c", status=127).stderr
        said += self.run_command(TARE, "nodes", "no\x1bsuch.c", status=None).stderr
        for byte in "\x1b\r\u202e":
            self.assertNotIn(byte, said)

    @each_compiler
    def test_response_files(self, c, cxx):
        self.write("a.rsp", '-fopenmp "-DSPACE=a b" @b.rsp\n')
        self.write("b.rsp", "-c x.c -o 'x.o'\n")
        self.write("e.rsp", '-fopenmp -DQ=\\"x\\" x.c\t-o p')
        self.compare(c, "@a.rsp", {"x.o": 1})
        self.compare(c, "@e.rsp", {"p": 1}, "p")
        self.compare(c, "-fopenmp @no_such.rsp -c x.c")

    @each_compiler
    def test_odd_names(self, c, cxx):
        for name in ("a b.c", "quo'te\"s.c", "ünï.c", "dol$lar.c", "back\\slash.c"):
            stem = name[:-2]
            self.compare(c, f"-fopenmp -MMD -c {shlex.quote(name)}", {stem + ".o": 1})
            self.compare(c, f"-fopenmp -g {shlex.quote(name)} -o p", {"p": 1}, "p")
        self.compare(c, "-fopenmp -c ./-dash.c", {"-dash.o": 1})
        deep = next((self.folder / "deep").rglob("x.c")).relative_to(self.folder)
        self.compare(c, f"-fopenmp -I. -MD -c {deep}", {"x.o": 1})

    def test_names_after_two_dashes(self):
        for c in ("gcc", CLANG):
            if shutil.which(c):
                with self.subTest(compiler=c):
                    self.compare(c, "-fopenmp -c -- x.c", {"x.o": 1} if c != "gcc" else {})

    @each_compiler
    def test_outputs(self, c, cxx):
        self.compare(c, "-fopenmp x.c", {"a.out": 1}, "a.out")
        self.compare(c, "-fopenmp x.c y.c -o p", {"p": 2}, "p")
        self.compare(c, "-fopenmp x.c serial.c -o out/p", {"out/p": 1}, "out/p")
        self.compare(c, "-fopenmp -c x.c -o /dev/null")
        self.compare(c, "-fopenmp -S x.c -o -", stdout=False)
        self.compare(c, "-fopenmp -S x.c -o /dev/stdout", stdout=False)
        self.compare(c, "-fopenmp -E x.c")
        self.compare(c, "-fopenmp -c x.c y.c -o z.o")
        self.compare(c, "-fopenmp -c x.c -o no/such/folder/x.o")
        self.compare(c, "-fopenmp -MD -MF no/such/x.d -c x.c")
        self.compare(c, "-fopenmp x.c no_such.o -o p")
        self.compare(c, "-fopenmp -c no_such.c")
        self.compare(c, "-fopenmp -c broken.c")
        self.compare(c, "-fopenmp -fno_such_flag -c x.c")

    @each_compiler
    def test_side_files(self, c, cxx):
        for flags in ("--coverage", "-g -gsplit-dwarf"):
            self.compare(c, f"-fopenmp {flags} -c x.c -o out/x.o", {"out/x.o": 1})
            self.compare(c, f"-fopenmp {flags} x.c y.c -o out/p", {"out/p": 2})
            self.compare(c, f"-fopenmp {flags} x.c", {"a.out": 1})
        self.write("p-x.o", "mine")
        self.tare_cc(c, "-fopenmp", "--coverage", "x.c", "-o", "p")
        self.assertEqual((self.folder / "p-x.o").read_text(), "mine")

    def test_save_temps(self):
        self.compare("gcc", "-fopenmp -save-temps -c x.c", {"x.o": 1})
        self.compare("gcc", "-fopenmp -save-temps x.c -o p", {"p": 1}, "p")
        self.compare("gcc", "-fopenmp -save-temps=obj -c x.c -o out/x.o", {"out/x.o": 1})

    @each_compiler
    def test_a_source_that_goes_after_it_was_compiled(self, c, cxx):
        self.fill()
        self.tare_cc(c, "-fopenmp", "-g", "x.c", "-o", "p")
        (self.folder / "x.c").unlink()
        self.assert_runs("p")
        listed = self.run_command(TARE, "nodes", self.folder / "p").stdout
        self.assertIn("x.c", listed)

    @each_compiler
    def test_the_same_file_many_times_at_once(self, c, cxx):
        self.write("many.c", PROGRAM.replace("SIZE", "N").replace("int main", "int NAME"))
        running = []
        for n in range(1, 13):
            argv = [str(TARE), "cc", c, "-fopenmp", f"-DNAME=f{n}", f"-DN={n}", "-include",
                    "size.h", "-MMD", "-c", "many.c", "-o", f"out/{n}.o"]
            running.append(subprocess.Popen(argv, cwd=self.folder, env=self.environment()))
            if len(running) % 4 == 0:
                for process in running:
                    self.assertEqual(process.wait(), 0)
        calls = "".join(f"int f{n}(void); " for n in range(1, 13))
        self.write("main.c", calls + "int main(void) { " +
                   "".join(f"f{n}(); " for n in range(1, 13)) + "return 0; }\n")
        self.run_command(c, "-fopenmp", "main.c", *[f"out/{n}.o" for n in range(1, 13)], "-o", "p")
        self.assert_measured("p", 12)
        self.assert_runs("p", "".join(f"{n * (n - 1) // 2}\n" for n in range(1, 13)))


if __name__ == "__main__":
    main()
