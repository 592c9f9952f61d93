# SPDX-License-Identifier: Apache-2.0
"""Programs of many regions under a budget, on both compilers: what is left out and what is measured
are all instances, what is measured is complete, every tick has its place, and the probes that were
counted stay within the budget."""
from support import (BODY, C_COMPILERS, CLOSED, SEG_LAST, SEG_MASTER, Workspace, asleep, check_books,
                     check_conservation, check_log, dump, expect, one_profile)

COUNT = 1000  # so few that no log grows too fast
SHORT, LONG, TASKS, NESTED_REGION, OPAQUE = 0, 3, 5, 7, 9
COSTS = (2500, 6000, 35000)  # ns: a hundred times what they are
# Shares of the run's time. However busy the machine is, it would take minutes until the least pays for
# half of the short regions, and between the others one pays for some of them and not for all.
LEAST, SHARES = 0.00001, (0.001, 0.01, 0.3)


def forked(line):
    counts = [int(word) for word in line.split()[1:]]
    return dict(zip((SHORT, LONG, TASKS, OPAQUE), counts))


def initial(profile):
    return next(thread for thread in profile["threads"] if thread["initial"])


def check_instances(profile, counts):
    thread = initial(profile)
    left_out = asleep(thread)
    for node, count in counts.items():
        measured, others = thread["nodes"][node]["instances"], left_out.get(node, (0, 0))[1]
        expect(measured >= 1, f"no instance of {node} was measured")
        expect(measured + others == count, f"{measured} and {others} of {count} instances of {node}")
    expect(OPAQUE not in left_out, "there is nothing to leave out of a region without probes")
    expect(set(left_out) <= set(counts), f"only outermost regions are left out: {left_out}")
    for other in profile["threads"]:
        expect(other["initial"] or not asleep(other), "another thread leaves regions out")
    nested = sum(t["nodes"][NESTED_REGION]["instances"] for t in profile["threads"])
    expect(nested == thread["nodes"][LONG]["instances"], f"{nested} nested regions")
    tasks = sum(t["nodes"][6]["slots"][BODY][1] for t in profile["threads"])
    expect(tasks == 20 * thread["nodes"][TASKS]["instances"], f"{tasks} tasks")


def check_standing_for(profile):
    """No more than there was; all of it but what came after the last measured instance."""
    thread = initial(profile)
    for node, (ticks, count) in asleep(thread).items():
        ends = [s for s in thread["log"] if s["region"] == node and s["flags"] & SEG_LAST]
        expect(all(s["flags"] & SEG_MASTER and s["depth"] == 0 for s in ends), "ends of a region")
        expect(sum(s["stands_for"][0] for s in ends) <= ticks, f"ticks of {node}")
        expect(sum(s["stands_for"][1] for s in ends) <= count, f"instances of {node}")
        all_of_it = sum(s["stands_for"][1] for s in ends) == count
        expect(not all_of_it or sum(s["stands_for"][0] for s in ends) == ticks,
               f"{node} is stood for by all, and not all of it")
        expect(not profile["log_complete"] or ends[0]["stands_for"] == [0, 0],
               "nothing is left out before the first")
    silent = sum(s["stands_for"][1] for t in profile["threads"] for s in t["log"]
                 if not (s["flags"] & SEG_LAST and s["flags"] & SEG_MASTER and s["depth"] == 0))
    expect(silent == 0, "only ends of outermost regions stand for others")


def costs_of(profile):
    """By outermost region, what the runtime counts of its measured instances, in ns: total, most."""
    regions = {}
    instances = {}
    for thread in profile["threads"]:
        for s in thread["log"]:
            entries = sum(r[4] for r in s["spent"] + s["in_wait"] if r[2] < 4)
            cost = entries * COSTS[0] + COSTS[1]
            if s["flags"] & SEG_LAST:
                cost += COSTS[2]
            if s["depth"] == 0:
                regions[s["instance"]] = s["region"]
            instances[s["instance"]] = instances.get(s["instance"], 0) + cost
    totals = {}
    for instance, cost in instances.items():
        node = regions.get(instance, LONG)  # nested ones lie in that one
        total, most = totals.get(node, (0, 0))
        totals[node] = (total + cost, max(most, cost))
    return totals


def check_costs(profile, share):
    """First instances apart, and those which took more than the ones before (what a worker's tasks
    take is told with its next region)."""
    totals = costs_of(profile)
    seconds = profile["window"] / profile["rate"]
    may = share * profile["asked"] * seconds * 1e9
    may += 4 * sum(most for _, most in totals.values())
    spent = sum(total for total, _ in totals.values())
    expect(spent <= may, f"{spent:.0f} ns of probes, {may:.0f} are allowed")


def run(work, compiler, threads, *arguments, count=COUNT, **environment):
    environment["OMP_WAIT_POLICY"] = "passive"  # the machine may be busy
    return work.run(work.path / ("thinned." + compiler), count, *arguments, threads=threads,
                    **environment)


def budgeted(share, **environment):
    return dict(environment, TARE_BUDGET=f"{share * 100:g}%",
                TARE_PROBE_COSTS=",".join(map(str, COSTS)))


