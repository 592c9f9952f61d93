# SPDX-License-Identifier: Apache-2.0
"""Rewrites one small program as `tare cc` would, with gcc and with clang, and holds that

 - the rewritten text compiles (of a serial program, also with -fopenmp-simd where the source does),
 - the program prints the same as before, with the probes idle and with the runtime attached,
 - every probe that begins something is followed by the one that ends it,
 - every line of the original keeps its file and number.

With --role serial it is a serial program: read as with OpenMP, compiled without; --parallel names the
source of the parallel program, if that is another one.

Prints the rewritten text (clang's, the user's lines only) and a line for every node, for FileCheck.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG, CLANGXX  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
DUMP = PREFIX / "bin/dump_profile"
UNBALANCED = 1 << 5
INSTRUMENT = PREFIX / "libexec/tare/tare-instrument"
RUNTIME = PREFIX / "lib/libtare-rt.so.1"
COMPILERS = {
    "gcc": {"c": "gcc", "c++": "g++"},
    "clang": {"c": CLANG, "c++": CLANGXX},
}
TREATMENTS = ["", "measured", "counted", "outside", "left alone", "left out by the plan"]
MARKER = re.compile(r'\s*#\s*(?:line\s+)?(\d+)(?:\s+("(?:[^"\\]|\\.)*"))?')


def run(argv, **more):
    done = subprocess.run(argv, capture_output=True, text=True, timeout=3000, **more)
    if done.returncode != 0:
        sys.exit(f"failed ({done.returncode}): {' '.join(map(str, argv))}\n{done.stdout}{done.stderr}")
    return done.stdout


def places(text):
    """line content -> the (file, line) pairs at which it stands."""
    found = collections.defaultdict(set)
    file, number = "", 1
    for line in text.split("\n"):
        marker = MARKER.match(line)
        if marker:
            number = int(marker.group(1))
            file = marker.group(2) or file
            continue
        if line.strip():
            found[line.strip()].add((file, number))
        number += 1
    return found


def check_lines(before, after, what):
    if before.split("\n")[0] != after.split("\n")[0]:
        sys.exit(f"{what}: the first line is no longer the first")
    original = places(before)
    for content, where in places(after).items():
        where = {place for place in where if place[0] != '"<tare>"'}
        if content in original and not content.startswith("#") and len(content) > 3:
            if not where <= original[content]:
                sys.exit(f"{what}: '{content}' moved from {original[content]} to {where}")


class Case:
    def __init__(self, options, folder, kind):
        source = pathlib.Path(options.source)
        self.options, self.kind = options, kind
        self.language = "c++" if source.suffix == ".cpp" else "c"
        self.compiler = COMPILERS[kind][self.language]
        self.suffix = ".ii" if self.language == "c++" else ".i"
        self.base = folder / kind
        self.source = source
        self.openmp = [] if options.role else ["-fopenmp"]

    def path(self, ending):
        return f"{self.base}{ending}"

    def instrument(self, *more):
        if self.options.role:
            more += ("--role", self.options.role)
        if self.options.parallel:
            more += ("--parallel", self.parallel_object())
        run([INSTRUMENT, "--input", self.path(self.suffix), "--language", self.language,
             "--compiler", self.kind, "--unit", self.source, "--root", self.source.parent,
             *self.options.more, *more, "--", *self.standard()])

    def parallel_object(self):
        target = self.path(".parallel.o")
        if not pathlib.Path(target).exists():
            environment = dict(os.environ, TARE_SOURCE_ROOT=str(self.source.parent))
            run([PREFIX / "bin/tare", "cc", self.compiler, *self.options.flags, "-fopenmp", "-c",
                 self.source.parent / self.options.parallel, "-o", target], env=environment)
        return target

    def standard(self):
        return [flag for flag in self.options.flags if flag.startswith(("-std=", "-m"))]

    def compile(self, *argv):
        run([self.compiler, *self.options.flags, *self.openmp, "-w", "-O1", *argv, "-lm"])

    def preprocess(self):
        serial = ["-U_OPENMP"] if self.options.role else []
        run([self.compiler, *self.options.flags, "-fopenmp", *serial, "-E", self.source, "-o",
             self.path(self.suffix)])

    def rewrite(self, runtime, name):
        text = self.path(name + self.suffix)
        self.instrument("--output", text, "--runtime", runtime)
        check_lines(pathlib.Path(self.path(self.suffix)).read_text(),
                    pathlib.Path(text).read_text(), f"{self.kind} {name}")
        self.compile(*self.preprocessed(text), "-x", "none", "-o", self.path(name))

    def preprocessed(self, text):
        return ["-x", "c++-cpp-output" if self.language == "c++" else "cpp-output", text]

    def check_simd(self):
        """A serial program whose source compiles where simd directives stay on."""
        if self.simd_refusal(self.source):
            return
        if refusal := self.simd_refusal(*self.preprocessed(self.path(".probed" + self.suffix))):
            sys.exit(f"{self.kind}: not with -fopenmp-simd: {refusal}")

    def simd_refusal(self, *argv):
        """What the compiler says against it; empty: nothing."""
        done = subprocess.run([self.compiler, *self.options.flags, "-fopenmp-simd", "-w", "-c", *argv,
                               "-o", self.path(".o")], capture_output=True, text=True, timeout=3000)
        return (done.stderr or "it gives no reason") if done.returncode else ""

    def execute(self, name):
        environment = dict(os.environ, OMP_NUM_THREADS="3", OMP_DYNAMIC="false",
                           TARE_OUTPUT_DIR=str(self.base.parent))
        return run([self.path(name)], env=environment)

    def check(self):
        self.preprocess()
        runtime = pathlib.Path(self.path(".runtime.so.1"))
        self.rewrite(runtime, ".probed")
        if self.options.role:
            self.check_simd()
        if self.options.no_run:
            return
        self.compile(self.source, "-o", self.path(".plain"))
        expected = self.execute(".plain")
        self.check_output("idle", expected)
        if RUNTIME.exists():
            runtime.symlink_to(RUNTIME)
            self.check_output("attached", expected)
        self.check_balance()

    def check_output(self, how, expected):
        printed = self.execute(".probed")
        if printed != expected:
            sys.exit(f"{self.kind}, {how}: printed {printed!r} and not {expected!r}")

    def check_balance(self):
        for profile in self.base.parent.rglob("profile.tare"):
            status = json.loads(run([DUMP, profile]))["status"]
            if status & UNBALANCED:
                sys.exit(f"{self.kind}: the probes do not balance")

    def check_refusal(self):
        """Of a compiler that cannot compile the case at all: the claim is held."""
        done = subprocess.run([self.compiler, *self.options.flags, "-fopenmp", "-w", "-c", self.source,
                               "-o", self.path(".o")], capture_output=True, timeout=3000)
        if done.returncode == 0:
            sys.exit(f"{self.kind} can compile it after all")

    def show(self):
        if not pathlib.Path(self.path(self.suffix)).exists():
            self.preprocess()
        self.instrument("--reduced", "--output", self.path(".reduced"), "--table",
                        self.path(".table"))
        text = pathlib.Path(self.path(".reduced")).read_text()
        print(re.sub(r"[ \t]+", " ", text.replace("tare_m.probes->", "")))
        table = json.loads(pathlib.Path(self.path(".table")).read_text())
        for node in table["nodes"]:
            self.show_node(node)
            if self.options.clauses:
                self.show_clauses(node, table["strings"])
        for name, count in table.get("declarations", {}).items():
            print(f"DECLARES {name} {count}")

    @staticmethod
    def show_node(node):
        if "t" not in node:
            return
        print(f"NODE {node['k']}#{node['n']} line {node['l'][0]} [{node.get('d', '')}]",
              TREATMENTS[node["t"]], f"({node.get('r', '')})",
              f"opaque={node['o']}" if "o" in node else "",
              "iterations" if node.get("c") else "", "thread_num" if node.get("i") else "",
              f"locks({node['lc']})" if "lc" in node else "", Case.sampling(node),
              f"twin={node['w']} by {node['b']}" if "w" in node else "")

    @staticmethod
    def show_clauses(node, strings):
        """`CLAUSE schedule words(monotonic, dynamic) expression(n / 2)`: parts that it has."""
        for name, *parts in node.get("j", []):
            items, words, *rest = parts + [[], []][len(parts):]
            shown = {"items": [f"{strings[item]}: {size}"
                               for item, size in zip(items[::2], items[1::2])],
                     "words": [strings[word] for word in words],
                     "expression": [strings[text] for text in rest[:1]],
                     "value": [str(value) for value in rest[1:]]}
            print(f"CLAUSE {strings[name]}", *(
                f"{part}({', '.join(texts)})" for part, texts in shown.items() if texts))

    @staticmethod
    def sampling(node):
        """Of a worksharing loop that counts its iterations, in the parallel program."""
        if node["k"] != "for" or not node.get("c") or "w" in node:
            return ""
        if "y" in node:
            return f"unsampled: {node['y']}"
        return f"sampled by {node.get('v', 'ordinals')}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("--flags", default="", help="for the compilers")
    parser.add_argument("--more", default="", help="for tare-instrument")
    parser.add_argument("--role", default="", choices=["serial"])
    parser.add_argument("--parallel", help="source beside this one")
    parser.add_argument("--only", choices=COMPILERS)
    parser.add_argument("--cannot", choices=COMPILERS, help="compile the case as it is")
    parser.add_argument("--show", choices=COMPILERS, default="clang")
    parser.add_argument("--no-run", action="store_true")
    parser.add_argument("--clauses", action="store_true", help="show those of the table")
    options = parser.parse_args()
    options.flags = options.flags.split()
    options.more = options.more.split()
    with tempfile.TemporaryDirectory() as folder:
        for kind in COMPILERS:
            if kind == options.cannot:
                Case(options, pathlib.Path(folder), kind).check_refusal()
            elif options.only in (None, kind):
                Case(options, pathlib.Path(folder), kind).check()
        Case(options, pathlib.Path(folder), options.show).show()


if __name__ == "__main__":
    main()
