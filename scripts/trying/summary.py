# SPDX-License-Identifier: Apache-2.0
"""The table of scripts/try-programs, and the lists below it."""
import collections

from trying.census import merged
from trying.trial import accused

HEAD = ("program", "built", "right before", "right after", "seen", "measured", "counted", "outside",
        "left alone")


def row_of(result):
    checks = result["checks"]
    before = sum(check["verdict"] != "wrong before" for check in checks)
    after = sum(check["verdict"] in ("right", "racy") for check in checks if check["after"])
    census = result.get("census", {})
    built = "yes" if result["built"] else "no"
    if result["built_after"] is False:
        built = "NOT AFTER"
    counts = [census.get(key, 0) for key in HEAD[4:]]
    return [f"{result['name']} ({result['compiler']})", built, f"{before}/{len(checks)}",
            f"{after}/{before}" if result["built_after"] else "", *counts]


def totals_of(results):
    """The last line: programs, then checks."""
    plain = [result for result in results if result["built"]]
    checks = [check for result in results for check in result["checks"]]
    before = sum(check["verdict"] != "wrong before" for check in checks)
    after = sum(check["verdict"] in ("right", "racy") for check in checks if check["after"])
    sums = [sum(result.get("census", {}).get(key, 0) for result in results) for key in HEAD[4:]]
    return [f"{len(results)} programs", str(len(plain)), f"{before}/{len(checks)}",
            f"{after}/{before}", *sums]


def aligned(rows):
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(str(cell).ljust(width) if i == 0 else str(cell).rjust(width)
                      for i, (cell, width) in enumerate(zip(row, widths))).rstrip()
            for row in rows]


def section(title, lines):
    return ["", title, *(f"  {line}" for line in lines)] if lines else []


def check_lines(results, verdicts):
    return [f"{result['name']} ({result['compiler']}) {check['check']}, {check['threads']} threads: "
            f"right {check['before']} before, {check['after'] or '-'} after; {check['why']}"
            for result in results for check in result["checks"] if check["verdict"] in verdicts]


def finding_lines(results):
    found, where = collections.Counter(), {}
    for result in results:
        for finding, count in result.get("profiles", {}).get("findings", []):
            found[finding] += count
            where.setdefault(finding, []).append(f"{result['name']} ({result['compiler']})")
    return [f"{count} x {finding}: {', '.join(sorted(set(where[finding]))[:5])}"
            for finding, count in found.most_common()]


def summary(results):
    """All of it as text; `results` as try_program gives them."""
    censuses = [result["census"] for result in results if "census" in result]
    total = merged(censuses)
    lines = aligned([HEAD, *(row_of(result) for result in results), totals_of(results)])
    lines += section("right before, NOT right after", check_lines(results, ("WRONG",)) + [
        f"{result['name']} ({result['compiler']}): {result['why']}"
        for result in results if result["built_after"] is False])
    lines += section("racy before, and no worse after", check_lines(results, ("racy",)))
    lines += section("wrong before", check_lines(results, ("wrong before",)))
    lines += section("not built before", [f"{result['name']} ({result['compiler']}): {result['why']}"
                                          for result in results if not result["built"]])
    lines += section("reasons", [f"{count} x {kind}, {treatment}: {reason}"
                                 for treatment, kind, reason, count in total["reasons"]])
    lines += section("units that were not instrumented",
                     [f"{unit}: {reason}" for unit, reason in total["fallbacks"]])
    profiles = sum(result.get("profiles", {}).get("profiles", 0) for result in results)
    lines += section(f"profiles: {profiles}", finding_lines(results) or ["nothing found"])
    return "\n".join(lines) + "\n"


def failed(results):
    return any(accused(result) for result in results)
