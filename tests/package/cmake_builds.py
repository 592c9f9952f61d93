# SPDX-License-Identifier: Apache-2.0
"""CMake projects with Tare as compiler launcher and as compiler, in both kinds of build files."""
import shutil
import unittest

from support import BuildTest, COMPILERS, PREFIX, PROGRAM, TARE, main

LISTS = """cmake_minimum_required(VERSION 3.22)
project(weighed C CXX)
find_package(OpenMP REQUIRED)
add_compile_options(-Wall -Wextra -Werror)
add_library(part STATIC part.cpp)
target_link_libraries(part PRIVATE OpenMP::OpenMP_CXX)
add_executable(p x.c)
target_link_libraries(p PRIVATE part OpenMP::OpenMP_C)
target_precompile_headers(p PRIVATE size.h)
"""

STATIC_LISTS = """cmake_minimum_required(VERSION 3.22)
project(weighed C CXX)
add_compile_options(-fopenmp)
add_link_options(-fopenmp -static)  # FindOpenMP names a shared library
add_executable(p x.c part.cpp)
"""

PART = """extern "C" int part(int n);
int part(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
  return sum;
}
"""

GENERATORS = ["Unix Makefiles"] + (["Ninja"] if shutil.which("ninja") else [])


class CMake(BuildTest):
    def setUp(self):
        super().setUp()
        self.write_program("source tree")
        self.write("source tree/x.c", PROGRAM.replace("int main", "int part(int n);\nint main")
                   .replace("return 0", "return part(1)"))
        self.write("source tree/part.cpp", PART)
        self.write("source tree/CMakeLists.txt", LISTS)

    def configure(self, generator, *options):
        shutil.rmtree(self.folder / "build tree", ignore_errors=True)
        self.run_command("cmake", "-S", "source tree", "-B", "build tree", "-G", generator,
                         "-DCMAKE_BUILD_TYPE=Release", *options)

    def build(self, *words, **options):
        return self.run_command("cmake", "--build", "build tree", *words, **options)

    def check_build(self):
        self.build("-j", "3")
        self.assert_measured("build tree/p", 2)
        self.assert_runs("build tree/p")
        # a no-op stays a no-op, a touched header does not
        before = (self.folder / "build tree/p").stat().st_mtime_ns
        self.build()
        self.assertEqual((self.folder / "build tree/p").stat().st_mtime_ns, before)
        self.write("source tree/size.h", "#define SIZE 10\n")
        self.build()
        self.assert_runs("build tree/p", "45\n")
        self.write("source tree/size.h", "#define SIZE 1000\n")

    def test_as_launcher(self):
        for generator in GENERATORS:
            for c, cxx in COMPILERS:
                with self.subTest(generator=generator, compiler=c):
                    self.configure(generator, f"-DCMAKE_C_COMPILER={c}",
                                   f"-DCMAKE_CXX_COMPILER={cxx}",
                                   f"-DCMAKE_C_COMPILER_LAUNCHER={TARE};cc",
                                   f"-DCMAKE_CXX_COMPILER_LAUNCHER={TARE};cc")
                    self.check_build()

    def test_as_compiler(self):
        for name in ("gcc", "clang"):  # what tare-gcc and tare-clang stand for
            plain = name if shutil.which(name) else name + "-19"  # as tare-clang chooses
            if not shutil.which(plain) or \
               self.run_command(plain, "-fopenmp", "source tree/x.c", "-c", "-o", "x.o",
                                "-include", "omp.h", status=None).returncode:
                continue  # not here, or without an OpenMP runtime
            with self.subTest(compiler=name):
                cxx = {"gcc": "g++", "clang": "clang++"}[name]
                self.configure(GENERATORS[-1], f"-DCMAKE_C_COMPILER={PREFIX}/bin/tare-{name}",
                               f"-DCMAKE_CXX_COMPILER={PREFIX}/bin/tare-{cxx}")
                self.check_build()

    def test_a_static_link(self):
        """The launcher of links brings the runtime in; a program that lacks it is not silent."""
        c, cxx = COMPILERS[0]
        self.write("one.c", "int main(void) { return 0; }\n")
        if self.run_command(c, "-fopenmp", "-static", "one.c", "-o", "one", status=None).returncode:
            self.skipTest(f"{c} cannot link statically here")
        self.write("source tree/CMakeLists.txt", STATIC_LISTS)
        for links in (True, False):
            with self.subTest(links=links):
                options = [f"-DCMAKE_{language}_{what}_LAUNCHER={TARE};cc" for language in ("C", "CXX")
                           for what in (("COMPILER", "LINKER") if links else ("COMPILER",))]
                self.configure(GENERATORS[0], f"-DCMAKE_C_COMPILER={c}",
                               f"-DCMAKE_CXX_COMPILER={cxx}", *options)
                self.build()
                self.assert_measured("build tree/p", 2)
                done = self.run_command(self.folder / "build tree/p", TARE_ENABLE="1")
                self.assertEqual(done.stdout, "499500\n")
                found = list(self.folder.glob("tare-results/tare-p-*"))
                if links:
                    self.assertEqual(len(found), 1)
                    listed = self.run_command("nm", "build tree/p").stdout
                    self.assertRegex(listed, r" [TW] tare_rt_attach")
                elif not found:  # where the program has no dlopen that works
                    self.assertRegex(done.stderr, r"^tare: .*not measured.*\n$")
                shutil.rmtree(self.folder / "tare-results", ignore_errors=True)

    def test_more_kinds_of_targets(self):
        """Object libraries, shared ones, sub-folders as FetchContent makes them, unity, install."""
        self.write("source tree/other/part.cpp", PART.replace("part", "other"))
        self.write("source tree/other/CMakeLists.txt", """project(other CXX)
find_package(OpenMP REQUIRED)
add_library(other SHARED part.cpp)
target_link_libraries(other PRIVATE OpenMP::OpenMP_CXX)
""")
        self.write("source tree/CMakeLists.txt", LISTS.replace("STATIC", "OBJECT") + """
target_sources(p PRIVATE two.c three.c)
set_target_properties(p PROPERTIES UNITY_BUILD ON)
add_subdirectory(other elsewhere)
target_link_libraries(p PRIVATE other)
install(TARGETS p other)
set_target_properties(p PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
""")
        for name in ("two", "three"):
            self.write(f"source tree/{name}.c", PART.replace('extern "C" ', "")
                       .replace("part", name))
        for generator in GENERATORS:
            for c, cxx in COMPILERS:
                with self.subTest(generator=generator, compiler=c):
                    self.configure(generator, f"-DCMAKE_C_COMPILER={c}",
                                   f"-DCMAKE_CXX_COMPILER={cxx}",
                                   f"-DCMAKE_C_COMPILER_LAUNCHER={TARE};cc",
                                   f"-DCMAKE_CXX_COMPILER_LAUNCHER={TARE};cc")
                    self.build("-j", "3")
                    self.run_command("cmake", "--install", "build tree", "--prefix",
                                     self.folder / "installed")
                    self.assert_measured("installed/bin/p", 2)  # three sources are one unit
                    self.assert_measured("installed/lib/libother.so", 1)
                    self.assert_runs("installed/bin/p")

    def test_read_only_source_tree(self):
        self.run_command("chmod", "-R", "a-w", "source tree")
        c, cxx = COMPILERS[0]
        self.configure(GENERATORS[0], f"-DCMAKE_C_COMPILER={c}", f"-DCMAKE_CXX_COMPILER={cxx}",
                       f"-DCMAKE_C_COMPILER_LAUNCHER={TARE};cc",
                       f"-DCMAKE_CXX_COMPILER_LAUNCHER={TARE};cc")
        self.build()
        self.assert_measured("build tree/p", 2)


if __name__ == "__main__":
    main()
