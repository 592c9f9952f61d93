# SPDX-License-Identifier: Apache-2.0
"""Full disks, full logs, forked processes, foreign threads, broken nesting: the program runs on as
if nothing had happened, and the profile says what it does not know."""
import os
import resource
import shutil
import subprocess

from support import (C_COMPILERS, CLOSED, DISK_FULL, FOREIGN, TOO_DEEP, UNBALANCED, Workspace,
                     asleep, check_books, check_conservation, check_log, dump, expect, one_profile, total)

KINDS = "parallel,for,barrier,critical"


def in_a_small_space(work, program, name, outcome, expected):
    expect(outcome.returncode == 0, f"{name}: status {outcome.returncode} {outcome.stderr}")
    expect(outcome.stdout == expected, f"{name}: output {outcome.stdout}")
    lines = outcome.stderr.splitlines()
    expect(1 <= len(lines) <= 2 and all(line.startswith("tare: ") for line in lines),
           f"{name}: {outcome.stderr}")
    for path in outcome.profiles:
        if path.stat().st_size < 4096:
            continue  # not even a header page
        profile = dump(path)
        expect(profile["cut_off"] or profile["status"] & DISK_FULL, f"{name}: says nothing")
        check_books(profile)


def file_size_limit(work, program):
    """Growth beyond RLIMIT_FSIZE would be a SIGXFSZ in the user's program."""
    expected = work.run(program, "regions", 20000, TARE_ENABLE=0).stdout
    for limit in (2048, 4096, 12288, 20480, 40960, 1 << 20, 9 << 20):
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard[1]))
        try:
            outcome = work.run(program, "regions", 20000)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, hard)
        in_a_small_space(work, program, f"limit {limit}", outcome, expected)


def full_disk(work, program):
    disk = work.path / "disk"
    disk.mkdir(exist_ok=True)
    expected = work.run(program, "regions", 20000, TARE_ENABLE=0).stdout
    for size in ("8k", "24k", "48k", "128k", "400k", "1m"):
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=" + size, "none", disk],
                                 stderr=subprocess.DEVNULL)
        if mounted.returncode != 0:
            print("SKIPPED: a full disk cannot be made here (mount is not permitted)")
            return
        try:
            outcome = work.run(program, "regions", 20000, TARE_OUTPUT_DIR=disk / "r")
            outcome.profiles = sorted(disk.glob("r/tare-*/profile.tare"))
            in_a_small_space(work, program, f"disk of {size}", outcome, expected)
        finally:
            subprocess.run(["umount", disk], check=True)


def no_folder(work, program):
    outcome = work.run(program, "regions", 10, TARE_OUTPUT_DIR="/proc/nowhere")
    expect(outcome.returncode == 0 and outcome.stdout == "10\n", "runs unmeasured")
    expect(outcome.stderr.count("\n") == 1 and "/proc/nowhere" in outcome.stderr, outcome.stderr)


def other_folder(work, program):
    """A relative folder for results is one of where the program was started."""
    (work.path / "case").mkdir(exist_ok=True)
    outcome = work.run(program, "regions", 10, "case", TARE_OUTPUT_DIR="here")
    outcome.profiles = sorted(work.path.glob("here/tare-*/profile.tare"))
    expect(one_profile(outcome)["status"] == CLOSED, outcome.stderr)
    shutil.rmtree(work.path / "here")


def full_log(work, program):
    """Thinning keeps whole region instances, or barriers of all threads; the cells stay exact."""
    for how, count, level in (("regions", 30000, 0), ("nested", 30000, 1), ("barriers", 30000, 2)):
        profile = one_profile(work.run(program, how, count, TARE_LOG_MIB=1))
        expect(profile["status"] == CLOSED, f"status {profile['status']}")
        expect(profile["levels"][level] > 0, f"{how}: levels {profile['levels']}")
        expect(not profile["log_complete"], "the log is a sample")
        expect(all(thread["log"] for thread in profile["threads"]), "something is kept")
        check_books(profile)
        check_log(profile)
        passed = sum(t["nodes"][2]["slots"][1][1] for t in profile["threads"])
        each = 1 if how == "nested" else 2
        expect(passed == each * count, f"{how}: {passed} barriers counted")
        if how == "nested":
            expect(profile["levels"][0] == 0, f"what is around them stays: {profile['levels']}")


