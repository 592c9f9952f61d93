#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The truth of the samples: reads truth.json and evaluates its formulas.

  truth.py            prints the table of samples, overheads and truths at p = 2 (markdown)
  truth.py --check    checks that the numbers for p = 2 written in truth.json follow from its
                      formulas, and that every sample is there and is listed in README.md
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent


def load():
    with open(HERE / "truth.json", encoding="utf-8") as file:
        return json.load(file)


def expected(sample, p):
    """Efficiency and the lines of `sample` on p threads, as shares of T_p; None without truth."""
    if p not in sample["valid_at"]:
        return None
    names = dict(sample["units"], p=p)

    def value(formula):
        return eval(formula, {"__builtins__": {}}, names)  # text of our own file

    parallel = value(sample["parallel"])
    serial = value(sample["serial"])
    return {
        "efficiency": serial / (p * parallel),
        "shares": {name: value(f) / parallel for name, f in sample["lines"].items()},
    }


def regions(sample, arguments):
    """How many parallel regions a run with these arguments executes."""
    times = int(arguments[1]) if len(arguments) > 1 else 1
    return eval(sample["regions"], {"__builtins__": {}}, {"times": times})


def check(truth):
    wrong = []
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    for sample in truth["samples"]:
        name = sample["name"]
        if f"| {name} |" not in readme:
            wrong.append(f"{name}: not in README.md")
        for source in sample["sources"]:
            if not (HERE / source).is_file():
                wrong.append(f"{name}: no file {source}")
        got, said = expected(sample, 2), sample["at_2"]
        if abs(got["efficiency"] - said["efficiency"]) > 5e-4:
            wrong.append(f"{name}: efficiency {got['efficiency']:.4f}, not {said['efficiency']}")
        if set(got["shares"]) != set(said["shares"]):
            wrong.append(f"{name}: the lines of `lines` and `at_2` differ")
        for line, share in got["shares"].items():
            if abs(share - said["shares"].get(line, -1)) > 5e-4:
                wrong.append(f"{name}: {line} is {share:.4f} of T_p")
        for p in sample["valid_at"]:
            at_p = expected(sample, p)
            total = 1 - at_p["efficiency"]  # (T_p - T_s/p) / T_p
            if "ablation" not in sample and abs(sum(at_p["shares"].values()) - total) > 1e-9:
                wrong.append(f"{name}: at p = {p} the lines do not sum to T_p - T_s/p")
    listed = {source for sample in truth["samples"] for source in sample["sources"]}
    for path in sorted(HERE.glob("*.c")):
        if str(path.relative_to(HERE)) not in listed | {"lu2.c"}:
            wrong.append(f"{path.relative_to(HERE)}: no truth")
    return wrong


def table(truth):
    print("| sample | overhead | share of T_p at p = 2 | E_2 |")
    print("|---|---|---|---|")
    for sample in truth["samples"]:
        at_2 = expected(sample, 2)
        names = [line.split(".")[-1] for line in at_2["shares"]] or ["none"]
        shares = [f"{100 * share:.2f} %" for share in at_2["shares"].values()] or ["0"]
        if "ablation" in sample:
            names, shares = [sample["ablation"]["line"].split(".")[-1]], ["by ablation"]
        print(f"| {sample['name']} | {', '.join(names)} | {', '.join(shares)} |"
              f" {at_2['efficiency']:.3f} |")


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        problems = check(load())
        for problem in problems:
            print("truth.json:", problem, file=sys.stderr)
        sys.exit(1 if problems else 0)
    table(load())
