# SPDX-License-Identifier: Apache-2.0
"""A rank with probes: each call of MPI names the construct or statement that it is in, as the rank's profile numbers
them. The runtime is loaded, or linked in."""
import json
import subprocess

from message_file import NO_NODE
from support import HERE, PREFIX, OnEachMpi, each_mpi, main

TARE = PREFIX / "bin" / "tare"


def kinds_in(profile):
    """Kinds of the nodes of its only unit, by number."""
    text = profile.read_bytes()
    table, _ = json.JSONDecoder().raw_decode(text[text.index(b'{"tare_nodes"'):].decode(errors="replace"))
    return [node["k"] for node in table["nodes"]]


class Place(OnEachMpi):
    def check(self, mpi, program):
        printed, files = self.run_ranks(mpi, 2, program, OMP_NUM_THREADS="2")
        self.assertEqual(printed, ["0 1 499500", "1 0 499500"])
        (profile, *_) = self.folder.glob("*/tare-place*/profile.tare")
        kinds = kinds_in(profile)
        for file in files.values():
            places = {}
            for call in file.calls:
                tag = call.parts[0].get("tag", call.name) if call.parts else call.name
                kind = None if call.node == NO_NODE else kinds[call.node]
                places.setdefault(tag, []).append((kind, call.in_region))
                self.assertLess(call.slot, 2)
            self.assertEqual(places, {"MPI_Init_thread": [("call", 0)], 1: [("single", 1)],
                                      2: [("critical", 1), ("critical", 1)], 3: [("loop", 0)] * 3,
                                      "MPI_Finalize": [("call", 0)]})

    @each_mpi
    def test_with_probes(self, mpi):
        for name, link in (("place", ()), ("place-static", ("-Wl,-u,tare_rt_attach", PREFIX / "lib" / "libtare-rt.a"))):
            with self.subTest(program=name):
                program = self.folder / name
                subprocess.run([TARE, "cc", mpi.compiler, "-O1", "-fopenmp", HERE / "programs" / "place.c", *link,
                                "-o", program], check=True)
                self.check(mpi, program)
                for profile in self.folder.glob("*/tare-place*/profile.tare"):
                    profile.unlink()

    @each_mpi
    def test_without_probes(self, mpi):
        program = mpi.compile(self.folder, "place", "-fopenmp")
        _, files = self.run_ranks(mpi, 2, program, OMP_NUM_THREADS="2")
        for file in files.values():
            self.assertEqual({(call.node, call.in_region, call.slot) for call in file.calls},
                             {(NO_NODE, 0, 0xffffffff)})


main()
