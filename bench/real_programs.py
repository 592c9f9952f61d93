#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much of real programs' time the table cannot name, on p threads.

  bench/real_programs.py LIST.json --results FILE [--only a,b] [--compilers gcc,clang-19]
                         [--threads 2] [--repeat N] [--build-only | --again] [--minutes M]

LIST.json: {"programs": [{"name", "folder", "build", "run", "serial": {"folder", "build", "run"},
"env", "timeout"}]}. Folders are relative to the list; commands are `sh` commands in a copy of the
folder; {cc}, {cxx} (with -falign-functions=64), {jobs}, {threads} are replaced, and {folder} (of
`run`: where the copy is).
`serial` may leave out what is the same as for the parallel program; without it the table's
reference is the program on one thread. Where this Tare knows `cc --role serial`, the serial program
is instrumented too.

Prints markdown, a table for each compiler in FILE, % of T_p (unpaired: what constructs without a
serial twin did on one thread, % of T_s): unidentified with its half-width and parts, what the probes
cost, what of that the rewritten program takes with its probes off, and, beside the
paper's 2.5 to 9.9 %, what its line held: unidentified + work rate + additional + management.
Conclusive: half-width at most 2 %. Below each, whether the limits hold: unpaired at most 1 % of T_s in
every program, the median of |unidentified| at most 1 % of T_p over at least ten programs, of which at
least 6 are conclusive. Status 1 if they do not, or a program failed. Results are kept in FILE after
every program.
"""

import argparse
import itertools
import json
import os
import pathlib
import shlex
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "samples"))

import plants  # noqa: E402
import weigh  # noqa: E402
from book import Book, Deadline  # noqa: E402

HELD_BY_THE_PAPERS_LINE = ("unidentified", "information_movement.work_rate",
                           "information_movement.data_access", "additional_computation.",
                           "parallelism_management.")
CONCLUSIVE = 0.02
SAME_PLACES = "-falign-functions=64"  # as `tare overheads` compiles; bench/measured.md says why
UNPAIRED, MEDIAN, PROGRAMS, CONCLUSIVE_PROGRAMS = 0.01, 0.01, 10, 6  # the limits


class Failure(Exception):
    pass


def replaced(text, words):
    for name, value in words.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def cxx_of(compiler):
    return compiler.replace("clang", "clang++").replace("gcc", "g++")


class Program:
    """One program of the list, its copies and builds below `folder`."""

    def __init__(self, fields, compiler, base, folder, chosen):
        self.fields, self.compiler, self.base = fields, compiler, base
        self.folder, self.chosen = folder, chosen

    def of(self, role, key):
        serial = self.fields.get("serial", {})
        if role.startswith("serial") and key in serial:
            return serial[key]
        return self.fields.get(key, "")

    def roles(self):
        """role -> (front of the compiler, option of `tare run`)."""
        known = plants.roles_of(self.chosen.tare)
        roles = {"parallel": ([], "--parallel"), "instrumented": known["instrumented"][::2]}
        if "serial" in self.fields:
            roles["serial"] = ([], "--serial")
            if "serial_instrumented" in known:
                roles["serial_instrumented"] = known["serial_instrumented"][::2]
        return roles

    def words(self, role, front):
        front = [str(word) for word in front]
        return {"cc": shlex.join([*front, self.compiler, SAME_PLACES]),
                "cxx": shlex.join([*front, cxx_of(self.compiler), SAME_PLACES]), "jobs": 2,
                "threads": "{threads}", "folder": self.folder / role}

    def build(self, role, front):
        copy = self.folder / role
        done = self.folder / (role + ".built")
        command = replaced(self.of(role, "build"), self.words(role, front))
        if done.exists() and done.read_text() == command + "\n":
            return
        done.unlink(missing_ok=True)
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.base / self.of(role, "folder"), copy, symlinks=True)
        built = subprocess.run(["sh", "-c", command], cwd=copy, capture_output=True, text=True,
                               errors="replace", check=False, timeout=1800)
        if built.returncode != 0:
            raise Failure(f"{role}: {command}\n{(built.stdout + built.stderr)[-2000:]}")
        done.write_text(command + "\n")

    def prepare(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        for role, (front, _) in self.roles().items():
            if role == "serial_instrumented":  # pairs with what the parallel build told
                front = [*front, "--parallel", self.program_of("instrumented")]
            self.build(role, front)

    def program_of(self, role):
        run = shlex.split(replaced(self.of(role, "run"), self.words(role, [])))
        return next(word for word in run if word.startswith(str(self.folder)))

    def weigh(self):
        """The table for the chosen number of threads."""
        words = []
        for role, (front, option) in self.roles().items():
            words += [option, replaced(self.of(role, "run"), self.words(role, front))]
        out = self.folder / "table.json"
        if self.chosen.repeat:
            words += ["--repeat", self.chosen.repeat]
        weigh.call([self.chosen.tare, "run", *words, "--threads", self.chosen.threads, "--quiet", "--null",
                    "--output", self.folder / "results",
                    "--timeout", self.fields.get("timeout", 600), "--json", out],
                   env={**plants.environment(), **self.fields.get("env", {})}, cwd=self.folder)
        ledger = json.loads(out.read_text(encoding="utf-8"))
        table = next(t for t in ledger["tables"] if t["threads"] == self.chosen.threads)
        return {key: table[key] for key in
                ("parallel_time_s", "serial_time_s", "overheads", "unidentified_parts", "own_cost",
                 "pairing", "tuples_accepted", "tuples_total", "notes") if key in table} | {
                     "reference": ledger["reference"], "warnings": ledger.get("warnings", [])}


def share_of(table, *beginnings):
    return sum(line["time_s"] for line in table["overheads"]
               if line["category"].startswith(beginnings)) / table["parallel_time_s"]


def half_width(table):
    line = next(line for line in table["overheads"] if line["category"] == "unidentified")
    return (line["high_s"] - line["low_s"]) / 2 / table["parallel_time_s"]


def unpaired(table):
    """Share of T_s; None: no serial program with probes told."""
    if "pairing" not in table or not table["serial_time_s"]:
        return None
    return table["pairing"]["unpaired_work_s"] / table["serial_time_s"]


def rewriting(table):
    """Of own cost: the instrumented program with its probes off, minus the plain one; None: not run."""
    own = table["own_cost"]
    return own["rewriting_s"] / table["parallel_time_s"] if "rewriting_s" in own else None


def per_cent(share):
    return "not measured" if share is None else f"{100 * share:.2f}"


def row(name, table):
    whole, parts = table["parallel_time_s"], table["unidentified_parts"]
    half = half_width(table)
    cells = [name, table["reference"], f"{table['tuples_accepted']}/{table['tuples_total']}",
             f"{1e3 * whole:.0f}", per_cent(share_of(table, "unidentified")), per_cent(half),
             *(per_cent(parts[part] / whole) for part in ("agreement_s", "opaque_s")),
             per_cent(unpaired(table)), per_cent(table["own_cost"]["measured_s"] / whole),
             per_cent(rewriting(table)),
             per_cent(share_of(table, *HELD_BY_THE_PAPERS_LINE)),
             "yes" if half <= CONCLUSIVE else "no: the band is too wide"]
    return "| " + " | ".join(cells) + " |"


def limits(tables):
    """[(what is asked for, whether it is so)] of name -> table."""
    median = statistics.median(abs(share_of(t, "unidentified")) for t in tables.values())
    conclusive = [name for name in tables if half_width(tables[name]) <= CONCLUSIVE]
    shares = {name: unpaired(table) for name, table in tables.items()}
    above = [name for name, share in shares.items() if share is not None and share > UNPAIRED]
    unknown = [name for name, share in shares.items() if share is None]
    asked = f"unpaired at most {per_cent(UNPAIRED)} % of T_s: "
    asked += f"{len(tables) - len(above) - len(unknown)} of {len(tables)} programs"
    asked += f"; more: {', '.join(above)}" if above else ""
    asked += f"; not measured: {', '.join(unknown)}" if unknown else ""
    return [(f"{len(tables)} programs of at least {PROGRAMS}", len(tables) >= PROGRAMS),
            (asked, not above and not unknown),
            (f"median of |unidentified| {per_cent(median)} % of T_p, at most {per_cent(MEDIAN)} %",
             median <= MEDIAN),
            (f"{len(conclusive)} programs with half-widths of at most {per_cent(CONCLUSIVE)} %, at "
             f"least {CONCLUSIVE_PROGRAMS}", len(conclusive) >= CONCLUSIVE_PROGRAMS)]


def report_compiler(compiler, tables, threads):
    """Whether the limits hold."""
    print(f"| {compiler}, p = {threads} | reference | tuples | T_p, ms | unidentified | half-width "
          "| agreement | opaque | unpaired, of T_s | own cost | rewriting | the paper's line | conclusive |\n"
          "|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for name, table in tables.items():
        print(row(name, table))
    print()
    found = limits(tables)
    for text, holds in found:
        print(f"- {'yes' if holds else 'NO'}: {text}")
    for name, table in tables.items():
        for warning in table.get("warnings", []):
            print(f"- {name}: {warning}")
    print()
    return all(holds for _, holds in found)


def report(entries, threads):
    """Whether there is a table, no program failed, and the limits hold with every compiler."""
    compilers = {}
    for key, entry in sorted(entries.items()):
        name, compiler = key.rsplit(" ", 1)
        if "overheads" in entry:
            compilers.setdefault(compiler, {})[name] = entry
    held = [report_compiler(compiler, tables, threads) for compiler, tables in compilers.items()]
    failed = {key: entry["failed"] for key, entry in sorted(entries.items()) if "failed" in entry}
    for key, reason in failed.items():
        print(f"{key}: {reason.splitlines()[0][:200]}")
    return bool(held) and all(held) and not failed


def measure(program, chosen, book, key):
    try:
        program.prepare()
        if chosen.build_only:
            if "failed" in book.entries.get(key, {}):
                del book.entries[key]
                book.save()
            return
        book.entries[key] = program.weigh()
    except (Failure, weigh.Failure, subprocess.TimeoutExpired, StopIteration) as error:
        book.entries[key] = {"failed": str(error) or type(error).__name__}
        print(f"{key}: {error}", file=sys.stderr, flush=True)
    book.save()


def main():
    options = argparse.ArgumentParser(description="what the table cannot name of real programs")
    options.add_argument("list")
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--results", default="real_programs.json")
    options.add_argument("--only", default="")
    options.add_argument("--compilers", default="gcc,clang-19")
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--repeat", type=int)  # else as `tare run` does
    options.add_argument("--build-only", action="store_true")
    options.add_argument("--again", action="store_true")
    options.add_argument("--minutes", type=float, default=0)
    chosen = options.parse_args()
    chosen.tare = str(pathlib.Path(shutil.which(chosen.tare) or chosen.tare).resolve())
    base = pathlib.Path(chosen.list).resolve().parent
    book, deadline = Book(chosen.results), Deadline(chosen.minutes)
    wanted = [name for name in chosen.only.split(",") if name]
    listed = json.loads(pathlib.Path(chosen.list).read_text(encoding="utf-8"))["programs"]
    for fields, compiler in itertools.product(listed, chosen.compilers.split(",")):
        key = f"{fields['name']} {compiler}"
        there = "overheads" in book.entries.get(key, {})
        if deadline.over() or (wanted and fields["name"] not in wanted) or (
                there and not chosen.again):
            continue
        folder = book.path.resolve().parent / "real" / compiler / fields["name"]
        measure(Program(fields, compiler, base, folder, chosen), chosen, book, key)
    if chosen.build_only:
        return 1 if any("failed" in entry for entry in book.entries.values()) else 0
    return 0 if report(book.entries, chosen.threads) else 1


if __name__ == "__main__":
    sys.exit(main())
