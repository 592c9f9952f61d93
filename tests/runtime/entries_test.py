# SPDX-License-Identifier: Apache-2.0
"""How often each slot was entered, segment by segment: threads with unequal numbers of criticals, a
single that one of them runs, a loop that is open across barriers, regions inside, tasks wherever they
run. Exactly, on both compilers and both clocks, and with probes that are slowed down."""
from support import (AROUND, BODY, C_COMPILERS, CLOSED, FETCH, FORK, NESTED, PROBE, SCHED, SEG_LAST,
                     SLOW_RUNTIME, WAIT, Workspace, check_books, check_conservation, check_log, expect, one_profile)

ROUNDS, THREADS, TASKS = 10, 3, 20
REGION, LOOP, SINGLE, CRITICAL, BARRIER, TASK, INNER, CHILD, TASKWAIT = range(9)
HAS_TASKS = 3  # ordinal of the outer segment in which, and behind which, tasks run


def told(records):
    """Entries by (node, slot); every slot has one record, and none says nothing."""
    entries, last = {}, None
    for ticks, node, slot, units, count in records:
        last, before = slot, last
        if slot == AROUND:
            expect(before == NESTED and not (ticks or units or count), f"around nothing: {records}")
            continue
        expect(before != NESTED, f"what is around a nested region is not told: {records}")
        expect((node, slot) not in entries, f"two records of {node}, {slot}: {records}")
        expect(ticks or units or count, f"a record of nothing: {records}")
        entries[node, slot] = count
        if slot in (NESTED, FETCH) or slot == BODY and node in (TASK, CHILD):
            expect(count == units, f"entries and units of {node}, {slot}: {records}")
        if slot == PROBE:
            expect(count == 0, f"set-up is not entered: {records}")
    return entries


def locked(times):
    return {(CRITICAL, WAIT): times, (CRITICAL, BODY): times} if times else {}


def expected_outside(number, ordinal):
    started = {(REGION, FORK): 1, (REGION, BODY): 1}
    return [
        started | {(LOOP, BODY): 1} | locked(number),
        locked(number + 2),
        locked(3) | ({(INNER, NESTED): number} if number else {}),
        {},
        {(LOOP, BODY): 2 - number} if number < 2 else {},
    ][ordinal]


def expected_inside(sentence):
    number = sentence["num"]
    if sentence["ordinal"]:
        return locked(2)
    forks = {(INNER, NESTED): 1} if number == 0 and sentence["depth"] == 1 else {}
    return {(INNER, FORK): 1, (INNER, BODY): 1} | locked(4 + number) | forks


def compare(sentence, entries, expected):
    """Slots that were open when the segment began have records with no entry."""
    entered = {key: count for key, count in entries.items() if count}
    expect(entered == expected, f"entered {entered}, expected {expected}: {sentence}")


def check_segments(profile):
    """Returns how many open slots were told, as having no entry."""
    singles, still_open = {}, 0
    for thread in profile["threads"]:
        for s in thread["log"]:
            entries = told(s["spent"])
            still_open += entries.get((LOOP, BODY)) == 0
            if s["region"] == INNER:
                compare(s, entries, expected_inside(s))
                continue
            if s["ordinal"] == HAS_TASKS:
                continue
            if s["ordinal"] == 0:
                singles.setdefault(s["instance"], []).append(entries.pop((SINGLE, BODY), None))
            compare(s, entries, expected_outside(s["num"], s["ordinal"]))
    for ran in singles.values():
        expect(sorted(map(str, ran)) == ["1"] + ["None"] * (THREADS - 1), f"singles: {ran}")
    expect(len(singles) == ROUNDS, f"{len(singles)} outer regions")
    return still_open


def add_to(sums, entries):
    for key, count in entries.items():
        sums[key] = sums.get(key, 0) + count


def check_tasks(profile):
    """Whoever ran them, before the barrier or in it. Returns how many ran in it."""
    sums, in_waits = {}, 0
    for thread in profile["threads"]:
        for s in thread["log"]:
            waited = told(s["in_wait"])
            in_waits += waited.get((TASK, BODY), 0)
            add_to(sums, waited)
            if s["region"] == REGION and s["ordinal"] == HAS_TASKS:
                expect(not s["flags"] & SEG_LAST, "tasks end at a barrier")
                add_to(sums, told(s["spent"]))
    count = ROUNDS * TASKS
    for key, times in {(TASK, SCHED): 1, (TASK, BODY): 1, (CHILD, SCHED): 1, (CHILD, BODY): 1,
                       (CRITICAL, WAIT): 3, (CRITICAL, BODY): 3}.items():
        expect(sums[key] == times * count, f"{key} was entered {sums[key]} times by {count} tasks")
    expect(sums[TASKWAIT, WAIT] == ROUNDS * 2, f"{sums[TASKWAIT, WAIT]} taskwaits")
    return in_waits


def check(work, compiler, says="", **environment):
    outcome = work.run(work.path / ("entries." + compiler), ROUNDS, threads=THREADS,
                       OMP_WAIT_POLICY="passive", OMP_DYNAMIC="false", **environment)
    expect(outcome.stderr == says, outcome.stderr)
    profile = one_profile(outcome)
    expect(profile["status"] == CLOSED, f"status {profile['status']:x}")
    expect(profile["log_complete"], "the log is complete")
    check_books(profile)
    check_log(profile)
    still_open = check_segments(profile)
    expect(still_open >= ROUNDS * THREADS, f"an open loop was told {still_open} times")
    check_conservation(profile)
    return check_tasks(profile)


with Workspace() as work:
    for compiler in C_COMPILERS:
        work.compile(compiler, [work.stub("entries")], "entries." + compiler)
        in_waits = sum(check(work, compiler) for _ in range(3))
        expect(in_waits > 0, "no task ran in a wait: nothing was tested")
        check(work, compiler, TARE_CLOCK="monotonic")
        for slow in ("constant:300", "random:300", "thrash:20"):
            check(work, compiler, LD_PRELOAD=SLOW_RUNTIME, TARE_SLOW_PROBES=slow,
                  says=f"tare: probes are slowed down for a test: TARE_SLOW_PROBES={slow}\n")
        for wrong in ("slow", "constant", "constant:", "constant:0", "random:-1", "thrash:1x"):
            check(work, compiler, LD_PRELOAD=SLOW_RUNTIME, TARE_SLOW_PROBES=wrong,
                  says="tare: TARE_SLOW_PROBES wants constant:NS, random:NS or thrash:LINES, "
                       f"not {wrong}\n")
        check(work, compiler, TARE_SLOW_PROBES="constant:300")  # of no meaning to the product
        print("ok", compiler, in_waits, "tasks in waits", flush=True)
