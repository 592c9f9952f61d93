# SPDX-License-Identifier: Apache-2.0
"""Four threads of each rank call MPI at once: no message is lost or mixed up."""
from support import OnEachMpi, each_mpi, main

THREADS, AT_ONCE, ROUNDS = 4, 8, 60
MESSAGES = THREADS * AT_ONCE * ROUNDS


def size_of(tag):
    return 4 * (tag % 7 + 1)


class Threads(OnEachMpi):
    @each_mpi
    def test_all_at_once(self, mpi):
        program = mpi.compile(self.folder, "threads")
        printed, files = self.run_ranks(mpi, 2, program, ROUNDS)
        plain = mpi.launch(mpi.command(2, program, ROUNDS, recorded=False))
        self.assertEqual(printed, sorted(plain.stdout.splitlines()))
        for rank, file in files.items():
            self.assertEqual(file.header.thread_level, 3)
            self.check(file, 1 - rank)

    def check(self, file, peer):
        parts = [part for call in file.calls for part in call.parts]
        kinds = {kind: [part for part in parts if part.kind == kind] for kind in ("SEND", "SENT", "POST", "RECEIVED")}
        for kind, found in kinds.items():
            self.assertEqual(len(found), MESSAGES, kind)
            self.assertEqual(len({part.request for part in found}), MESSAGES, kind)
            self.assertEqual({part.peer for part in found}, {peer}, kind)
        self.check_pairs(kinds["SEND"], kinds["SENT"])
        self.check_pairs(kinds["POST"], kinds["RECEIVED"])
        for part in kinds["SEND"] + kinds["SENT"] + kinds["RECEIVED"]:
            self.assertEqual(part.bytes, size_of(part.tag), part)
        self.check_threads(file)

    def check_pairs(self, begun, ended):
        """What ends is what began: the same tag and communicator under the same number."""
        key = {part.request: (part.tag, part.comm) for part in begun}
        self.assertEqual(key, {part.request: (part.tag, part.comm) for part in ended})

    def check_threads(self, file):
        """Five threads, each in one call at a time; each of the four has its own tags."""
        by_thread = {}
        for call in file.calls:
            by_thread.setdefault(call.thread, []).append(call)
        self.assertEqual(len(by_thread), THREADS + 1)
        for thread, calls in by_thread.items():
            for before, after in zip(calls, calls[1:]):
                self.assertLessEqual(before.end, after.begin)
            tags = {part.tag // 16 // AT_ONCE for call in calls for part in call.parts if part.kind == "SEND"}
            self.assertEqual(len(tags), 0 if thread == 0 else 1)


main()
