#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing is skipped in silence: holds the node tables of sources against an independent count.

  compare_counts.py [--flags='-Iinclude -O2'] [--root FOLDER] FILE_OR_FOLDER...
  compare_counts.py --compile-commands build/compile_commands.json

Each source is preprocessed, tests/instrument/count_directives lists the executable directives that
Clang's tree holds in the user's files, and tare-instrument's table must list the same ones, no
more and no less, as measured, counted, outside or left alone. Sources that the compiler itself
rejects are passed over, and said so. Exit status 1: a difference, or a crash.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG, CLANGXX  # noqa: E402
from part import part_of  # noqa: E402

PREFIX = pathlib.Path(os.environ.get("TARE_PREFIX", "build/release"))
COMPILERS = {"gcc": {"c": "gcc", "c++": "g++"}, "clang": {"c": CLANG, "c++": CLANGXX}}
CXX = (".cpp", ".cc", ".cxx", ".C", ".c++")
TREATMENTS = ["none", "measured", "counted", "outside", "left alone"]
PLAIN = {"root", "function", "declarations", "basic_block", "loop", "if", "else", "call", "return",
         "lock", "spin"}
TIME_LIMIT = 3000


class Problem(Exception):
    """What is wrong with one source."""


def run(argv, folder=None):
    done = subprocess.run([str(word) for word in argv], capture_output=True, cwd=folder,
                          timeout=TIME_LIMIT)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode(
        "utf-8", "replace")


class Source:
    def __init__(self, path, flags, kind, compiler=None, folder=None, root=None):
        self.path, self.flags, self.kind, self.folder = path, flags, kind, folder
        self.language = "c++" if path.suffix in CXX else "c"
        self.compiler = compiler or COMPILERS[kind][self.language]
        self.root = root or path.parent

    def name(self):
        return f"{self.path} ({self.kind})"


def parse_flags(source):
    return [flag for flag in source.flags if flag.startswith(("-std=", "-m"))]


def directives_of_witness(source, text):
    """Counter of (place, the places that include it...), a place being (file, line), and the number
    of errors in the user's files."""
    found, errors = ask_witness(source, text, "51")
    if errors and b"linear" not in text.read_bytes():  # Clang 19 may hang on it in 5.2
        newer = ask_witness(source, text, "52")
        if newer[1] < errors:
            return newer
    return found, errors


def ask_witness(source, text, version):
    rc, out, err = run([PREFIX / "tests/instrument/count_directives", "--language",
                        source.language, "--root", source.root, text, "--", f"-fopenmp-version={version}",
                        *parse_flags(source)])
    if rc not in (0, 1) or "errors\t" not in out:
        raise Problem(f"the witness failed ({rc}): {err[-500:]}")
    found, errors = collections.Counter(), 0
    for line in out.splitlines():
        words = line.split("\t")
        if words[0] == "directive":
            includes = zip(words[5::2], map(int, words[6::2]))
            found[((words[1], int(words[2])), *includes)] += 1
        elif words[0] == "errors":
            errors = int(words[1])
    return found, errors


def is_half(nodes, index):
    """The worksharing half of a combined directive stands directly behind its parallel node."""
    node, parent = nodes[index], nodes[index].get("u", -1)
    if parent != index - 1 or parent < 0 or nodes[parent]["k"] != "parallel":
        return False
    words = re.split(r"\W+", nodes[parent].get("d", ""))
    return nodes[parent]["l"] == node["l"] and len(words) > 1 and words[1] == node["k"]


def directives_of_table(source, text, folder):
    """[(place, node)] without what no directive stands for: halves, locks, spins, loops."""
    table = folder / "table"
    rc, _, err = run([PREFIX / "libexec/tare/tare-instrument", "--input", text, "--language",
                      source.language, "--compiler", source.kind, "--unit", source.path, "--root",
                      source.root, "--runtime", "/nonexistent", "--table", table, "--output",
                      folder / "output", "--", *parse_flags(source)])
    if rc != 0:
        raise Problem(f"tare-instrument failed ({rc}): {err[-500:]}")
    table = json.loads(table.read_text())
    nodes, strings = table["nodes"], table["strings"]
    found = []
    for index, node in enumerate(nodes):
        if node["k"] in PLAIN or is_half(nodes, index):
            continue
        found.append(((strings[node["s"]], node["l"][0]), node))
    return found


def places_as_in(found, shown):
    """A directive from a file of directives only is shown where that file is included."""
    expected = collections.Counter()
    for places, count in found.items():
        expected[next((place for place in places if place in shown), places[0])] += count
    return expected