def check(work, compiler, threads, share, count=COUNT, **environment):
    outcome = run(work, compiler, threads, count=count, **budgeted(share, **environment))
    profile = one_profile(outcome)
    expect(outcome.stderr == "", outcome.stderr)
    expect(profile["status"] == CLOSED, f"status {profile['status']:x}")
    expect(profile["budget"] == round(share * 1e6), f"budget {profile['budget']}")
    expect(profile["foreign"] == 0, f"{profile['foreign']} foreign regions")
    check_books(profile)
    check_log(profile)
    check_instances(profile, forked(outcome.stdout))
    check_standing_for(profile)
    if "TARE_LOG_MIB" not in environment:
        expect(profile["log_complete"], "the log of what was measured is complete")
        check_conservation(profile)
        check_costs(profile, share)
    return profile


def same_results(work, compiler):
    plain = run(work, compiler, 2, TARE_ENABLE=0)
    thinned = run(work, compiler, 2, **budgeted(0.01))
    expect(thinned.stdout == plain.stdout, "the program's output changed")


def some_are_left_out(profile):
    thread = initial(profile)
    expect(asleep(thread)[SHORT][1] > thread["nodes"][SHORT]["instances"],
           "a budget far below the probes' cost leaves most short regions out")
    expect(asleep(thread)[SHORT][0] > 0, "what is left out takes time")


def stood_for(profile):
    return sum(s["stands_for"][0] for s in initial(profile)["log"] if s["region"] == SHORT)


def enough_for_all(work, compiler):
    outcome = run(work, compiler, 2, TARE_BUDGET="100%", TARE_PROBE_COSTS="0,0,0")
    profile = one_profile(outcome)
    expect(not asleep(initial(profile)), "nothing is left out if nothing costs anything")
    expect(initial(profile)["nodes"][SHORT]["instances"] == COUNT, "all were measured")
    check_conservation(profile)


def no_log(work, compiler):
    """Then nobody stands for what is left out."""
    profile = check(work, compiler, 2, LEAST, TARE_LOG_MIB=0)
    expect(not any(t["log"] for t in profile["threads"]), "no log")
    some_are_left_out(profile)


def small_log(work, compiler):
    """Instances that a full log drops take with them what they stand for."""
    profile = check(work, compiler, 2, 1, count=10000, TARE_LOG_MIB=1)
    expect(initial(profile)["log"], "something was logged")


def forked_process(work, compiler):
    """On one thread, because no runtime has its threads in a child."""
    outcome = run(work, compiler, 1, "fork", **budgeted(0.01))
    expect(outcome.returncode == 0, outcome.stderr)
    expect(len(outcome.profiles) == 2, f"{len(outcome.profiles)} profiles: {outcome.stderr}")
    profiles = [dump(path) for path in outcome.profiles]
    lines = outcome.stdout.splitlines()  # the parent waits for the child
    expect(len(lines) == 2, outcome.stdout)
    for profile in profiles:
        check_books(profile)
        check_log(profile)
        check_conservation(profile)
        check_standing_for(profile)
    numbers = [(initial(p)["nodes"][SHORT]["instances"] + asleep(initial(p))[SHORT][1]) for p in profiles]
    expect(sorted(numbers) == sorted(forked(line)[SHORT] for line in lines),
           f"{numbers} short regions")


def wrong_text(work, compiler):
    for text in ("2", "two%", "0%", "101%", "2%x", "x" * 200):
        outcome = run(work, compiler, 2, TARE_BUDGET=text)
        profile = one_profile(outcome)
        expect("measured without a budget" in outcome.stderr, f"{text}: {outcome.stderr}")
        expect(outcome.stderr.count("\n") == 1, f"one line: {outcome.stderr}")
        expect(profile["budget"] == 0 and not asleep(initial(profile)), f"{text} is no budget")
    outcome = run(work, compiler, 2, TARE_BUDGET="1%", TARE_PROBE_COSTS="1,2")
    expect(one_profile(outcome)["budget"] == 10000, "the budget holds without costs")
    expect("TARE_PROBE_COSTS" in outcome.stderr, outcome.stderr)
    outcome = run(work, compiler, 2, TARE_BUDGET="")
    expect(outcome.stderr == "" and one_profile(outcome)["budget"] == 0, "an empty text is none")


with Workspace() as work:
    stands = 0  # how many are measured depends on the machine
    for compiler in C_COMPILERS:
        work.compile(compiler, [work.stub("thinned")], "thinned." + compiler)
        for threads in (1, 2, 4):
            some_are_left_out(check(work, compiler, threads, LEAST))
            for share in SHARES:
                profile = check(work, compiler, threads, share)
                stands += stood_for(profile)
                measured = initial(profile)["nodes"][SHORT]["instances"]
                print(compiler, threads, "threads:", measured, "of", COUNT, "measured", flush=True)
        check(work, compiler, 2, 0.01, TARE_CLOCK="monotonic")
        same_results(work, compiler)
        enough_for_all(work, compiler)
        no_log(work, compiler)
        small_log(work, compiler)
        forked_process(work, compiler)
        wrong_text(work, compiler)
    expect(stands > 0, "what was measured stands for what was not")
