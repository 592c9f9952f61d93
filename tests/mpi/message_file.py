#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""message_file.py FILE...: the message files of ranks (runtime/mpi/message_format.h) as text. Read by its own
rules, so that it is no part of what it tests."""
import pathlib
import struct
import sys

PAGE = 4096
FUNCTIONS = 208
HEADER = struct.Struct("<8s4I9Q2i2I64s64s64s")
RECORD = struct.Struct("<HHI")
CALL = struct.Struct("<4I3Q")
MESSAGE = struct.Struct("<Q2i2IQ")
COLLECTIVE = struct.Struct("<QIi2I2Q")
COMMUNICATOR = struct.Struct("<2IQ2I")
MESSAGES = {4: "SEND", 5: "POST", 6: "RECEIVED", 7: "SENT", 9: "DROPPED", 11: "PROBED"}
SHAPES = ("ALL", "FROM_ROOT", "TO_ROOT", "SCAN", "NEIGHBOURS", "START", "END")
MODES = ("standard", "buffered", "synchronous", "ready")
STATUS = {1: "CLOSED", 2: "FULL", 4: "FINALIZED", 8: "ABORTED", 16: "SPAWNED"}
NO_NODE = 0x0fffffff


def text(raw):
    return raw.split(b"\0", 1)[0].decode()


class Part(dict):
    """kind, and what the record says; attributes are its keys."""

    def __getattr__(self, name):
        return self[name]


class MessageFile:
    """One rank's file: its header, communicators, and calls with their parts."""

    def __init__(self, path):
        self.data = pathlib.Path(path).read_bytes()
        names = ("magic major minor header_size clock pid start_tick start_ns beat_tick beat_ns stop_tick stop_ns "
                 "used unrecorded rank size status thread_level host library job").split()
        raw = HEADER.unpack_from(self.data)
        self.header = Part(zip(names, raw))
        assert self.header.magic == b"TAREMSGS", path
        for name in ("host", "library", "job"):
            self.header[name] = text(self.header[name])
        at = HEADER.size
        self.sums = [struct.unpack_from("<2Q", self.data, at + 16 * i) for i in range(FUNCTIONS)]
        self.timed = Part(zip(("ticks", "calls", "growing"),
                              struct.unpack_from("<3Q", self.data, at + 16 * FUNCTIONS)))
        self.names, self.communicators, self.calls = {}, {}, []
        self._read_records()

    @property
    def status(self):
        return {name for bit, name in STATUS.items() if self.header.status & bit}

    def sums_by_name(self):
        return {name: self.sums[number] for number, name in self.names.items()}

    def _read_records(self):
        at, end, parts = PAGE, PAGE + self.header.used, {}
        while at < end:
            kind, size, thread = RECORD.unpack_from(self.data, at)
            body, size = at + RECORD.size, size * 8
            if kind == 1:
                number, = struct.unpack_from("<I", self.data, body)
                self.names[number] = text(self.data[body + 4:body + 40])
            elif kind == 2:
                size = size or self._size_of_communicator(body)
                self._read_communicator(body)
            elif kind in (3, 12):
                self._read_call(kind, body, thread, parts.pop(thread, []))
            else:
                parts.setdefault(thread, []).append(self._part(kind, body))
            assert size, f"record of kind {kind} at {at}"
            at += size
        assert at == end and not parts

    def _size_of_communicator(self, body):
        size = COMMUNICATOR.unpack_from(self.data, body)[1]
        return 32 + (size * 4 + 7) // 8 * 8

    def _read_communicator(self, body):
        number, size, shared, remote, _ = COMMUNICATOR.unpack_from(self.data, body)
        ranks = struct.unpack_from(f"<{size}i", self.data, body + COMMUNICATOR.size)
        self.communicators[number] = Part(id=number, shared=shared, remote=remote, ranks=list(ranks))

    def _read_call(self, kind, body, thread, parts):
        fields = "function node in_region slot begin end site".split()
        call = Part(zip(fields, CALL.unpack_from(self.data, body)), thread=thread, parts=parts, polls=0)
        call["name"] = self.names[call.function]
        call["ticks"] = call.end - call.begin
        if kind == 12:
            call["polls"], call["ticks"] = struct.unpack_from("<2Q", self.data, body + CALL.size)
        self.calls.append(call)

    def _part(self, kind, body):
        if kind == 8:
            request, comm, root, shape, _, sent, received = COLLECTIVE.unpack_from(self.data, body)
            return Part(kind="COLLECTIVE", request=request, comm=comm, root=root, shape=SHAPES[shape], sent=sent,
                        received=received)
        if kind == 10:
            return Part(kind="NOT_MODELLED")
        request, peer, tag, comm, mode, size = MESSAGE.unpack_from(self.data, body)
        return Part(kind=MESSAGES[kind], request=request, peer=peer, tag=tag, comm=comm, mode=MODES[mode],
                    bytes=size)

    def line(self, call):
        """One call without what differs from run to run."""
        polls = f" polls {call.polls}" if call.polls else ""
        return f"{call.name}{polls}" + "".join(f"\n  {part_text(part)}" for part in call.parts)


def part_text(part):
    if part.kind == "NOT_MODELLED":
        return part.kind
    request = f" #{part.request}" if part.request else ""
    if part.kind == "COLLECTIVE":
        root = f" root {part.root}" if part.root != -1 else ""
        return f"{part.shape}{request} on {part.comm}{root} sent {part.sent} received {part.received}"
    mode = f" {part.mode}" if part.mode != "standard" else ""
    return f"{part.kind}{request} peer {part.peer} tag {part.tag} on {part.comm} bytes {part.bytes}{mode}"


def main():
    for path in sys.argv[1:]:
        file = MessageFile(path)
        h = file.header
        print(f"{path}: rank {h.rank} of {h.size} on {h.host}, {h.library!r}, job {h.job!r}, level {h.thread_level}, "
              f"{' '.join(sorted(file.status)) or 'open'}, {h.used} bytes, {h.unrecorded} unrecorded")
        for number, comm in file.communicators.items():
            print(f"communicator {number}: {comm.ranks} shared {comm.shared:#x} remote {comm.remote}")
        for call in file.calls:
            where = "" if call.node == NO_NODE else f" node {call.node}{' in region' if call.in_region else ''}"
            print(f"{call.begin - h.start_tick} +{call.ticks} t{call.thread}{where} {file.line(call)}")


if __name__ == "__main__":
    main()
