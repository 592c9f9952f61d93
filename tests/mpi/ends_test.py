# SPDX-License-Identifier: Apache-2.0
"""Ranks that end in every way, limits, and jobs of several programs: what was recorded can be read, and says how
it ended."""
import os
import pathlib
import subprocess
import tempfile

from support import OnEachMpi, each_mpi, files_in, main

EXCHANGES = 100


def fill(disk):
    """Until nothing goes into it any more."""
    with open(disk / "all", "wb", buffering=0) as rest:
        try:
            while rest.write(bytes(512)):
                pass
        except OSError:
            pass


class Ends(OnEachMpi):
    def end(self, mpi, how, **environment):
        results = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        program = self.folder / f"ends.{mpi.name}"
        if not program.exists():
            mpi.compile(self.folder, "ends")
        done = mpi.launch(mpi.command(2, program, how), results, **environment)
        return done, files_in(results)

    def check_exchanges(self, file):
        calls = [call for call in file.calls if call.name == "MPI_Sendrecv"]
        self.assertEqual(len(calls), EXCHANGES)
        for tag, call in enumerate(calls):
            self.assertEqual([(part.kind, part.tag, part.peer) for part in call.parts],
                             [(kind, tag, 1 - file.header.rank) for kind in ("SEND", "POST", "RECEIVED")])

    @each_mpi
    def test_each_way(self, mpi):
        status = {"finalize": {"CLOSED", "FINALIZED"}, "fork": {"CLOSED", "FINALIZED"}, "without": {"CLOSED"},
                  "exit": {"CLOSED"}, "_exit": set(), "kill": set(), "abort": {"ABORTED"}}
        for how, expected in status.items():
            with self.subTest(how=how):
                done, files = self.end(mpi, how)
                if how in ("finalize", "fork"):
                    self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(list(files), [0, 1])
                self.assertEqual(files[1].status, expected)
                for file in files.values():
                    self.check_exchanges(file)
                    self.assertGreater(file.header.beat_ns, file.header.start_ns)
                    self.assertEqual(bool(file.header.stop_tick), "FINALIZED" in file.status)

    @each_mpi
    def test_fatal_error(self, mpi):
        """MPI ends the program, by exit or by a signal: it did not end in peace."""
        _, files = self.end(mpi, "fatal")
        self.assertLessEqual(files[1].status, {"ABORTED"})
        self.check_exchanges(files[1])

    @each_mpi
    def test_switched_off(self, mpi):
        done, files = self.end(mpi, "finalize", TARE_ENABLE="0")
        self.assertEqual((done.returncode, files), (0, {}))

    @each_mpi
    def test_limit(self, mpi):
        count = 20000
        program = mpi.compile(self.folder, "polls")
        _, files = self.run_ranks(mpi, 1, program, count, TARE_MESSAGES_MIB="1")
        file = files[0]
        self.assertEqual(file.status, {"CLOSED", "FULL", "FINALIZED"})
        self.assertLessEqual(len(file.data), 1 << 20 | 1 << 13)
        sums = file.sums_by_name()
        self.assertEqual({name: sums[name][0] for name in ("MPI_Iprobe", "MPI_Irecv", "MPI_Send", "MPI_Wait")},
                         dict.fromkeys(("MPI_Iprobe", "MPI_Irecv", "MPI_Send", "MPI_Wait"), count))
        recorded = sum(max(call.polls, 1) for call in file.calls)
        # MPI_Finalize has no name in the file: it was full before
        self.assertEqual(recorded + file.header.unrecorded, sum(calls for calls, _ in file.sums))
        _, files = self.run_ranks(mpi, 1, program, count, TARE_MESSAGES_MIB="0")
        self.assertEqual(sum(calls for calls, _ in files[0].sums), 4 * count + 2)

    @each_mpi
    def test_polls(self, mpi):
        count = 20000
        _, files = self.run_ranks(mpi, 1, mpi.compile(self.folder, "polls"), count)
        polls = [call for call in files[0].calls if call.name == "MPI_Iprobe"]
        self.assertEqual(sum(call.polls for call in polls), count)
        self.assertLess(len(polls), count / 10)  # a busy machine takes its core away now and then
        for call in polls:
            self.assertLessEqual(call.ticks, call.end - call.begin)
        timed, header = files[0].timed, files[0].header  # what the library takes itself
        self.assertIn(timed.calls, range(count // 16, 4 * count // 16 + 2))
        self.assertGreater(timed.ticks, 0)
        self.assertLess(timed.ticks + timed.growing, header.stop_tick - header.start_tick)

    @each_mpi
    def test_full_disk(self, mpi):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "none", disk], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("a full disk cannot be made here (mount is not permitted)")
        try:
            program = mpi.compile(self.folder, "polls")
            done = mpi.launch(mpi.command(1, program, 20000), disk)
            self.assertEqual(done.returncode, 0, done.stderr)
            file = files_in(disk)[0]
            self.assertEqual(file.status, {"CLOSED", "FULL", "FINALIZED"})
            self.assertGreater(len(file.calls), 500)
            fill(disk)
            done = mpi.launch(mpi.command(1, program, 100), disk)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("tare: no space for messages in", done.stderr)
            self.assertEqual(len(files_in(disk)), 1)
        finally:
            subprocess.run(["umount", disk], check=True)

    @each_mpi
    def test_no_folder(self, mpi):
        program = mpi.compile(self.folder, "polls")
        (self.folder / "file").write_text("")
        done = mpi.launch(mpi.command(1, program, 10), self.folder / "file" / "below")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("tare: cannot write messages in", done.stderr)

    @each_mpi
    def test_some_ranks(self, mpi):
        """Ranks without the library do not keep the others waiting, whatever communicators are made."""
        results = self.folder / "results"
        program = mpi.compile(self.folder, "communicators")
        done = mpi.launch([*mpi.command(1, program), ":", *mpi.command(2, program, recorded=False)], results)
        plain = mpi.launch(mpi.command(3, program, recorded=False))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(done.stdout.splitlines()), sorted(plain.stdout.splitlines()))
        self.assertEqual(list(files_in(results)), [0])

    @each_mpi
    def test_several_programs(self, mpi):
        """One job of two programs, and two jobs in one folder."""
        results = self.folder / "results"
        one, two = mpi.compile(self.folder, "ends"), self.folder / "other"
        os.symlink(one, two)
        for _ in range(2):
            done = mpi.launch([*mpi.command(1, one), ":", *mpi.command(2, two)], results)
            self.assertEqual(done.returncode, 0, done.stderr)
        names = sorted(path.name for path in results.glob("messages.*"))
        self.assertEqual(len(names), 6)
        for file in files_in(results).values():
            self.assertEqual(file.header.size, 3)
            self.assertEqual(file.communicators[1].ranks, [0, 1, 2])


main()
