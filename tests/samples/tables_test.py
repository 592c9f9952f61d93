# SPDX-License-Identifier: Apache-2.0
"""What bench/ says of results that are made up: verdicts on plants, rounds that are merged, limits
that real programs have to keep, and how many programs the second witness needs."""

import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
sys.path.insert(0, str(ROOT / "bench"))

import plants_table  # noqa: E402
import real_programs  # noqa: E402
import review_trials  # noqa: E402
import weigh  # noqa: E402
import window  # noqa: E402
import witness  # noqa: E402

LINE, OTHER = "critical_path.load_imbalance", "unidentified"
PLANT = {"name": "made_up", "lines": [LINE], "constructs": ["for"]}
SAID = {"plants": [PLANT], "sizes": [10, 20], "agreement": 0.015, "others": 0.01,
        "slope": [0.95, 1.05]}


def expect(condition, message):
    if not condition:
        print("FAILED:", message)
        sys.exit(1)


def step(share, other=0.0, half=0.001, where=None, gain=None):
    """A table of 1 s: the plant's line has `share`, unidentified `other`."""
    places = {"for": share} if where is None else where
    made = {"serial_s": 2 - 2 * share, "parallel_s": 1.0, "overhead_s": share, "own_cost_s": 0.0,
            "lines": {LINE: [share, share - half, share + half],
                      OTHER: [other, other - half, other + half]},
            "where": {LINE: places}, "accepted": 3, "tuples": 4}
    if gain is not None:
        made["pairs_s"] = [[1.5, 1.5 - gain]] * 3
    return made


def entry(*steps, **more):
    return {"sizes": dict(zip(("0", "10", "20"), steps)), **more}


def page_of(entries):
    return plants_table.pages(SAID, entries)


def check_verdicts():
    good = entry(step(0), step(0.10, gain=0.10), step(0.20, gain=0.20))
    text, passed = page_of({"made_up gcc 2": good})
    expect(passed and "| yes (9/12 tuples) |" in text, f"agrees: {text}")
    for wrong, base, steps in (
            ("line", step(0), [step(0.12, gain=0.10), step(0.20, gain=0.20)]),
            ("others", step(0), [step(0.10, gain=0.10), step(0.20, other=0.02, gain=0.20)]),
            ("place", step(0), [step(0.10, gain=0.10), step(0.20, where={"for": 0.15}, gain=0.20)]),
            ("place", step(0), [step(0.10, gain=0.10),
                                step(0.20, where={"for": 0.15, "loop": 0.05}, gain=0.20)])):
        text, passed = page_of({"made_up gcc 2": entry(base, *steps)})
        expect(not passed and f"| no: {wrong} (9/12" in text, f"{wrong}: {text}")
    text, passed = page_of({"made_up gcc 2": entry(step(0), step(0.10), step(0.20))})
    expect(not passed and "without its ablation" in text, f"no ablation: {text}")
    text, _ = page_of({"made_up gcc 2": good, "old gcc 2": good})
    expect("No plants any more: old." in text, f"a plant that is gone: {text}")


def check_bases():
    """Work that is cut into pieces: what pieces cost without the plant is in the size's own base."""
    def without(share, other):
        return {**step(0, other=other), "parallel_s": 1 - share}

    cut = [{**step(share, other=0.05), "base": without(share, 0.05)} for share in (0.10, 0.20)]
    text, passed = page_of({"made_up gcc 2": {"sizes": dict(zip(("10", "20"), cut))}})
    expect(passed, f"the same beside the plant, with it and without: {text}")
    cut[1]["base"] = without(0.17, 0.05)
    text, passed = page_of({"made_up gcc 2": {"sizes": dict(zip(("10", "20"), cut))}})
    expect(not passed and "| no: line" in text, f"the plain runs differ by less: {text}")
    cut[1]["base"] = without(0.20, 0.02)
    text, passed = page_of({"made_up gcc 2": {"sizes": dict(zip(("10", "20"), cut))}})
    expect(not passed and "| no: others" in text, f"another line moved: {text}")
    cut[0]["more"] = [{**step(0.10), "base": step(0.04)}]
    whole = plants_table.merged(cut[0])
    expect(abs(whole["base"]["lines"][LINE][0] - 0.02) < 1e-9, "bases are merged too")


def check_shares_only():
    """More threads than cores: nothing is judged, whatever it is."""
    good = entry(step(0), step(0.10, gain=0.10), step(0.20, gain=0.20), cores=2)
    wild = entry(step(0), step(0.30, other=-0.4), step(0.50), cores=2)
    text, passed = page_of({"made_up gcc 2": good, "made_up gcc 4": wild})
    expect(passed and text.count("| made_up |") == 2, f"both tables: {text}")
    expect("p = 4 on 2 cores" in text and "| 0: 0.0, 10: 30.0, 20: 50.0 | unidentified -40.0" in text, text)
    text, passed = page_of({"made_up gcc 4": {**wild, "cores": 4}})
    expect(not passed, "four threads on four cores are judged")


