# SPDX-License-Identifier: Apache-2.0
"""`tare nodes --serial`: identities and twins survive what happens to sources."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402

TARE = os.path.join(os.environ["TARE_PREFIX"], "bin", "tare")

SERIAL = """\
#include <assert.h>
static int fib_seq(int n) { if (n < 2) return n; int x, y; x = fib_seq(n - 1);
  y = fib_seq(n - 2); return x + y; }
void work(int n, double *a, double *b) {
  int i;
  double sum = 0;
  for (i = 0; i < n; i++)
    a[i] = b[i] * 2;
  for (i = 0; i < n; i++) {
    assert(a[i] > 0);
    sum = sum + a[i];
  }
  for (i = n - 1; i >= 0; i--)
    b[i] += a[i] * sum;
  a[0] = sum;
  b[0] = sum;
}
"""

PARALLEL = """\
#include <assert.h>
static int fib_par(int n) {
  if (n < 2) return n;
  int x, y;
#pragma omp task shared(x)
  x = fib_par(n - 1);
#pragma omp task shared(y)
  y = fib_par(n - 2);
#pragma omp taskwait
  return x + y;
}
void work(int n, double *a, double *b) {
  double sum = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; ++i) { a[i] = (b[i] * 2); }
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; i += 1) {
      assert(a[i]>0); /* other line, other spelling */

      sum += a[i];
    }
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = b[i] + a[i] * sum;
#pragma omp single
    {
      a[0] = sum;
      b[0] = sum;
    }
  }
}
"""

TEMPLATE = """\
template <class T> struct Tree {
  Tree *left, *right;
  T value;
  T total() {
    T a = 0, b = 0;
#pragma omp task shared(a)
    if (left) a = left->total();
#pragma omp task shared(b)
    { if (right) { b = right->total(); } }
#pragma omp taskwait
    return a + b + value;
  }
};
"""

failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print("FAILED:", what)


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def run(folder, *arguments):
    return subprocess.run([TARE, "nodes", *arguments], cwd=folder, capture_output=True, text=True,
                          check=False)


def pairs(folder, parallel, serial):
    done = run(folder, parallel, "--serial", serial, "--format", "json")
    check(done.returncode == 0, f"{parallel} against {serial}: status, {done.stderr}")
    return json.loads(done.stdout or '{"pairs": [], "unpaired": [], "without_code": []}')


def ways(result):
    return {p["id"].split("#", 1)[1]: (p["by"], p["twin"]["line"], p["twin"]["end_line"])
            for p in result["pairs"]}


def two_sources(folder):
    write(folder, "s.c", SERIAL)
    write(folder, "p.c", PARALLEL)
    result = pairs(folder, "p.c", "s.c")
    found = ways(result)
    expected = {
        "fib_par#task#0": ("shape", 2, 2),
        "fib_par#task#1": ("shape", 3, 3),
        "work#for#0": ("exact", 7, 8),
        "work#for#1": ("exact", 9, 12),
        "work#for#2": ("fallback", 13, 14),
        "work#single#0": ("exact", 15, 16),
    }
    for name, way in expected.items():
        check(found.get(name) == way, f"{name}: {found.get(name)}, not {way}")
    check(found["work#parallel#0"][1:] == (7, 16), f"region: {found['work#parallel#0']}")
    check(not result["unpaired"], "nothing is unpaired")
    check([c["kind"] for c in result["without_code"]] == ["taskwait"], "the taskwait has no code")


def one_source(folder):
    write(folder, "p.c", PARALLEL)
    result = pairs(folder, "p.c", "p.c")
    check({p["by"] for p in result["pairs"]} == {"same source"}, "one source: by identity")
    check(not result["unpaired"], "one source: all")


def edited(folder):
    """The same program, later: every twin is the same code as before."""
    write(folder, "p.c", PARALLEL)
    cut = PARALLEL.index("#pragma omp for\n    for (int i = 0; i < n; i++)\n      b[i]")
    end = PARALLEL.index("#pragma omp single")
    moved = (PARALLEL[:cut] + PARALLEL[end:]).replace("#pragma omp parallel\n  {\n",
                                                      "#pragma omp parallel\n  {\n" +
                                                      PARALLEL[cut:end])
    versions = {
        "lines moved": "\n\n/* a comment */\n" + PARALLEL,
        "inserted function": PARALLEL.replace(
            "void work", "void extra(int n) {\n#pragma omp parallel\n#pragma omp for\n"
            "for (int k = 0; k < n; k++) extra(k);\n}\nvoid work"),
        "reformatted": PARALLEL.replace("    ", "\t\t").replace("{ a[i] = (b[i] * 2); }",
                                                               "\na[i]=b[i]*2;"),
        "moved block": moved,
        "renamed": PARALLEL.replace("sum", "total"),
    }
    for name, text in versions.items():
        write(folder, "new/p.c", text)
        result = pairs(folder, "new/p.c", "p.c")
        left = [u for u in result["unpaired"] if "#extra#" not in u["id"]]
        check(not left, f"{name}: {left}")
        sure = {"shape", "exact"} if name == "renamed" else {"exact"}
        check({p["by"] for p in result["pairs"] if "parallel" not in p["id"]} <= sure,
              f"{name}: {ways(result)}")
        old_text = PARALLEL.split("\n")
        for pair in result["pairs"]:
            if pair["kind"] == "for" and name == "moved block":
                new_line = text.split("\n")[pair["line"]]
                check(new_line == old_text[pair["twin"]["line"] - 1], f"{name}: {pair}")


def templates(folder):
    write(folder, "p.cpp", TEMPLATE)
    write(folder, "s.cpp", "\n".join(l for l in TEMPLATE.split("\n") if "#pragma" not in l))
    found = ways(pairs(folder, "p.cpp", "s.cpp"))
    check(found.get("Tree::total#task#0", ("",))[0] == "exact", f"template: {found}")
    check(found.get("Tree::total#task#1", ("",))[0] == "exact", f"template, block: {found}")


def objects(folder):
    write(folder, "p.c", PARALLEL)
    write(folder, "s.c", SERIAL)
    for compiler in (CLANG, "gcc"):
        subprocess.run([TARE, "cc", compiler, "-fopenmp", "-c", "p.c"], cwd=folder, check=True)
        found = ways(pairs(folder, "p.o", "s.c"))
        for name in ("work#for#0", "work#for#1", "work#single#0"):
            check(found.get(name, ("",))[0] == "exact", f"{compiler} object, {name}: {found}")


def text(folder):
    write(folder, "p.c", PARALLEL)
    write(folder, "s.c", SERIAL)
    done = run(folder, "p.c", "--serial", "s.c")
    check("7 of 7 constructs have a serial counterpart" in done.stdout, done.stdout)
    check(max(map(len, done.stdout.split("\n"))) <= 80, "80 columns")
    check(run(folder, "p.c", "--serial", "none.c").returncode == 3, "a missing source")
    check(run(folder, "p.c", "--format", "json").returncode == 2, "--format without --serial")


def main():
    for case in (two_sources, one_source, edited, templates, objects, text):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "new"))
            case(folder)
    return 1 if failures else 0


sys.exit(main())