def forked(work, program):
    outcome = work.run(program, "fork")
    expect(outcome.returncode == 0 and outcome.stderr == "", f"fork: {outcome.stderr}")
    expect(outcome.stdout == "2\n", outcome.stdout)
    # the second child is made inside a region of its parent: nothing of its own to measure
    expect(len(outcome.profiles) == 2, f"{len(outcome.profiles)} profiles of three processes")
    regions = []
    for path in outcome.profiles:
        profile = dump(path)
        expect(profile["status"] == CLOSED, f"status {profile['status']}")
        check_books(profile)
        check_log(profile)
        regions.append(profile["regions"])
    expect(regions == [3, 3], f"regions of parent and child: {regions}")


def foreign(work, program):
    profile = one_profile(work.run(program, "foreign", 5))
    expect(profile["status"] == CLOSED | FOREIGN, f"status {profile['status']}")
    expect(profile["foreign"] == 5 and profile["regions"] == 1, "foreign regions are counted")
    check_books(profile)


def foreign_and_asleep(work, program):
    """While a region is left out, those of its own threads are its own, and others are counted."""
    for policy in ("passive", "active"):
        profile = one_profile(work.run(program, "asleep", 5, TARE_BUDGET="0.0001%", OMP_WAIT_POLICY=policy,
                                       TARE_PROBE_COSTS="1000000,1000000,1000000"))
        expect(profile["status"] == CLOSED | FOREIGN, f"status {profile['status']}")
        expect(profile["foreign"] == 5, f"{profile['foreign']} foreign regions")
        expect(profile["regions"] == 1, f"{profile['regions']} regions were measured")
        ticks, count = next(asleep(t) for t in profile["threads"] if t["initial"])[0]
        expect(count == 1 and ticks > 0, f"{count} left out, of {ticks} ticks")
        check_books(profile)


def computing(work, program):
    """A thread of the program's own; workers that wait actively meanwhile are none."""
    for policy in ("passive", "active"):
        profile = one_profile(work.run(program, "computing", 300, OMP_WAIT_POLICY=policy,
                                       KMP_BLOCKTIME="infinite" if policy == "active" else 0))
        expect(profile["status"] == CLOSED, f"status {profile['status']}")
        expect(0.29 <= profile["other_cpu"] < 0.4, f"{policy}: {profile['other_cpu']} s of CPU")
        check_books(profile)
    profile = one_profile(work.run(program, "regions", 20000, OMP_WAIT_POLICY="active"))
    expect(profile["other_cpu"] < 0.05, f"teams alone: {profile['other_cpu']} s of CPU")


def ending(work, program):
    """Of a thread that is about to end nothing is read any more: its time is known."""
    profile = one_profile(work.run(program, "ending", 300, OMP_WAIT_POLICY="passive"))
    expect(0.29 <= profile["other_cpu"] < 0.4, f"{profile['other_cpu']} s of CPU")


def broken(work, program):
    profile = one_profile(work.run(program, "broken", 5))
    expect(profile["status"] == CLOSED | UNBALANCED | TOO_DEEP, f"status {profile['status']}")
    check_books(profile)
    check_conservation(profile)


def tasks(work, program):
    profile = one_profile(work.run(program, "tasks", 20))
    expect(profile["status"] == CLOSED, f"status {profile['status']}")
    expect(profile["log_complete"], "what ran inside waits is in the log")
    check_books(profile)
    check_log(profile)
    check_conservation(profile)


def closed(work, program):
    """The profile goes on in its own file, and never in what the program opened in its place."""
    outcome = work.run(program, "closed", 20000)
    expect(outcome.stdout == "0 20000\n" and outcome.stderr == "", outcome.stdout + outcome.stderr)
    profile = one_profile(outcome)
    expect(profile["status"] == CLOSED and profile["regions"] == 20000, f"status {profile['status']}")
    check_books(profile)
    check_log(profile)


def errno(work, program):
    """Folders that are there already, and whatever else fails on the way, are no error of the program's."""
    outcome = work.run(program, "errno", 20000)
    expect(outcome.stdout == "0\n", f"{outcome.stdout} probes changed errno")


with Workspace() as work:
    for compiler in C_COMPILERS:
        program = work.compile(compiler, [work.stub("many", kinds=KINDS)], "many." + compiler,
                               "-rdynamic")
        tests = (file_size_limit, full_disk, no_folder, other_folder, full_log, forked, foreign, foreign_and_asleep,
                 computing, broken, tasks, closed, errno)
        for test in tests + ((ending,) if compiler == "gcc" else ()):
            test(work, program)
            print("ok", compiler, test.__name__, flush=True)
