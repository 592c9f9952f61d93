#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Couplings and composed times of several programs as tables in Markdown, as Tables 1 and 3 of the Prophesy paper have them.

    tare model --couple ... --threads 1,2 --json ft-S.json        (for each program, by hand)
    coupling_tables.py 'FT S=ft-S.json' 'FT W=ft-W.json' ...
"""

import json
import pathlib
import sys


def seconds(time):
    """A figure with half of its band, in a unit that fits."""
    half = (time["high_s"] - time["low_s"]) / 2
    scale, unit = next((scale, unit) for scale, unit in ((1, "s"), (1e3, "ms"), (1e6, "us"), (1e9, "ns"))
                       if time["time_s"] * scale >= 1 or unit == "ns")
    return f"{time['time_s'] * scale:.3g} ± {half * scale:.2g} {unit}"


def error(time, measured):
    return f"{100 * (time['time_s'] / measured['time_s'] - 1):+.1f} %"


def coupling(window):
    ratio = window["coupling"]
    return f"{ratio['value']:.3f} ± {(ratio['high'] - ratio['low']) / 2:.3f}"


def row(*cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def head(*cells):
    return row(*cells) + "\n" + "|" + "---|" * len(cells)


def couplings(reports):
    print(head("program", "kernels in turns", "p", "coupling", "data of a thread"))
    for name, report in reports:
        for table in report["tables"]:
            for window in table["pairs"] + table.get("chains", []):
                data = window.get("footprint_bytes", 0) / table["threads"]
                print(row(name, ", ".join(window["kernels"]), table["threads"], coupling(window),
                          f"{data / 1e6:.3g} MB" if data else "not known"))


def loops(reports):
    print(head("program", "p", "passes", "measured loop", "plain sum", "error", "composed", "error", "windows of"))
    for name, report in reports:
        for table in report["tables"]:
            loop = table.get("loop")
            if not loop:
                reasons = "; ".join(f"{refusal.get('kernel', '')} {refusal['reason']}: {refusal['text']}"
                                    for refusal in table.get("refused", []))
                print(row(name, table["threads"], table["passes"], "not measured: " + reasons, "", "", "", "", ""))
                continue
            print(row(name, table["threads"], loop["passes"], seconds(loop["measured"]), seconds(loop["plain_sum"]),
                      error(loop["plain_sum"], loop["measured"]), seconds(loop["composed"]),
                      error(loop["composed"], loop["measured"]), loop["chain"]))


def main():
    if len(sys.argv) < 2 or any("=" not in word for word in sys.argv[1:]):
        sys.exit(__doc__)
    reports = [(name, json.loads(pathlib.Path(path).read_text()))
               for name, path in (word.split("=", 1) for word in sys.argv[1:])]
    couplings(reports)
    print()
    loops(reports)


if __name__ == "__main__":
    main()
