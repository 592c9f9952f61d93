# SPDX-License-Identifier: Apache-2.0
"""libtare-window.so: one file for each process, from constructor to destructor, on the clock of the
profiles; nothing without TARE_WINDOW; a child does not overwrite its parent's."""
import os
import struct
import subprocess
import sys

from support import WINDOW, Workspace, expect, one_profile

FIELDS = struct.Struct("<8sII7Q")
COUNTS = struct.Struct("<7Q")  # faults, switches, migrations, instructions, cycles, reference; CPU time
UNKNOWN = 2**64 - 1
FORMAT = 9  # TARE_PF_MAJOR: windows and profiles are read by the same release


def read(path):
    data = path.read_bytes()
    expect(len(data) == 1240, f"{path}: {len(data)} bytes")
    magic, major, clock, pid, start, start_ns, stop, stop_ns, runq, threads = FIELDS.unpack_from(data)
    expect(magic == b"TAREWIND" and major == FORMAT, f"{path}: {magic} {major}")
    expect(pid == int(path.name.split(".")[-1]), f"{path}: pid {pid}")
    expect(not stop or (stop > start and stop_ns > start_ns), f"{path}: the window ends too soon")
    device, inode = struct.unpack_from("<QQ", data, FIELDS.size + COUNTS.size)
    *counts, cpu_ns = COUNTS.unpack_from(data, FIELDS.size)
    counts = tuple(counts)
    if stop:
        expect(all(n == UNKNOWN or n < 2**60 for n in counts), f"{path}: counts {counts}")
        expect(counts[0] != UNKNOWN and counts[1] != UNKNOWN, f"{path}: getrusage tells {counts}")
    return {"counts": counts, "clock": clock, "ticks": stop - start, "ns": stop_ns - start_ns, "closed": bool(stop),
            "threads": threads, "runq_ns": runq, "cpu_ns": cpu_ns,
            "file": (device, inode),
            "openmp_file": data[144:].split(b"\0")[0].decode(),
            "rank": struct.unpack_from("<ii", data, 1168), "host": data[1176:].split(b"\0")[0].decode()}


def windows(work, *command, **environment):
    prefix = work.path / "window"
    for old in work.path.glob("window.*"):
        old.unlink()
    outcome = work.run(command[0], *command[1:], LD_PRELOAD=WINDOW, TARE_WINDOW=prefix,
                       **environment)
    return outcome, [read(path) for path in sorted(work.path.glob("window.*"))]


