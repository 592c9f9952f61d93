# SPDX-License-Identifier: Apache-2.0
"""Small programs of users whose build, or whose table, was wrong: each with the right value."""
import json
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "package"))
from support import BuildTest, PROGRAM, TARE, each_compiler, main  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from compilers import CLANGXX  # noqa: E402

HEAD = """int printf(const char *, ...);
int main(void) {
#pragma omp parallel
  printf("x");
  return 0;
}
"""
# What a text may end in, that a declaration of ours would complete.
UNFINISHED_C = ("static", "const", "inline", "[[maybe_unused]]", "_Alignas(16)", "int x",
                "#pragma omp declare simd\n", "struct s { int a; }")
UNFINISHED_CXX = ('extern "C"', "[[maybe_unused]]", "template <class T>", "thread_local",
                  "__extension__", "__attribute__((weak))", "auto f = [] {}")


class Builds(BuildTest):
    def setUp(self):
        super().setUp()
        for path in HERE.iterdir():
            if path.is_dir() and path.name != "__pycache__":
                shutil.copytree(path, self.folder / path.name)
            elif path.suffix == ".c":
                shutil.copy(path, self.folder)

    def nodes(self, path, folder=None):
        return self.run_command(TARE, "nodes", path, folder=folder).stdout

    def ends_alike(self, *command):
        plain = self.run_command(*command, status=None)
        ours = self.tare_cc(*command, status=None)
        self.assertNotEqual(plain.returncode, 0, command)
        self.assertEqual((ours.returncode, ours.stderr), (plain.returncode, plain.stderr), command)

    @each_compiler
    def test_a_text_that_ends_inside_a_declaration(self, c, cxx):
        self.ends_alike(c, "-fopenmp", "-c", "unfinished.c")
        for compiler, name, endings in ((c, "u.c", UNFINISHED_C), (cxx, "u.cpp", UNFINISHED_CXX)):
            for ending in endings:
                with self.subTest(ending=ending, compiler=compiler):
                    self.write(name, HEAD + ending)
                    self.ends_alike(compiler, "-fopenmp", "-std=gnu++20" if compiler == cxx
                                    else "-std=gnu2x", "-c", name)

    @each_compiler
    def test_a_directive_that_is_included(self, c, cxx):
        """Two regions, two criticals: each at the line of its #include."""
        place = self.folder / "included_directive"
        for source in ("two", "m"):
            self.tare_cc(c, "-fopenmp", "-O1", f"{source}.c", "-o", source, folder=place)
        told = self.nodes("two", place)
        for line in (6, 8):
            self.assertIn(f"parallel [parallel for schedule(static)]  included_directive/two.c:{line}",
                          told.replace("  two.c", "  included_directive/two.c"))
        self.assertNotIn("par.h", told)
        told = self.nodes("m", place)
        for line in (6, 12):
            self.assertRegex(told, rf"critical \[critical\(q\)\]  \S*m\.c:{line} ")
        self.assertNotIn(".h:", told)

    @each_compiler
    def test_code_that_is_included_twice(self, c, cxx):
        """Its own line is told, and the line of the #include beside it."""
        self.write("body.inc", "#pragma omp parallel for\n  for (int i = 0; i < 9; i++)\n    f(i);\n")
        self.write("x.c", "void f(int);\nvoid g(void);\nvoid g(void) {\n#include \"body.inc\"\n"
                          "#include \"body.inc\"\n}\n")
        self.tare_cc(c, "-fopenmp", "-c", "x.c")
        told = self.nodes("x.o")
        for line in (4, 5):
            self.assertRegex(told, rf"parallel for\]  body\.inc:1 \(included at x\.c:{line}\)")

    def with_modules(self):
        place = self.folder / "modules"
        flags = [CLANGXX, "-std=c++20", "-fopenmp"]
        if not shutil.which(flags[0]) or self.run_command(
                *flags, "--precompile", "hello.cppm", "-o", "plain.pcm", folder=place,
                status=None).returncode:
            self.skipTest("no clang++-19 with modules")
        return place, flags

    REASON = "not measured: it imports modules, or is one\n"

    def test_modules_are_named_at_each_step(self):
        place, flags = self.with_modules()
        said = self.tare_cc(*flags, "--precompile", "hello.cppm", "-o", "hello.pcm", folder=place)
        self.assertEqual(said.stderr, "tare: hello.cppm: " + self.REASON)
        said = self.tare_cc(CLANGXX, "-std=c++20", "-c", "hello.pcm", folder=place)
        self.assertEqual(said.stderr, "tare: hello.pcm: " + self.REASON)
        said = self.tare_cc(*flags, "-fmodule-file=hello=hello.pcm", "-c", "use.cpp", folder=place)
        self.assertEqual(said.stderr, "tare: use.cpp: " + self.REASON)
        self.run_command(*flags, "hello.o", "use.o", "-o", "p", folder=place)
        self.assertEqual(self.run_command(place / "p").stdout, "196000000 196000\n")
        told = self.nodes("p", place)
        for unit in ("hello.pcm", "use.cpp"):
            self.assertRegex(told, rf"{unit} \(clang\).*it imports modules, or is one")

    def test_modules_in_one_step(self):
        """A module without options for modules, a link of a kept tree, and a module without OpenMP."""
        place, flags = self.with_modules()
        said = self.tare_cc(*flags, "-c", "hello.cppm", "-o", "hello.o", folder=place)
        self.assertEqual(said.stderr, "tare: hello.cppm: " + self.REASON)
        self.assertIn("it imports modules", self.nodes("hello.o", place))
        said = self.tare_cc(*flags, "-fmodule-file=hello=plain.pcm", "use.cpp", "plain.pcm", "-o",
                            "p", folder=place)
        self.assertEqual(sorted(said.stderr.splitlines()),
                         ["tare: plain.pcm: " + self.REASON.strip(),
                          "tare: use.cpp: not measured: it is compiled in one command with a module"])
        self.assertEqual(self.run_command(place / "p").stdout, "196000000 196000\n")
        self.assert_measured(place / "p", 2)  # listed
        self.write("modules/none.cppm", "export module none;\nexport int none() { return 0; }\n")
        for step in (["--precompile", "none.cppm", "-o", "none.pcm"], ["-c", "none.pcm"]):
            self.assertEqual(self.tare_cc(*flags, *step, folder=place).stderr, "")
        self.write("modules/broken.cppm", "export module broken;\n#pragma omp parallel\nx\n")
        for step in (["--precompile", "broken.cppm", "-o", "b.pcm"], ["-c", "broken.cppm"]):
            self.assertNotIn("tare:", self.tare_cc(*flags, *step, folder=place, status=1).stderr)

    def test_a_run_names_modules_in_its_coverage(self):
        """A profile holds the tables of all units. A program of such units alone has none, which is
        said with their names."""
        place, flags = self.with_modules()
        self.tare_cc(*flags, "-c", "hello.cppm", "-o", "hello.o", folder=place)
        module = ["-fmodule-file=hello=plain.pcm", "hello.o"]
        self.tare_cc(*flags, "use.cpp", *module, "-o", "p", folder=place)
        done = self.run_command(TARE, "run", "--parallel", "./p", "--threads", "2", "--quiet",
                                folder=place, status=None)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no unit of the program is measured: hello.cppm (it imports modules, or is "
                      "one), use.cpp (", done.stderr)
        self.write("modules/third.cpp", "int third();\nint third() {\n  int a = 0;\n"
                   "#pragma omp parallel reduction(+ : a)\n  a++;\n  return a;\n}\n")
        use = self.folder / "modules" / "use.cpp"
        use.write_text(use.read_text().replace("int main() {", "int third();\nint main() { third();"))
        self.tare_cc(*flags, "-c", "third.cpp", folder=place)
        self.tare_cc(*flags, "use.cpp", *module, "third.o", "-o", "q", folder=place)
        self.run_command("./q", folder=place, TARE_ENABLE="1")
        profile = next(place.glob("tare-results/*/profile.tare"))
        for unit in (b"hello.cppm", b"use.cpp"):
            self.assertIn(b'"unit":"' + unit + b'"', profile.read_bytes())

    @each_compiler
    def test_two_thousand_nested_tasks(self, c, cxx):
        """Clang's time doubles with each of them, and gcc compiles them in a second."""
        if c != "gcc":
            self.skipTest("clang itself does not come to an end")
        for count in (2000, 11):
            self.write("n.c", "int f(int);\nint g;\nvoid h(void);\nvoid h(void) {\n"
                              "#pragma omp parallel\n#pragma omp single\n{\n" +
                       "".join(f"#pragma omp task\n{{ g += f({i});\n" for i in range(count)) +
                       "}" * count + "}\n}\n")
            self.assertEqual(self.tare_cc(c, "-fopenmp", "-c", "n.c").stderr, "")
            lines = self.nodes("n.o").splitlines()
            self.assertEqual(sum("task [task]" in line and "  measured" in line for line in lines), 10)
            deep = [line for line in lines if "more than 10 tasks are around it" in line]
            self.assertEqual(len(deep), count - 10)
            self.assertIn("left alone", deep[0])
            region = next(line for line in lines if "parallel [parallel]" in line)
            self.assertIn("opaque: tasks", region)


if __name__ == "__main__":
    main()
