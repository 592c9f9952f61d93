# SPDX-License-Identifier: Apache-2.0
"""Every shape of region and construct, both compilers, 1, 2 and 4 threads: the books close to the
tick, the log agrees with the cells, counts are what the program did."""
from support import (BODY, C_COMPILERS, CLOSED, TOO_DEEP, Workspace, check_books,
                     check_conservation, check_log, expect, one_profile, total)

ROUNDS = 20
ATOMIC = 9  # node


def sum_slot(profile, node, field, slot=BODY):
    return sum(t["nodes"][node]["slots"][slot][field] for t in profile["threads"])


def check_counts(profile, threads):
    """ROUNDS times: regions of p, 1, max(p-1,1) and p+1 threads, all with the same constructs."""
    teams = [threads, 1, max(threads - 1, 1), threads + 1]
    expect(sum_slot(profile, 1, 2) == ROUNDS * (40 + 10 + 5 + 5 + 4 * 3), "loop iterations")
    expect(sum_slot(profile, 2, 1) == ROUNDS * 4, "single executions")
    expect(sum_slot(profile, 3, 2) == ROUNDS * 4, "master executions")
    expect(sum_slot(profile, 4, 1) == ROUNDS * sum(teams), "critical acquisitions")
    expect(sum_slot(profile, ATOMIC, 2) == ROUNDS * sum(teams), "atomic count")
    outer = [t["nodes"][ATOMIC]["outer"] for t in profile["threads"]]
    expect(all(o in ([1, 0], [0, 0]) for o in outer) and [1, 0] in outer,
           f"atomics are executed in the region, node 0: {outer}")
    expect(sum(t["nodes"][0]["instances"] for t in profile["threads"]) == ROUNDS * 4, "regions")
    expect(sum(t["nodes"][8]["instances"] for t in profile["threads"]) == ROUNDS, "opaque regions")
    expect(total(profile, "missing") > 0 or threads == 1, "smaller teams leave threads without work")
    expect(total(profile, "surplus") > 0, "nested and larger teams are more threads than asked")


def check(work, compiler, threads, **environment):
    program = work.path / ("books." + compiler)
    plain = work.run(program, ROUNDS, threads=threads, TARE_ENABLE=0)
    expect(not plain.profiles and not plain.results.exists(), "TARE_ENABLE=0 writes nothing")
    outcome = work.run(program, ROUNDS, threads=threads, **environment)
    expect(outcome.stdout == plain.stdout, "the program's output changed")
    expect(outcome.stderr == "", outcome.stderr)
    profile = one_profile(outcome)
    expect(profile["asked"] == threads, f"asked for {profile['asked']} threads")
    expect(profile["status"] & ~TOO_DEEP == CLOSED, f"status {profile['status']:x}")
    check_books(profile)
    check_log(profile)
    check_counts(profile, threads)
    if not environment:
        expect(profile["log_complete"], "the log is complete")
        check_conservation(profile, counted=[ATOMIC])
    return profile


with Workspace() as work:
    for compiler in C_COMPILERS:
        work.compile(compiler, [work.stub("books")], "books." + compiler)
        for threads in (1, 2, 4):
            profile = check(work, compiler, threads)
            expect(profile["runtime"] == ("libgomp" if compiler == "gcc" else "libomp"),
                   f"{compiler}: {profile['runtime']}")
            print(compiler, threads, "threads:", profile["regions"], "regions close", flush=True)
        expect(check(work, compiler, 2, TARE_CLOCK="monotonic")["clock"] == 2, "the other clock")
        expect(check(work, compiler, 2, TARE_LOG_MIB=0)["log_complete"] is False, "no log")
