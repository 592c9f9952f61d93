# SPDX-License-Identifier: Apache-2.0
"""What the tests of builds share: a scratch folder, running commands, looking into objects."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG, CLANGXX  # noqa: E402
from part import run_unittests  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
SOURCE = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
TARE = PREFIX / "bin" / "tare"

COMPILERS = [pair for pair in (("gcc", "g++"), (CLANG, CLANGXX))
             if shutil.which(pair[0]) and shutil.which(pair[1])]

PROGRAM = r"""#include <stdio.h>
#include "size.h"
int main(void) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < SIZE; ++i)
    sum += i;
  printf("%g\n", sum);
  return 0;
}
"""


def each_compiler(test):
    def wrapped(self):
        for c, cxx in COMPILERS:
            with self.subTest(compiler=c):
                test(self, c, cxx)
    return wrapped


class BuildTest(unittest.TestCase):
    """A test with a folder of its own whose name has a space in it."""

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="tare package ")
        self.folder = pathlib.Path(self.scratch.name)
        self.temporary = self.folder / "tmp"  # what the wrapper may use, and must leave empty
        self.temporary.mkdir()

    def tearDown(self):
        self.assertEqual(list(self.temporary.iterdir()), [], "the wrapper left files behind")
        subprocess.run(["chmod", "-R", "u+w", str(self.folder)], check=True)
        self.scratch.cleanup()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def write_program(self, folder="."):
        self.write(f"{folder}/x.c", PROGRAM)
        self.write(f"{folder}/size.h", "#define SIZE 1000\n")

    def environment(self, **more):
        variables = {key: value for key, value in os.environ.items()
                     if not key.startswith(("TARE_", "CMAKE_", "MAKE"))}
        variables.update(LC_ALL="C", TMPDIR=str(self.temporary), OMP_NUM_THREADS="2",
                         TARE_ENABLE="0")
        variables.update(more)
        return variables

    def run_command(self, *argv, folder=None, status=0, stdin=None, **environment):
        done = subprocess.run([str(word) for word in argv], cwd=folder or self.folder,
                              env=self.environment(**environment), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, errors="replace",
                              **({"stdin": subprocess.DEVNULL} if stdin is None
                                 else {"input": stdin}))
        not_reliable = 6  # how wide bands are is the machine's affair
        if status is not None and done.returncode not in ((0, not_reliable) if status == 0 else (status,)):
            self.fail(f"{argv}\nstatus {done.returncode}, not {status}\n"
                      f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
        return done

    def tare_cc(self, *argv, **options):
        return self.run_command(TARE, "cc", *argv, **options)

    def modules_in(self, path):
        """How many module descriptors of Tare an object or a program has."""
        listed = self.run_command("nm", self.folder / path).stdout
        return sum(1 for line in listed.splitlines() if " tare_m_" in line and " U " not in line)

    def assert_measured(self, path, modules=1):
        self.assertEqual(self.modules_in(path), modules, f"units listed in {path}")

    def assert_runs(self, path, expected="499500\n"):
        self.assertEqual(self.run_command(self.folder / path).stdout, expected)


def main():
    if not TARE.exists():
        sys.exit(f"{TARE} is not built")
    run_unittests()
