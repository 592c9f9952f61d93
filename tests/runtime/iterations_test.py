# SPDX-License-Identifier: Apache-2.0
"""Sampled iterations: bounded, the same chance for each, and the books close as without them."""
from support import (BODY, C_COMPILERS, CLOSED, SCHED, Workspace, check_books, check_conservation,
                     check_log, expect, one_profile)

ROWS, BRIEF, INNER = 1, 2, 4
MOST = 4096  # TARE_SAMPLES
INDEX, NODE, INSTANCE, TIME, GAP, KIND = range(6)
NONE, REAL, EMPTY = range(3)


def cells(profile, node, slot, field):
    return sum(t["nodes"][node]["slots"][slot][field] for t in profile["threads"])


def samples_of(profile, node):
    return [s for t in profile["threads"] for s in t["samples"] if s[NODE] == node]


def check_setup(profile):
    """A thread's way to its first iteration: one entry for each execution that had one."""
    for thread in profile["threads"]:
        for node in (ROWS, BRIEF, INNER):
            body, setup = (thread["nodes"][node]["slots"][slot] for slot in (BODY, SCHED))
            expect(setup[1] <= body[1], f"node {node}: {setup[1]} set-ups, {body[1]} executions")
            expect((setup[1] > 0) == (body[2] > 0), f"node {node}: set-ups without iterations")


def check_samples(profile, rows):
    for thread in profile["threads"]:
        expect(len(thread["samples"]) <= MOST, f"{len(thread['samples'])} samples of a thread")
    for s in samples_of(profile, ROWS):
        expect(0 <= s[INDEX] < rows, f"row {s[INDEX]}")
    for s in samples_of(profile, BRIEF):
        expect(-8 <= s[INDEX] < 8, f"index {s[INDEX]}")
    for node in (ROWS, BRIEF, INNER):
        found = samples_of(profile, node)
        expect(found, f"no sample of node {node}")
        time = cells(profile, node, BODY, 0)
        expect(sum(s[TIME] + s[GAP] for s in found) < profile["window"] * len(profile["threads"]),
               f"samples of node {node} hold more time than the run; the loop has {time}")


def check_every(profile, rows):
    """Long iterations are all in the sample, each with its row's own cost."""
    found = sorted(s[INDEX] for s in samples_of(profile, ROWS))
    expect(found == list(range(rows)), f"rows sampled: {found}")


def check_chance(profile, rounds, rows):
    """No part of the loop is preferred by its only thread: quarters of the rows, six standard
    deviations wide."""
    found = [s[INDEX] for s in samples_of(profile, ROWS)]
    expect(len(found) > 200, f"{len(found)} samples of {rounds * rows} iterations")
    for quarter in range(4):
        here = sum(quarter * rows <= 4 * i < (quarter + 1) * rows for i in found)
        expect(abs(here - len(found) / 4) < 6 * (len(found) * 3 / 16) ** 0.5,
               f"{here} of {len(found)} samples are of quarter {quarter}")
    kinds = [s[KIND] for s in samples_of(profile, ROWS) if s[KIND] != NONE]
    expect(abs(kinds.count(EMPTY) - len(kinds) / 2) < 6 * (len(kinds) / 4) ** 0.5,
           f"{kinds.count(EMPTY)} of {len(kinds)} gaps are empty")


def run(work, program, rounds, rows, threads, **environment):
    outcome = work.run(program, rounds, rows, threads=threads, **environment)
    plain = work.run(program, rounds, rows, threads=threads, TARE_ENABLE=0)
    expect(outcome.stdout == plain.stdout, "the program's output changed")
    profile = one_profile(outcome)
    expect(profile["status"] == CLOSED, f"status {profile['status']:x}")
    check_books(profile)
    check_log(profile)
    if profile["log_complete"]:
        check_conservation(profile)
    expect(cells(profile, ROWS, BODY, 2) == rounds * rows, "iterations")
    check_setup(profile)
    check_samples(profile, rows)
    return profile


with Workspace() as work:
    for compiler in C_COMPILERS:
        program = work.compile(compiler, [work.stub("iterations")], "iterations." + compiler)
        for threads in (1, 2, 4):
            check_every(run(work, program, 1, 25, threads), 25)
        check_chance(run(work, program, 200, 1000, 1), 200, 1000)
        run(work, program, 200, 1000, 2)
        run(work, program, 20, 50, 2, TARE_CLOCK="monotonic")
        run(work, program, 20, 50, 2, TARE_LOG_MIB=0)
        print(compiler, "samples iterations", flush=True)