with Workspace() as work:
    program = work.compile("gcc", [work.stub("many", kinds="parallel,for,barrier,critical")], "many")

    # The rank and their number, as launchers say them; a plain program is none.
    for variables, expected in (
            ({}, (0, 0)), ({"OMPI_COMM_WORLD_RANK": 1, "OMPI_COMM_WORLD_SIZE": 2}, (2, 2)),
            ({"PMI_RANK": 0, "PMI_SIZE": 4}, (1, 4)), ({"PMIX_RANK": 3}, (4, 0)),
            ({"SLURM_PROCID": 0, "SLURM_NTASKS": 2}, (0, 0)),  # a plain program in a batch script
            ({"SLURM_PROCID": 1, "SLURM_STEP_ID": 0, "SLURM_NTASKS": 2}, (2, 2)),
            ({"SLURM_PROCID": 0, "SLURM_STEP_ID": 4294967291, "SLURM_NTASKS": 2}, (0, 0)),
            ({"OMPI_COMM_WORLD_RANK": "x"}, (0, 0))):
        _, found = windows(work, "/bin/true", **variables)
        expect(found[0]["rank"] == expected, f"{variables}: {found[0]['rank']}")
        expect(found[0]["host"] == os.uname().nodename, f"host {found[0]['host']}")

    # Both end as the process does, one after the other: a process that loses its core between the two, or
    # goes on on another one, may have the inner one end later.
    for attempt in range(10):
        outcome, found = windows(work, program, "regions", 100)
        profile = one_profile(outcome)
        expect(len(found) == 1 and found[0]["closed"] and found[0]["threads"] == 2, str(found))
        expect(found[0]["clock"] == profile["clock"], "window and profile use one clock")
        name = found[0]["openmp_file"]
        expect(name.startswith("/") and "/libgomp.so" in name, f"the OpenMP runtime's file: {name}")
        if found[0]["ticks"] >= profile["window"]:
            break
    else:
        expect(False, "the preloaded window holds the profile's")

    outcome, found = windows(work, "/bin/true")
    expect(len(found) == 1 and found[0]["closed"] and found[0]["threads"] == 1, str(found))
    expect(found[0]["openmp_file"] == "", str(found))
    outcome, found = windows(work, "/bin/true", TARE_CLOCK="monotonic")
    expect(found[0]["clock"] == 2 and found[0]["ticks"] == found[0]["ns"], str(found))
    outcome, found = windows(work, "/bin/sh", "-c", "kill -9 $$")
    expect(len(found) == 1 and not found[0]["closed"], "a killed process has no end")
    outcome, found = windows(work, "/bin/sh", "-c", "(exit 3); exec /bin/true")
    expect(len(found) == 1 and found[0]["closed"], f"a subshell and an exec: {found}")
    outcome, found = windows(work, program, "fork")
    expect(len(found) == 1, f"forked children have no window of their own: {found}")

    # The delay of a short program is one inside its window, however busy its core is.
    count = work.path / "count.c"
    count.write_text("""#include <stdlib.h>
int main(int argc, char **argv) {
  for (volatile long i = atol(argv[argc - 1]); i > 0; --i)
    ;
  return 0;
}
""")
    counter = work.compile("gcc", [count], "count")

    # CPU time is that of each process alone: what waits for a program has not computed.
    starter = f"import subprocess; subprocess.run(['{counter}', '500000000'])"
    found = windows(work, sys.executable, "-c", starter)[1]
    waiting, program_of_it = sorted(found, key=lambda window: -window["ns"])
    about = os.stat(counter)
    expect(program_of_it["file"] == (about.st_dev, about.st_ino), f"the file of {counter}: {found}")
    expect(0 < waiting["cpu_ns"] < program_of_it["cpu_ns"], f"what waits, and its program: {found}")

    core = min(os.sched_getaffinity(0))
    rivals = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    for rival in rivals:
        os.sched_setaffinity(rival.pid, {core})
    try:
        for turns in (200000, 1000000, 3000000) * 20:
            window = windows(work, "/usr/bin/taskset", "-c", core, counter, turns)[1][0]
            expect(window["runq_ns"] <= window["ns"], f"waited longer than it lasted: {window}")
    finally:
        for rival in rivals:
            rival.kill()
            rival.wait()

    # A program that touches 400 pages has so many faults more than one that does not.
    touch = work.path / "touch.c"
    touch.write_text("""#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
int main(int argc, char **argv) {
  long pages = atol(argv[argc - 1]);
  volatile char *at = mmap(0, pages * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise((void *)at, pages * 4096, MADV_NOHUGEPAGE);
  for (long i = 0; i < pages; ++i)
    at[i * 4096] = 1;
  return at == 0;
}
""")
    toucher = work.compile("gcc", [touch], "touch")
    few, many = (windows(work, toucher, pages)[1][0]["counts"][0] for pages in (1, 401))
    expect(350 <= many - few <= 500, f"400 pages touched: {few} and {many} faults")

    # Descriptors that the program takes over are not read as counters.
    closer = work.path / "closer.c"
    closer.write_text("""#include <fcntl.h>
#include <unistd.h>
int main(void) {
  for (int fd = 3; fd < 1024; ++fd)
    close(fd);
  int fd;
  while ((fd = open("/dev/zero", O_RDONLY)) >= 0 && fd < 900)
    ;
  return 0;
}
""")
    taken = windows(work, work.compile("gcc", [closer], "closer"))[1][0]["counts"]
    expect(taken[3:] == (UNKNOWN,) * 3, f"counters that the program closed: {taken}")

    subprocess.run(["/bin/true"], env={"LD_PRELOAD": str(WINDOW)}, check=True, cwd=work.path)
    print("ok")
