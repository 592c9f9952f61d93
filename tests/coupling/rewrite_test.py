#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tare cc --couple: programs do what they did, every call is rewritten, and what cannot be is refused by name."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG, CLANGXX  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
TARE = str(PREFIX / "bin" / "tare")
COMPILERS = {"c": ("gcc", CLANG), "c++": ("g++", CLANGXX)}


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, check=True, **more)


def section(program):
    """Lines of the list of calls and refusals, as (kind, kernel, file, line, ...)."""
    raw = pathlib.Path(str(program) + ".kernels")
    run("objcopy", "-O", "binary", "--only-section=tare_kernels",
        "--set-section-flags", "tare_kernels=alloc", str(program), str(raw))
    return [line.split("\t") for line in raw.read_bytes().replace(b"\0", b"").decode().splitlines()]


class Rewrite(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tare-couple-")
        self.addCleanup(self.folder.cleanup)

    def build(self, compiler, kernels, *words):
        """(output of the plain program, of the rewritten one, its list)"""
        plain, coupled = (str(pathlib.Path(self.folder.name) / name) for name in ("plain", "coupled"))
        run(compiler, *words, "-o", plain, cwd=PROGRAMS)
        built = run(TARE, "cc", "--couple", kernels, compiler, *words, "-o", coupled, cwd=PROGRAMS)
        self.assertNotIn("not measured", built.stderr, compiler)
        return run(plain).stdout, run(coupled).stdout, section(coupled)

    def test_c(self):
        kernels = "add,norm,turn,apply,name,nothing,count_down,chosen,lanes,shared_kernel"
        for compiler in COMPILERS["c"]:
            for flags in (["-O2"], ["-O0", "-g", "-std=c99"], ["-O2", "-pedantic", "-Wall", "-Werror"]):
                plain, coupled, calls = self.build(compiler, kernels, "-fopenmp", *flags, "calls.c",
                                                   "calls_other.c")
                self.assertEqual(plain, coupled)
                self.assertEqual({call[1] for call in calls if call[0] == "call"}, set(kernels.split(",")))
                # its address is taken, in chosen()
                self.assertEqual({call[1] for call in calls if call[0] == "refused"}, {"add"})

    def test_cplusplus(self):
        kernels = "from_c,scale,total,pick,make,fails,fixed"
        for compiler in COMPILERS["c++"]:
            for flags in (["-O2"], ["-O0", "-g", "-std=c++11"], ["-O2", "-std=c++20", "-fno-rtti"]):
                plain, coupled, calls = self.build(compiler, kernels, "-fopenmp", *flags, "calls.cpp")
                self.assertEqual(plain, coupled)
                self.assertEqual({call[1] for call in calls if call[0] == "call"}, set(kernels.split(",")))
                self.assertEqual([call for call in calls if call[0] == "refused"], [])

    def test_samples(self):
        """Real loops: what they print is the same without libtare-coupling.so."""
        samples = PROGRAMS.parents[2] / "samples" / "coupling"
        for language, source, kernels in (("c", "arrays.c", "forward,backward,left,right"),
                                          ("c++", "heat.cpp", "smooth,change,copy,rank,order")):
            for compiler in COMPILERS[language]:
                plain, coupled, calls = self.build(compiler, kernels, "-O2", "-fopenmp", str(samples / source))
                self.assertEqual(plain, coupled)
                self.assertEqual({call[1] for call in calls if call[0] == "call"}, set(kernels.split(",")))

    def test_sites(self):
        _, _, calls = self.build("gcc", "add", "-fopenmp", "calls.c", "calls_other.c")
        self.assertEqual(sum(call[0] == "call" for call in calls), 13)
        self.assertIn("73", [call[3] for call in calls])
        self.assertTrue(all(call[2].endswith("calls.c") for call in calls))

    def test_qualified_names(self):
        for name in ("app::detail::total", "::app::detail::total"):
            _, _, calls = self.build("g++", name, "-fopenmp", "calls.cpp")
            self.assertEqual({call[1] for call in calls}, {name})
        built = run(TARE, "cc", "--couple", "other::total", "g++", "-fopenmp", "calls.cpp", "-o",
                    self.folder.name + "/none", cwd=PROGRAMS)
        self.assertEqual(built.stderr, "")

    def test_refused(self):
        cases = {"c": {"pointed": "its address is taken", "many": "any number of arguments",
                       "old": "without its parameters", "good": None},
                 "c++": {"member": "member function", "shared": "member function",
                         "copied": "only its class can make", "given": "given away",
                         "temporary": "temporary", "early": "before main", "constant": "constexpr",
                         "generic": "depend on a template", "lambda": "no name", "good": "constexpr"}}
        for language, reasons in cases.items():
            for compiler in COMPILERS[language]:
                flags = ["-std=gnu99"] if language == "c" else []
                plain, coupled, calls = self.build(compiler, ",".join(reasons), "-w", "-fopenmp", *flags,
                                                   "refused." + {"c": "c", "c++": "cpp"}[language])
                self.assertEqual(plain, coupled)
                for kernel, reason in reasons.items():
                    refused = [call for call in calls if call[:2] == ["refused", kernel]]
                    self.assertEqual(bool(refused), reason is not None, (kernel, calls))
                    if reason:
                        self.assertIn(reason, refused[0][4])
                        self.assertTrue(refused[0][5])

    def test_only_gcc_reads_it(self):
        """What Clang cannot read hides a call, or does not."""
        source = pathlib.Path(self.folder.name) / "gnu.c"
        source.write_text("int printf(const char *, ...);\n"
                          "static int add(int a, int b) { return a + b; }\n"
                          "static int twice(int a) { return 2 * a; }\n"
                          "int main(void) {\n"
                          "  int inner(int x) { return add(x, 1); }\n"
                          "  printf(\"%d\\n\", inner(2));\n  return 0;\n}\n"
                          "int other(void) { return twice(3); }\n")
        plain, coupled, calls = self.build("gcc", "add,twice", "-fopenmp", str(source))
        self.assertEqual(plain, coupled)
        self.assertEqual([call[:2] for call in calls], [["call", "twice"], ["refused", "add"]])
        self.assertIn("cannot read", calls[1][4])

    def test_broken(self):
        source = pathlib.Path(self.folder.name) / "broken.c"
        source.write_text("int add(int a) { return a; }\nint main(void) { return add(1) }\n")
        built = subprocess.run([TARE, "cc", "--couple", "add", "gcc", "-fopenmp", str(source)],
                               capture_output=True, text=True, cwd=self.folder.name)
        self.assertNotEqual(built.returncode, 0)
        self.assertIn("error", built.stderr)  # the compiler's own words


if __name__ == "__main__":
    unittest.main()
