# SPDX-License-Identifier: Apache-2.0
"""driver/mpi: the MPI of a program is found and the library built for it, once; what cannot be recorded is refused
with the reason."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from support import INSTALLED, OnEachMpi, ask, each_mpi, main

TOOL = "int PMPI_Init(int *, char ***);\nint MPI_Init(int *c, char ***v) { return PMPI_Init(c, v); }\n"
USER = "#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); return MPI_Finalize(); }\n"
STATIC = "int MPI_Init(int *c, char ***v) { return 0; }\nint PMPI_Init(int *c, char ***v) { return 0; }\n"


class Build(OnEachMpi):
    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    @each_mpi
    def test_built_once(self, mpi):
        program, cache = mpi.compile(self.folder, "polls"), self.folder / "cache"
        first, second = ask(program, cache=cache), ask(program, cache=cache)
        self.assertEqual(first["mpi"][0].startswith({"openmpi": "Open MPI ", "mpich": "MPICH "}[mpi.name]), True)
        self.assertIn("building the library", first.pop("say")[0])
        self.assertEqual(first, second)
        self.assertEqual([path.name for path in cache.iterdir()], [pathlib.Path(first["library"][0]).name])

    @each_mpi
    def test_other_compiler_wrapper(self, mpi):
        if len(INSTALLED) < 2:
            self.skipTest("two MPIs are needed")
        (other,) = [each for each in INSTALLED if each is not mpi]
        said = ask(mpi.compile(self.folder, "polls"), cache=self.folder / "cache", TARE_MPICC=other.compiler)
        self.assertRegex(said["error"][0], r"no compiler wrapper of .* builds for .*\(Debian: lib(openmpi|mpich)-dev\)")

    @each_mpi
    def test_tool_linked_in(self, mpi):
        tool = self.write("tool.c", TOOL)
        user = self.write("user.c", USER)
        linked = mpi.compile(self.folder, "linked", tool, source=user)
        self.assertIn("the program itself defines MPI_Init", ask(linked)["error"][0])
        library = self.folder / "libprofiler.so"
        subprocess.run([mpi.compiler, "-shared", "-fPIC", tool, "-o", library], check=True)
        beside = mpi.compile(self.folder, "beside", "-Wl,--no-as-needed", library, source=user)
        self.assertIn("libprofiler.so, which is linked to it", ask(beside)["error"][0])
        plain = mpi.compile(self.folder, "plain", source=user)
        self.assertIn("libprofiler.so, which is preloaded", ask(plain, f"LD_PRELOAD={library}")["error"][0])
        again = ask(plain, "LD_PRELOAD=" + mpi.library)
        self.assertEqual(again["library"], [mpi.library])  # ours is no other tool

    @each_mpi
    def test_behind_another_library(self, mpi):
        """The program itself does not name MPI."""
        user = self.write("user.c", USER.replace("main", "run"))
        library = self.folder / "libuser.so"
        subprocess.run([mpi.compiler, "-shared", "-fPIC", user, "-o", library], check=True)
        main_c = self.write("main.c", "int run(int, char **);\nint main(int c, char **v) { return run(c, v); }\n")
        program = self.folder / "program"
        subprocess.run(["gcc", main_c, library, "-Wl,-rpath," + str(self.folder), "-o", program], check=True)
        self.assertEqual(ask(program)["library"], [mpi.library])

    @each_mpi
    def test_of_mpi_4(self, mpi):
        """What the library does not wrap is named."""
        if mpi.name == "openmpi":
            self.skipTest("Open MPI 4 has no functions of MPI 4")
        user = self.write("user.c", USER.replace("return", "if (c > 5) { MPI_Request r; MPI_Send_c(0, 0, MPI_INT, 0, 0, "
                                                           "MPI_COMM_SELF); MPI_Barrier_init(MPI_COMM_SELF, "
                                                           "MPI_INFO_NULL, &r); MPI_Send_init(0, 0, MPI_INT, 0, 0, "
                                                           "MPI_COMM_SELF, &r); } return"))
        self.assertEqual(ask(mpi.compile(self.folder, "new", source=user))["unrecorded"],
                         ["MPI_Barrier_init", "MPI_Send_c"])


class WithoutMpi(unittest.TestCase):
    def test_static(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "static.c")
            source.write_text(STATIC + "int main(int c, char **v) { return MPI_Init(&c, &v); }\n")
            for flags in ((), ("-static",)):
                program = pathlib.Path(folder, "program")
                subprocess.run(["gcc", *flags, source, "-o", program], check=True)
                self.assertIn("the program holds MPI itself: LD_PRELOAD cannot reach it", ask(program)["error"][0])

    def test_none(self):
        self.assertEqual(ask(shutil.which("ls")), {"none": [""]})
        self.assertEqual(ask(__file__), {"none": [""]})


main()