def compare(source, text, folder):
    """Treatment -> number of directives. A variant of a metadirective and an attribute stand
    somewhere in their line, so lines are compared, each with how many directives it has."""
    found, errors = directives_of_witness(source, text)
    counts, listed, extra = collections.Counter(), collections.Counter(), collections.Counter()
    nodes = directives_of_table(source, text, folder)
    expected = places_as_in(found, {place for place, _ in nodes})
    for place, node in sorted(nodes, key=lambda entry: entry[1].get("d") == "section"):
        is_new = listed[place] < expected[place]
        # The first section of a sections construct may go without its pragma.
        if not is_new and node.get("d") == "section":
            continue
        listed[place] += 1
        counts[TREATMENTS[node.get("t", 0)]] += 1
        if not is_new:
            extra[(place, node.get("d", ""), node.get("r", ""))] += 1
    missing = expected - listed
    if missing:
        raise Problem(f"not in the table: {sorted(missing)}")
    if counts["none"]:
        raise Problem("a directive is neither measured nor listed with a reason")
    # What Clang could not read has no directive in its tree; the table lists the pragma.
    unread = [entry for entry in extra if entry[2]]
    if len(unread) != len(extra):
        raise Problem(f"in the table and not in Clang's tree: {sorted(set(extra) - set(unread))}")
    counts["seen"] = sum(expected.values())
    counts["unread"] = sum(extra.values())
    counts["errors"] = errors
    return counts


def compiler_rejects(source):
    step = [source.compiler, *source.flags, "-fopenmp", "-w"]
    return run([*step, "-fsyntax-only", source.path], source.folder)[0] != 0


def examined(source, folder):
    text = folder / ("unit.ii" if source.language == "c++" else "unit.i")
    step = [source.compiler, *source.flags, "-fopenmp", "-w"]
    rc, _, err = run([*step, "-E", source.path, "-o", text], source.folder)
    if rc != 0:
        raise Problem(f"it cannot be preprocessed: {err[-300:]}")
    return compare(source, text, folder)


def examine(source):
    """(source, counts or None when the compiler rejects it, problem or None). The compiler is asked
    only about what Clang finds errors in, and what is wrong."""
    counts = problem = None
    try:
        with tempfile.TemporaryDirectory() as name:
            counts = examined(source, pathlib.Path(name))
    except (Problem, subprocess.TimeoutExpired) as wrong:
        problem = str(wrong)
    if (problem or counts["errors"]) and compiler_rejects(source):
        return source, None, None
    return source, counts, problem


def flags_of_case(path):
    """Flags and compilers that a case of ours names in its RUN line."""
    head = path.read_bytes()[:4000].decode("latin-1")
    flags = re.search(r"""RUN:.*--flags=(?:"([^"]*)"|'([^']*)'|(\S+))""", head)
    only = re.search(r"RUN:.*--only=(\w+)", head)
    words = next((group for group in flags.groups() if group), "").split() if flags else []
    return words, [only.group(1)] if only else list(COMPILERS)


def sources_below(names, options):
    for name in names:
        path = pathlib.Path(name).resolve()
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.suffix not in (".c", *CXX) or not file.is_file():
                continue
            flags, kinds = flags_of_case(file)
            for kind in kinds:
                if options.compiler in (None, kind):
                    yield Source(file, flags + options.flags, kind, root=options.root)


def kept_words(words, source):
    """A compiler's words without input, output and what writes other files."""
    skip, kept = False, []
    for word in words:
        if skip or word in ("-o", "-MF", "-MT", "-MQ"):
            skip = not skip
        elif word not in ("-c", "-S", source) and not word.startswith(("-M", "-fopenmp")):
            kept.append(word)
    return kept


def sources_of_commands(path, options):
    for entry in json.loads(pathlib.Path(path).read_text()):
        words = entry.get("arguments") or shlex.split(entry["command"])
        folder = pathlib.Path(entry["directory"])
        start = next(i for i, word in enumerate(words) if re.search(r"(cc|\+\+|clang)[-.\d]*$", word))
        kind = "clang" if "clang" in words[start] else "gcc"
        yield Source((folder / entry["file"]).resolve(), kept_words(words[start + 1:], entry["file"]),
                     kind, words[start], folder, options.root)


def show(counts):
    sums = " + ".join(f"{counts[name]} {name}" for name in TREATMENTS[1:])
    unread = f", {counts['unread']} of them unread by Clang" if counts["unread"] else ""
    return f"{counts['seen']} seen: {sums}{unread}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*")
    parser.add_argument("--flags", default="", type=str.split)
    parser.add_argument("--root", type=pathlib.Path, help="the project; else the source's folder")
    parser.add_argument("--compiler", choices=COMPILERS)
    parser.add_argument("--compile-commands")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quiet", action="store_true", help="only problems and the sum")
    parser.add_argument("--part", metavar="K/N", help="every Nth source only, from the Kth on")
    options = parser.parse_args()
    if not (PREFIX / "libexec/tare/tare-instrument").exists():
        parser.error(f"no tare-instrument below {PREFIX}: run ./scripts/bootstrap, or set TARE_PREFIX")
    sources = list(sources_below(options.sources, options))
    if options.compile_commands:
        sources += sources_of_commands(options.compile_commands, options)
    sources = part_of(sources)
    total, wrong, passed_over = collections.Counter(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for source, counts, problem in pool.map(examine, sources):
            if problem:
                wrong += 1
                print(f"{source.name()}: WRONG: {problem}")
            elif counts is None:
                passed_over += 1
                print(f"{source.name()}: rejected by the compiler, passed over")
            else:
                total += counts
                if not options.quiet:
                    print(f"{source.name()}: {show(counts)}")
    print(f"{len(sources)} sources, {passed_over} passed over, {wrong} wrong; {show(total)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
