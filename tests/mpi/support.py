# SPDX-License-Identifier: Apache-2.0
"""What the tests of messages share: both MPIs of Debian, programs built for them, and the files that their ranks
leave."""
import functools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import message_file

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
SOURCE = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
HERE = SOURCE / "tests" / "mpi"
ASK = PREFIX / "bin" / "message_library"
TIMEOUT_S = 300
# More ranks than cores, as root, in containers; ranks that wait give their core away.
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
               "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_btl": "self,vader", "OMPI_MCA_pml": "ob1"}


class Mpi:
    """One MPI with its compiler wrapper and its launcher."""

    def __init__(self, name):
        self.name = name
        self.compiler, self.launcher = shutil.which("mpicc." + name), shutil.which("mpirun." + name)

    @property
    def is_installed(self):
        return bool(self.compiler and self.launcher)

    def compile(self, folder, name, *flags, source=None):
        target = pathlib.Path(folder) / f"{name}.{self.name}"
        subprocess.run([self.compiler, "-w", "-O1", "-pthread", *flags, source or HERE / "programs" / f"{name}.c",
                        "-o", target], check=True)
        return target

    @functools.cached_property
    def library(self):
        """Built by driver/mpi, and kept for all tests."""
        with tempfile.TemporaryDirectory() as folder:
            found = ask(self.compile(folder, "polls"))
        assert "library" in found, found
        return found["library"][0]

    def command(self, ranks, program, *words, recorded=True):
        preload = ["env", "LD_PRELOAD=" + self.library] if recorded else []
        return ["-n", str(ranks), *preload, str(program), *map(str, words)]

    def launch(self, command, folder=None, **environment):
        env = dict(os.environ, **ENVIRONMENT, **environment)
        env.pop("TARE_ENABLE", None) if "TARE_ENABLE" not in environment else None
        if folder:
            env["TARE_OUTPUT_DIR"] = str(folder)
        return subprocess.run([self.launcher, *command], env=env, capture_output=True, text=True, timeout=TIMEOUT_S,
                              check=False, stdin=subprocess.DEVNULL)


def ask(program, *environment, cache=None, **variables):
    """What driver/mpi says of a program: its lines, by their first word."""
    cache = cache or PREFIX / "cache" / "tare" / "mpi"
    said = subprocess.run([ASK, PREFIX, cache, program, *environment], capture_output=True, text=True, check=False,
                          env=dict(os.environ, **variables)).stdout
    lines = {}
    for line in said.splitlines():
        word, _, rest = line.partition(" ")
        lines.setdefault(word, []).append(rest)
    return lines


MPIS = [Mpi("openmpi"), Mpi("mpich")]
INSTALLED = [mpi for mpi in MPIS if mpi.is_installed]


def files_in(folder):
    """The ranks' files, by rank."""
    files = [message_file.MessageFile(path) for path in sorted(pathlib.Path(folder).glob("messages.*"))]
    return {file.header.rank: file for file in sorted(files, key=lambda file: file.header.rank)}


def lines_of(file):
    """Communicators and calls, without the polls that found nothing: their number is chance."""
    lines = [f"communicator {c.id}: {c.ranks} shared {c.shared:#x} remote {c.remote}"
             for c in file.communicators.values()]
    return lines + [file.line(call) for call in file.calls if not call.polls]


def each_mpi(test):
    """The test's method, once for each MPI that is installed, each time with an empty self.folder."""
    @functools.wraps(test)
    def run(self):
        if not INSTALLED:
            self.skipTest("no MPI is installed (packages openmpi-bin libopenmpi-dev mpich libmpich-dev)")
        for mpi in INSTALLED:
            with self.subTest(mpi=mpi.name), tempfile.TemporaryDirectory(prefix="tare-mpi-") as folder:
                self.folder = pathlib.Path(folder)
                test(self, mpi)
    return run


class OnEachMpi(unittest.TestCase):
    """What tests of ranks share."""

    def run_ranks(self, mpi, ranks, program, *words, **environment):
        """Output and files of a run that succeeds."""
        results = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        done = mpi.launch(mpi.command(ranks, program, *words), results, **environment)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return sorted(done.stdout.splitlines()), files_in(results)


def main():
    for mpi in MPIS:
        if not mpi.is_installed:
            print(f"SKIPPED: {mpi.name} is not installed", file=sys.stderr)
    unittest.main(verbosity=2)
