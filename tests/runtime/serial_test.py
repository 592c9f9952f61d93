# SPDX-License-Identifier: Apache-2.0
"""Probes of serial code: exclusive, exact, silent inside regions; before there is a file, in a
forked child, after a longjmp, in deep recursions; and the profile of a serial program."""
from support import (C_COMPILERS, CLOSED, SERIAL, SERIAL_PROGRAM, TOO_DEEP, Workspace,
                     check_books, check_conservation, check_log, dump, expect, one_profile, states)


def serial(profile, node):
    """Ticks, entries, units."""
    return profile["threads"][0]["nodes"][node]["slots"][SERIAL]


def check_rounds(profile, n, outside):
    check_books(profile)
    check_log(profile)
    check_conservation(profile)
    for node, entries, units in ((1, 1, n), (2, n, n), (3, n + outside, 3000 * n + 30000 * outside)):
        expect(serial(profile, node)[1:] == [entries, units],
               f"node {node}: {serial(profile, node)}, not {entries} entries and {units} units")
        expect(serial(profile, node)[0] > 0 or entries == 0, f"node {node} has no time")
    nodes = profile["threads"][0]["nodes"]
    for node, around in ((0, [2, 0]), (1, [0, 0]), (2, [2, 0])):  # begun in another function or not
        expect(nodes[node]["statements"] == around and nodes[node]["outer"] == [0, 0],
               f"node {node} was begun in {nodes[node]['statements']}")
    for thread in profile["threads"][1:]:
        expect(not any(thread["nodes"][node]["slots"][SERIAL][1] for node in range(1, 8)),
               "only the initial thread has serial code")


def check_parallel_program(work, compiler):
    program = work.compile(compiler, [work.stub("serial")], "serial." + compiler)
    for threads in (1, 2):
        for clock in ({}, {"TARE_CLOCK": "monotonic"}):
            profile = one_profile(work.run(program, 4, threads=threads, **clock))
            expect(profile["status"] == CLOSED, f"status {profile['status']:x}")
            check_rounds(profile, 4, 2)
    outcome = work.run(program, 0)
    expect(outcome.returncode == 0 and not outcome.results.exists(),
           "without a region nothing is written")

    profile = one_profile(work.run(program, 2, "shorts"))
    check_rounds(profile, 2, 2)
    expect(serial(profile, 4)[:2] == [0, 100000], f"too short to be measured: {serial(profile, 4)}")

    profile = one_profile(work.run(program, 2, "deep"))
    expect(profile["status"] & ~TOO_DEEP == CLOSED, f"status {profile['status']:x}")
    check_rounds(profile, 2, 2)
    expect(serial(profile, 5)[1:] == [18003, 18003], f"recursion: {serial(profile, 5)}")

    profile = one_profile(work.run(program, 3, "jumps"))
    expect(profile["status"] == CLOSED, f"status {profile['status']:x}")
    check_rounds(profile, 3, 2)
    expect(serial(profile, 6)[1:] == [3, 0] and serial(profile, 7)[1:] == [3, 3],
           f"longjmp: {serial(profile, 6)}, {serial(profile, 7)}")


def check_fork(work, compiler):
    program = work.path / ("serial." + compiler)
    outcome = work.run(program, 2, "fork")
    expect(outcome.returncode == 0 and len(outcome.profiles) == 2, "parent and child are measured")
    profiles = [dump(path) for path in outcome.profiles]
    for profile in profiles:
        check_books(profile)
    entries = sorted(serial(profile, 1)[1] for profile in profiles)
    expect(entries == [1, 2], f"the child begins anew: {entries}")


def check_serial_program(work, compiler):
    source = work.stub("twins", "weak", "serial")
    program = work.compile(compiler, [source], "twins." + compiler, "-fno-openmp")
    outcome = work.run(program)
    profile = one_profile(outcome)
    expect(profile["status"] == CLOSED | SERIAL_PROGRAM, f"status {profile['status']:x}")
    expect(profile["asked"] == 1 and profile["regions"] == 0, "no OpenMP in it")
    expect(serial(profile, 0)[1:] == [5, 50] and serial(profile, 1)[1:] == [50, 50], "counts")
    expect(states(profile["threads"][0]) == profile["window"], "every tick is somewhere")
    inner, outer = serial(profile, 1)[0], serial(profile, 0)[0]
    expect(inner > 0 and outer > 0, f"exclusive times: {outer} around {inner}")


with Workspace() as work:
    for compiler in C_COMPILERS:
        check_parallel_program(work, compiler)
        check_fork(work, compiler)
        check_serial_program(work, compiler)
        print(compiler, "serial code is in the books", flush=True)
