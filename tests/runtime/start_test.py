# SPDX-License-Identifier: Apache-2.0
"""libomp starts at its first call, before the probes of the region that needs it: that is the first
fork's time, not serial code's."""
from support import (C_COMPILERS, CLOSED, FORK, SERIAL, Workspace, check_books, check_conservation,
                     check_log, expect, one_profile)

SLOW_MS = 60  # as in programs/start.c


def milliseconds(profile, ticks):
    return ticks / profile["rate"] * 1e3


def forked(profile):
    """The first fork's time, which the log's first sentence has too."""
    return profile["threads"][0]["nodes"][0]["slots"][FORK][0]


def check(work, program, how, threads, **environment):
    outcome = work.run(program, threads, *how, threads=threads, **environment)
    profile = one_profile(outcome)
    expect(profile["status"] == CLOSED, f"status {profile['status']:x}")
    check_books(profile)
    check_log(profile)
    check_conservation(profile)
    expect(profile["threads"][0]["nodes"][1]["slots"][SERIAL][1] == len(how), "one call or none")
    return profile, outcome.stdout.strip() != "0"


def check_start(work, compiler):
    program = work.compile(compiler, [work.stub("start")], "start." + compiler)
    for how in ((), ("called",)):
        for threads in (1, 2):
            for clock in ({}, {"TARE_CLOCK": "monotonic"}):
                profile, is_late = check(work, program, how, threads, **clock)
                took = milliseconds(profile, forked(profile))
                expect(took >= SLOW_MS or not is_late,
                       f"{compiler} {how}: the first fork has {took} ms of {SLOW_MS}")
                expect(is_late == (compiler != "gcc"), "libomp starts at its first call")
    check(work, program, ("called",), 2, OMP_TOOL="disabled")  # it asks nobody: as without us


with Workspace() as work:
    for compiler in C_COMPILERS:
        check_start(work, compiler)
