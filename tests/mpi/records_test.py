# SPDX-License-Identifier: Apache-2.0
"""Programs that make every kind of call, with known peers, tags and bytes: the records are those of
expected/PROGRAM.RANK.txt under both MPIs, and the program prints what it prints without the library."""
import sys

from support import HERE, OnEachMpi, each_mpi, lines_of, main

RANKS = {"messages": 2, "collectives": 2, "communicators": 3}
UPDATE = "--update" in sys.argv and not sys.argv.remove("--update")


class Records(OnEachMpi):
    def check(self, mpi, name):
        program = mpi.compile(self.folder, name)
        plain = mpi.launch(mpi.command(RANKS[name], program, recorded=False))
        self.assertEqual(plain.returncode, 0, plain.stderr)
        printed, files = self.run_ranks(mpi, RANKS[name], program)
        self.assertEqual(printed, sorted(plain.stdout.splitlines()))
        self.assertEqual(list(files), list(range(RANKS[name])))
        for rank, file in files.items():
            self.check_header(file, RANKS[name])
            self.check_ticks(file)
            self.check_lines(f"{name}.{rank}.txt", lines_of(file))

    def check_lines(self, name, lines):
        path = HERE / "expected" / name
        if UPDATE:
            path.write_text("\n".join(lines) + "\n")
        self.assertEqual(path.read_text().split("\n")[:-1], "\n".join(lines).split("\n"), name)

    def check_header(self, file, ranks):
        h = file.header
        self.assertEqual((h.major, h.minor, h.size, h.unrecorded), (1, 1, ranks, 0))
        self.assertEqual(file.status, {"CLOSED", "FINALIZED"})
        self.assertTrue(h.host and h.library)
        self.assertLess(h.start_ns, h.stop_ns)
        self.assertLess(h.start_tick, h.stop_tick)

    def check_ticks(self, file):
        """Calls of the only thread follow each other, and the sums are theirs."""
        before, sums = file.header.start_tick, {}
        for call in file.calls:
            self.assertGreaterEqual(call.begin, before)
            self.assertGreaterEqual(call.end - call.begin, call.ticks)
            self.assertNotEqual(call.site, 0)
            before = call.end
            calls, ticks = sums.get(call.name, (0, 0))
            sums[call.name] = calls + max(call.polls, 1), ticks + call.ticks
        self.assertLessEqual(before, file.header.stop_tick)
        self.assertEqual(sums, file.sums_by_name())

    @each_mpi
    def test_messages(self, mpi):
        self.check(mpi, "messages")

    @each_mpi
    def test_collectives(self, mpi):
        self.check(mpi, "collectives")

    @each_mpi
    def test_communicators(self, mpi):
        self.check(mpi, "communicators")

    @each_mpi
    def test_failed_calls(self, mpi):
        program = mpi.compile(self.folder, "errors")
        plain = mpi.launch(mpi.command(2, program, recorded=False))
        printed, files = self.run_ranks(mpi, 2, program)
        self.assertEqual(printed, sorted(plain.stdout.splitlines()))
        self.assertIn("0 send to 7 rank", printed)
        for file in files.values():
            sends = [len(call.parts) for call in file.calls if call.name == "MPI_Send"]
            self.assertEqual(sends, [0, 1, 1, 1])  # the first one failed
            waited = [part.kind for call in file.calls if call.name.startswith("MPI_Wait") for part in call.parts]
            self.assertEqual(waited, ["DROPPED", "RECEIVED"])

    @each_mpi
    def test_not_modelled(self, mpi):
        program = mpi.compile(self.folder, "others")
        printed, files = self.run_ranks(mpi, 2, program, self.folder / "written")
        self.assertEqual(printed, ["0 0 1", "1 0 1"])
        known = {"MPI_Init", "MPI_Finalize", "MPI_Barrier", "MPI_Wait"}
        for file in files.values():
            others = [call for call in file.calls if call.name not in known]
            self.assertEqual(len(others), 14)
            for call in others:
                self.assertEqual([part.kind for part in call.parts], ["NOT_MODELLED"], call.name)
            self.assertEqual({len(call.parts) for call in file.calls if call.name == "MPI_Wait"}, {0})


main()
