# SPDX-License-Identifier: Apache-2.0
"""Makefiles with CC="tare cc ..."."""
import json
import shutil
import unittest

from support import BuildTest, COMPILERS, PROGRAM, SOURCE, TARE, main

MAKEFILE = """
CFLAGS = -O2 -fopenmp -Wall -Wextra -Werror -MMD -MP
LDFLAGS = -fopenmp
OBJECTS = x.o one.o two.o three.o
p: $(OBJECTS) libfour.a
	$(CC) $(LDFLAGS) -o $@ $^
libfour.a: four.o
	$(AR) rc $@ $^
-include *.d
"""

PART = """int NAME(int n);
int NAME(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
  return sum;
}
"""


class Make(BuildTest):
    def make(self, compiler, *words, tare=True, **options):
        # Make would split the path of tare at its spaces, as it does with any compiler's.
        link = self.folder.parent / (self.folder.name.replace(" ", "-") + "-tare")
        if not link.is_symlink():
            link.symlink_to(TARE)
            self.addCleanup(link.unlink)
        cc = f"{link} cc {compiler}" if tare else compiler
        return self.run_command("make", f"CC={cc}", *words, **options)

    def project(self):
        self.write_program()
        self.write("x.c", PROGRAM.replace("int main", "int one(int n);\nint two(int n);\n"
                                          "int three(int n);\nint four(int n);\nint main")
                   .replace("return 0", "return one(1) + two(1) + three(1) + four(1)"))
        for name in ("one", "two", "three", "four"):
            self.write(name + ".c", PART.replace("NAME", name))
        self.write("Makefile", MAKEFILE)

    def test_a_build_that_writes_down_where_its_compiler_is(self):
        """`which` has a line for each word; the message names the one word that helps."""
        self.write_program()
        self.write("x.c", '#include "where.h"\n' + PROGRAM)
        place = self.folder.parent / (self.folder.name.replace(" ", "-") + "-bin")
        place.mkdir()
        self.addCleanup(shutil.rmtree, place)
        link = place / "tare"
        link.symlink_to(TARE)
        for words in ("-fopenmp", ""):
            self.write("Makefile", f"p: where.h\n\t$(CC) {words} -c x.c\nwhere.h:\n"
                                   "\techo \"#define CC \\\"$$(which $(CC))\\\"\" > where.h\n")
            (self.folder / "where.h").unlink(missing_ok=True)
            done = self.run_command("make", f"CC={link} cc gcc", status=2)
            self.assertIn("where.h: it holds a path for each word of `tare cc gcc`; give the build "
                          "one word: CC=tare-gcc\n", done.stderr)
            for role in ("serial", "ignored"):
                done = self.run_command("make", f"CC={link} cc --role {role} gcc", status=2)
                self.assertIn(f"`tare cc --role {role} gcc`; give the build one word: CC=tare-gcc, and "
                              f"TARE_ROLE={role} in the environment\n", done.stderr)
            self.write("where.h", '#define CC "/bin/gcc"\n')
            self.run_command("make", f"CC={link} cc gcc")
        self.assertIn("CC=tare-gcc", self.run_command(TARE, "-c", "x.c", status=2).stderr)

    def test_build(self):
        for compiler, _ in COMPILERS:
            with self.subTest(compiler=compiler):
                self.project()
                self.make(compiler, "-j4")
                self.assert_measured("p", 5)
                self.assert_runs("p")
                self.assertIn("up to date", self.make(compiler).stdout)
                self.write("size.h", "#define SIZE 10\n")
                again = self.make(compiler).stdout
                self.assertIn(" x.c", again)
                self.assertNotIn(" one.c", again)
                self.assert_runs("p", "45\n")
                self.assertEqual(self.dependencies(compiler, True),
                                 self.dependencies(compiler, False))
                self.clear()

    def dependencies(self, compiler, tare):
        self.make(compiler, "-B", tare=tare)
        return {path.name: path.read_text() for path in self.folder.glob("*.d")}

    def clear(self):
        for path in self.folder.iterdir():
            if path.is_file():
                path.unlink()

    def test_broken_source(self):
        compiler = COMPILERS[0][0]
        self.project()
        self.write("two.c", "int two(int n { return n; }\n")
        plain = self.make(compiler, "-k", tare=False, status=2)
        ours = self.make(compiler, "-k", "-B", status=2)
        self.assertIn("two.c:1:", ours.stderr)
        self.assertEqual([line for line in ours.stderr.splitlines() if "two.c" in line],
                         [line for line in plain.stderr.splitlines() if "two.c" in line])
        self.assertFalse((self.folder / "two.o").exists())

    def test_example(self):
        folder = self.folder / "example"
        shutil.copytree(SOURCE / "samples" / "make-example", folder)
        self.run_command("make", folder=folder)
        self.assertEqual(self.run_command("make", folder=folder).stdout,
                         "make: Nothing to be done for 'all'.\n")
        done = self.run_command("make", "overheads", f"TARE={TARE}", "SIZE=300", folder=folder)
        self.assert_measured("example/build/instrumented/triangle")
        self.assertEqual(self.modules_in("example/build/plain/triangle"), 0)
        self.assertIn(" times as ", done.stdout)
        self.assert_measured("example/build/serial/triangle-serial")
        ledger = next((folder / "tare-results").glob("tare-triangle-*/ledger.json"))
        for table in json.loads(ledger.read_text())["tables"]:
            loop = [construct for construct in table["constructs"] if construct["kind"] == "for"][0]
            self.assertEqual(loop["twin"], "same source")
            self.assertGreater(loop["work"]["serial_s"], 0)
        words = (f"TARE={TARE}", "SIZE=300", "GATE=time > 100000%")
        self.run_command("make", "overheads-base", *words, folder=folder)
        done = self.run_command("make", "overheads-check", *words, folder=folder)
        self.assertIn("gate time > 100000%: passed", done.stdout)
        output = self.folder / "once more"
        output.mkdir()
        self.run_command("make", "again-base", f"OUTPUT={output}", *words, folder=folder)
        self.assertTrue(list(output.glob("tare-triangle-*/ledger.json")))


if __name__ == "__main__":
    main()
