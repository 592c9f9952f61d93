# SPDX-License-Identifier: Apache-2.0
"""Options of both compilers: what builds without Tare builds with it, runs alike, and is measured."""
import shlex
import shutil
import unittest

from support import CLANG, BuildTest, COMPILERS, PROGRAM, TARE, each_compiler, main

# A program that says what its compiler made of __FILE__ and its like.
PLACES = r"""#include <assert.h>
#include <stdio.h>
#ifdef __cplusplus
#include <version>
#ifdef __cpp_lib_source_location
#include <source_location>
#endif
#endif
#define HERE __FILE__, __LINE__, __COUNTER__
#define LOOP(n) _Pragma("omp parallel for") for (int i = 0; i < n; ++i) if (i == 0) \
  printf("%s:%d %d\n", HERE)
static void report(const char *what) { printf("%s %s:%d\n", what, __builtin_FILE(), __builtin_LINE()); }
int main(int argc, char **argv) {
  printf("%s:%d %d\n", HERE);
#pragma omp parallel
  {
#pragma omp single
    {
      printf("%s:%d %d in %s\n", HERE, __func__);
      report("single");
#if defined(__cplusplus) && defined(__cpp_lib_source_location)
      auto here = std::source_location::current();
      printf("%s:%u:%u %s\n", here.file_name(), unsigned(here.line()), unsigned(here.column()),
             here.function_name());
#endif
    }
#pragma omp for
    for (int i = 0; i < 4; ++i)
      if (i == 3)
        printf("%s:%d %d\n", HERE);
  }
  LOOP(3);
#line 1000 "other \"name\".c"
  printf("%s:%d %d\n", HERE);
#pragma omp parallel for
  for (int i = 0; i < 4; ++i)
    if (i == 0)
      printf("%s:%d %s %s\n", __FILE__, __LINE__, __BASE_FILE__, argv[0]);
#pragma omp parallel num_threads(1)
  assert(argc == 0);
  return 0;
}
"""

PLAIN_BUILDS = """
-O3
-pipe
-O2 -flto
-fPIE -pie
-no-pie
-fPIC
-Wall -Wextra -Werror -pedantic-errors -std=c99
-Wall -Wextra -Werror -std=gnu17
-g3 -ggdb
-g -fdebug-prefix-map=/tmp=/elsewhere -ffile-prefix-map=/work=X
-fsanitize=address
-fsanitize=undefined
-fvisibility=hidden
-march=native
-funsigned-char -fshort-enums
-ffunction-sections -fdata-sections -Wl,--gc-sections
-fstack-protector-all -D_FORTIFY_SOURCE=2 -O2
-B/usr/bin
-rdynamic -Wl,-O1,--as-needed
-fno-omit-frame-pointer -fno-strict-aliasing -fno-common
-finstrument-functions-exclude-file-list=x
""".strip().splitlines()

# gcc's own: none of them may reach the parser of the text.
GCC_BUILDS = """
-fipa-pta -fgraphite-identity -fno-allow-store-data-races
-ftree-parallelize-loops=4 -O2
-fdump-rtl-expand=/dev/null
--param max-inline-insns-single=10
-fopt-info-vec=/dev/null -O3
-mno-avx256-split-unaligned-load -mtune=native
-static
-static-pie
-fplan9-extensions
-fwhole-program -O2
""".strip().splitlines()

CLANG_BUILDS = """
-fopenmp=libomp
-Xclang -fno-validate-pch
-mllvm -inline-threshold=10
-fblocks
-lgomp
-Xpreprocessor -DEXTRA
-fcolor-diagnostics
-O2 -flto -fuse-ld=lld-19
""".strip().splitlines()


