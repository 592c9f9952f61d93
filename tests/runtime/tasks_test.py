# SPDX-License-Identifier: Apache-2.0
"""Tasks on both compilers, 1, 2 and 4 threads: undeferred, in barriers, at the region's end, in
waits, moving from thread to thread, forking regions. The books close to the tick, the log agrees
with the cells, every task is counted once, and the program's result is its own."""
from support import (BODY, C_COMPILERS, CLOSED, FETCH, SCHED, TOO_DEEP, WAIT, Workspace, check_books,
                     check_conservation, check_log, expect, one_profile)

COUNT, ROUNDS, DEPTH = 30, 5, 100


def slot(profile, node, field, which):
    return sum(t["nodes"][node]["slots"][which][field] for t in profile["threads"])


def check_counts(profile):
    tasks = ROUNDS * 2 * COUNT
    expect(slot(profile, 1, 2, BODY) == tasks, "tasks")
    expect(slot(profile, 1, 1, SCHED) == tasks, "creations")
    inner = slot(profile, 6, 1, BODY)  # threads of inner regions, each of which has one task
    leaves = 2 * tasks + ROUNDS * 2 + DEPTH + 1
    expect(slot(profile, 2, 2, BODY) == leaves + inner, "nested tasks")
    expect(slot(profile, 3, 1, WAIT) == tasks, "taskwaits")
    expect(slot(profile, 14, 2, BODY) == ROUNDS * (4 + 16 + 64), "tasks of regions in themselves")
    expect(slot(profile, 7, 1, WAIT) == ROUNDS * 2, "taskgroups")
    expect(slot(profile, 10, 2, BODY) == ROUNDS, "an untied task is one task")
    expect(slot(profile, 10, 1, BODY) == 3 * ROUNDS, "an untied task is entered three times")
    expect(slot(profile, 10, 0, BODY) > 0 and slot(profile, 2, 0, SCHED) > 0, "time in tasks")


def in_fetches(profile):
    return sum(ticks for thread in profile["threads"] for s in thread["log"]
               for ticks, _, which, *_ in s["in_wait"] if which == FETCH)


def check_one_thread(profile):
    """Alone in its team a thread never lacks tasks."""
    for node in (3, 7):
        expect(slot(profile, node, 0, WAIT) == 0, f"node {node} lacks tasks on one thread")
        expect(slot(profile, node, 0, SCHED) > 0, f"node {node} fetches nothing")


def completed(work, *arguments, **settings):
    """libomp 19 aborts in itself now and then where tasks fork regions, with probes off as well (of 250
    runs one or more): such a run tells nothing."""
    for _ in range(5):
        done = work.run(*arguments, **settings)
        if "Assertion failure at kmp_tasking.cpp" not in done.stderr:
            break
    return done


def check(work, compiler, threads, **environment):
    program = work.path / ("tasks." + compiler)
    environment["OMP_WAIT_POLICY"] = "passive"  # the machine may be busy
    plain = completed(work, program, COUNT, DEPTH, threads=threads, TARE_ENABLE=0)
    outcome = completed(work, program, COUNT, DEPTH, threads=threads, **environment)
    for done in (plain, outcome):
        expect(done.returncode == 0, f"status {done.returncode}: {done.stderr}")
    expect(outcome.stdout == plain.stdout, "the program's output changed")
    expect(outcome.stderr == "", outcome.stderr)
    profile = one_profile(outcome)
    expect(profile["status"] == CLOSED, f"status {profile['status']:x}")
    expect(profile["foreign"] == 0, f"{profile['foreign']} foreign regions")
    check_books(profile)
    check_log(profile)
    check_counts(profile)
    if threads == 1:
        check_one_thread(profile)
    if "TARE_LOG_MIB" not in environment:
        expect(profile["log_complete"], "the log is complete")
        check_conservation(profile)
    return profile


def deeper_than_the_stack(work, compiler):
    outcome = work.run(work.path / ("tasks." + compiler), 1, 40, 65500,
                       OMP_WAIT_POLICY="passive")
    profile = one_profile(outcome)
    expect(profile["status"] == CLOSED | TOO_DEEP, f"status {profile['status']:x}")
    check_books(profile)
    check_log(profile)


def many_tasks(work, compiler):
    """They do not flood the log: one sentence a wait."""
    profile = one_profile(work.run(work.path / ("tasks." + compiler), 5000, threads=2,
                                   OMP_WAIT_POLICY="passive"))
    expect(profile["status"] == CLOSED, f"status {profile['status']:x}")
    check_books(profile)
    check_log(profile)
    outermost = sum(s["depth"] == 0 for t in profile["threads"] for s in t["log"])
    expect(outermost < 300, f"{outermost} sentences")


with Workspace() as work:
    for compiler in C_COMPILERS:
        work.compile(compiler, [work.stub("tasks")], "tasks." + compiler)
        in_waits = fetched = 0
        for threads in (1, 2, 4):
            for _ in range(3):
                profile = check(work, compiler, threads)
                in_waits += sum(bool(s["in_wait"]) for t in profile["threads"] for s in t["log"])
                fetched += in_fetches(profile)
            print(compiler, threads, "threads:", profile["regions"], "regions close", flush=True)
        expect(in_waits > 0, "no task ran in a wait: nothing was tested")
        expect(fetched > 0, "no gap between tasks was Q")
        check(work, compiler, 2, TARE_CLOCK="monotonic")
        check(work, compiler, 2, TARE_LOG_MIB=0)
        deeper_than_the_stack(work, compiler)
        many_tasks(work, compiler)