def check_merging():
    rounds = step(0.10, half=0.004, gain=0.10)
    rounds["more"] = [step(0.12, half=0.004, gain=0.11), step(0.14, half=0.004, gain=0.15)]
    rounds["more"][1]["where"] = {LINE: {"for": 0.13, "loop": 0.01}}
    whole = plants_table.merged(rounds)
    value, low, high = whole["lines"][LINE]
    half = 0.004 * 3 ** 0.5 / 3
    expect(abs(value - 0.12) < 1e-9, f"the mean is {value}")
    expect(abs(value - low - half) < 1e-9 and abs(high - value - half) < 1e-9, f"{low} .. {high}")
    expect(len(whole["pairs_s"]) == 9 and abs(plants_table.truth_of(whole) - 0.11) < 1e-9,
           "the truth is the median of all pairs")
    places = whole["where"][LINE]
    expect(abs(places["for"] - 0.35 / 3) < 1e-9 and abs(places["loop"] - 0.01 / 3) < 1e-9, places)
    expect((whole["accepted"], whole["tuples"]) == (9, 12), "tuples add up")
    alone = plants_table.merged(step(0.10, gain=0.10))
    expect(alone["lines"] == step(0.10)["lines"], "one round is as it was measured")


def real(unidentified=0.0, half=0.01, unpaired=0.0, **more):
    line = {"category": "unidentified", "time_s": unidentified, "low_s": unidentified - half,
            "high_s": unidentified + half}
    pairing = {} if unpaired is None else {"pairing": {"unpaired_work_s": unpaired}}
    return {"parallel_time_s": 1.0, "serial_time_s": 2.0, "overheads": [line], **pairing, **more}


def held(tables):
    """Whether each limit holds."""
    named = {f"p{number}": table for number, table in enumerate(tables)}
    return [holds for _, holds in real_programs.limits(named)]


def check_limits():
    good = [real(0.005)] * 10
    expect(held(good) == [True] * 4, held(good))
    expect(held(good[1:]) == [False, True, True, True], "nine programs")
    expect(held([*good, real(unpaired=0.03)]) == [True, False, True, True], "1.5 % of T_s unpaired")
    expect(held([*good, real(unpaired=0.01)]) == [True] * 4, "half a per cent unpaired")
    expect(held([*good, real(unpaired=None)]) == [True, False, True, True], "pairing not known")
    expect(held([real(-0.02)] * 10) == [True, True, False, True], "the median is of absolute values")
    wide = [real(half=0.03)] * 5 + [real()] * 5
    expect(held(wide) == [True, True, True, False], "five conclusive ones")


def check_witness():
    five = {f"p{i}": set(witness.REQUIRED) for i in range(5)}
    expect(witness.summary(five)[1], "five programs are enough")
    five["p4"] = {"barrier waits", "tasks' time"}
    texts, enough = witness.summary(five)
    expect(not enough and "in 4 programs" in texts[1], texts)
    expect(witness.name_of("/a/b/fib -n 22") == "fib -n 22", "a command without its folder")


def check_review():
    change = {"category": LINE, "kind": "for", "share": 0.05}
    expect(review_trials.is_planted(change, PLANT), "at the construct")
    for wrong in ({"kind": ""}, {"kind": "loop"}, {"share": -0.05}, {"category": OTHER}):
        expect(not review_trials.is_planted({**change, **wrong}, PLANT), wrong)


def check_window():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "window.7")
        path.write_bytes(window.FIELDS.pack(b"TAREWIND", 4, 1, 7, 1, 10**9, 9, 3 * 10**9, 0, 1))
        expect(window.delay_of(path) == (2, 0), "two seconds, none of them without a core")
        path.write_bytes(window.FIELDS.pack(b"TAREWIND", 4, 1, 7, 1, 10**9, 9, 3 * 10**9, 10**9, 2))
        expect(window.delay_of(path) == (2, 0.25), "a second of two threads' two")
        path.write_bytes(window.FIELDS.pack(b"TAREWIND", 4, 1, 7, 1, 10**9, 0, 0, 0, 1))
        try:
            window.delay_of(path)
        except weigh.Failure:
            pass
        else:
            expect(False, "a window without an end has no length")


def check_delayed():
    """Runs whose threads waited for a core are made again, so many times."""
    runs = iter([(3.0, 0.2), (4.0, 0.03), (2.0, 0.01), (1.0, 0.0)])
    by_hand, window.measured = window.measured, lambda *_: next(runs)
    expect(window.undelayed("tare", [], {}, 12) == 2, "the first without a delay")
    runs = iter([(3.0, 0.2), (4.0, 0.03), (5.0, 0.1)])
    expect(window.undelayed("tare", [], {}, 3) == 4, "the one with the least")
    window.measured = by_hand


def main():
    for check in (check_verdicts, check_bases, check_shares_only, check_merging, check_limits,
                  check_witness, check_review, check_window, check_delayed):
        check()


if __name__ == "__main__":
    main()