class Options(BuildTest):
    def setUp(self):
        super().setUp()
        self.write_program()

    def builds(self, c, options):
        words = [c, "-fopenmp", *shlex.split(options), "x.c", "-o", "p"]
        plain = self.run_command(*words, status=None)
        if plain.returncode:
            print(f"skipped: {c} {options} does not build here without Tare either")
            return
        with self.subTest(options=options):
            ours = self.run_command(TARE, "cc", *words)
            self.assertEqual(ours.stderr, plain.stderr)
            self.assert_measured("p", 1)
            self.assert_runs("p")

    @each_compiler
    def test_common(self, c, cxx):
        for options in PLAIN_BUILDS:
            self.builds(c, options)

    @unittest.skipUnless(shutil.which("gcc"), "gcc is not installed")
    def test_of_gcc_alone(self):
        for options in GCC_BUILDS:
            self.builds("gcc", options)

    @unittest.skipUnless(shutil.which(CLANG), "no clang is installed")
    def test_of_clang_alone(self):
        for options in CLANG_BUILDS:
            self.builds(CLANG, options)

    @each_compiler
    def test_the_last_word_on_openmp(self, c, cxx):
        self.tare_cc(c, "-fopenmp", "-fno-openmp", "-c", "x.c")
        self.assert_measured("x.o", 0)
        self.tare_cc(c, "-fopenmp-simd", "-c", "x.c")
        self.assert_measured("x.o", 0)
        if "clang" in c:  # as on macOS
            self.tare_cc(c, "-Xpreprocessor", "-fopenmp", "-fopenmp", "-c", "x.c")
            self.assert_measured("x.o", 1)

    @each_compiler
    def test_freestanding(self, c, cxx):
        self.write("f.c", "void f(int *a);\nvoid f(int *a) {\n#pragma omp parallel for\n"
                          "  for (int i = 0; i < 9; ++i)\n    a[i] = i;\n}\n")
        for options in ("-ffreestanding -nostdinc -c", "-nostdlib -fPIC -shared"):
            self.tare_cc(c, "-fopenmp", *options.split(), "f.c", "-o", "f.o")
            self.assert_measured("f.o", 1)

    @each_compiler
    def test_files_of_assembly(self, c, cxx):
        """-I is for `.incbin` as well."""
        self.write("data/text", "499500\n\0")
        self.write("a.c", PROGRAM.replace("int main", """__asm__(".section .rodata\\n.global text\\n"
  "text: .incbin \\"text\\"\\n.previous\\n");
extern const char text[];
int main""").replace('printf("%g\\n", sum)', 'printf("%s", sum > 0 ? text : "")'))
        for folder in ("-Idata", "-I data"):
            self.tare_cc(c, "-fopenmp", "-fPIE", *folder.split(), "a.c", "-o", "p")
            self.assert_measured("p", 1)
            self.assert_runs("p")

    @unittest.skipUnless(shutil.which(CLANG), "no clang is installed")
    def test_checked_indirect_calls(self):
        """The runtime is not known to the checks. Functions of a measured unit stay known to those of
        others."""
        self.write("y.c", "typedef int (*one)(int);\nint y(one f);\nint y(one f) { return f(1); }\n")
        self.write("m.c", PROGRAM.replace("int main", "int y(int (*f)(int));\n"
                                          "static int twice(int a) { return 2 * a; }\nint main")
                   .replace("return 0", "return y(twice) != 2"))
        words = [CLANG, "-O1", "-fopenmp", "-flto", "-fvisibility=hidden", "-fsanitize=cfi-icall",
                 "-fno-sanitize-ignorelist", "m.c", "y.c", "-o", "p"]
        if self.run_command(*words, status=None).returncode:
            self.skipTest("clang-19 has no link-time optimization here")
        self.tare_cc(*words)
        self.assert_measured("p", 1)
        done = self.run_command(self.folder / "p", TARE_ENABLE="1")
        self.assertEqual(done.stdout, "499500\n")
        self.assertEqual(len(list(self.folder.glob("tare-results/tare-p-*"))), 1)

    @each_compiler
    def test_libraries(self, c, cxx):
        self.write("y.c", "int y(void);\nint y(void) {\n  int s = 0;\n"
                          "#pragma omp parallel reduction(+ : s)\n  s += 1;\n  return s > 0;\n}\n")
        self.write("m.c", PROGRAM.replace("int main", "int y(void);\nint main")
                   .replace("return 0", "return !y()"))
        self.tare_cc(c, "-fopenmp", "-fPIC", "-c", "y.c")
        self.run_command("ar", "rcs", "libys.a", "y.o")
        self.tare_cc(c, "-fopenmp", "-shared", "y.o", "-o", "libyd.so")
        for library in ("-lys", "-lyd"):
            self.tare_cc(c, "-fopenmp", "m.c", "-L.", library, "-Wl,-rpath,.", "-o", "p")
            self.assert_measured("p", 2 if library == "-lys" else 1)
            self.assert_runs("p")

    def test_character_sets(self):
        text = 'int main(void) {\n#pragma omp parallel\n  puts("\u00e4\u00f6");\n  return 0;\n}\n'
        (self.folder / "l.c").write_bytes(b"#include <stdio.h>\n" + text.encode("latin-1"))
        for options in (["-finput-charset=latin1"], ["-finput-charset=latin1",
                                                     "-fexec-charset=latin1"]):
            self.run_command("gcc", "-fopenmp", *options, "l.c", "-o", "plain")
            self.tare_cc("gcc", "-fopenmp", *options, "l.c", "-o", "p")
            self.assertEqual(*[self.run_command(self.folder / name, OMP_NUM_THREADS="1").stdout
                               for name in ("p", "plain")])
            self.assert_measured("p", 1)

    @each_compiler
    def test_places_are_those_of_the_plain_build(self, c, cxx):
        for compiler, name, standard in ((c, "w.c", "-std=gnu11"), (cxx, "w.cpp", "-std=gnu++20")):
            self.write(name, PLACES)
            for options in ([], ["-O2", "-Wall"], ["-fmacro-prefix-map=w=v"]):
                with self.subTest(compiler=compiler, options=options):
                    outputs = []
                    for tare in ([], [TARE, "cc"]):
                        self.run_command(*tare, compiler, "-fopenmp", standard, *options, name,
                                         "-o", "p")
                        outputs.append(self.run_command(self.folder / "p", status=-6,
                                                        OMP_NUM_THREADS="1"))
                        if tare:
                            self.assert_measured("p", 1)
                    self.assertEqual(outputs[1].stdout, outputs[0].stdout)
                    self.assertEqual(outputs[1].stderr, outputs[0].stderr)
                    self.assertIn("other", outputs[0].stderr)


if __name__ == "__main__":
    main()
