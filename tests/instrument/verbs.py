# SPDX-License-Identifier: Apache-2.0
"""`tare nodes` and `tare instrument`: what a person sees of a source, an object, and bad input."""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
SOURCE = """\
#include <stdio.h>
#include "own.h"
int main(void) {
  int n = SIZE;
#pragma omp parallel for reduction(+ : n)
  for (int i = 0; i < 4; i++)
    n++;
#pragma omp simd
  for (int i = 0; i < 4; i++)
    n++;
  printf("%d\\n", n);
  return 0;
}
"""
HEADER = """\
static void locked(int *n) {
#pragma omp critical(own)
  ++*n;
}
"""


def tare(*arguments, folder):
    environment = dict(os.environ)
    environment.pop("CC", None)
    return subprocess.run([PREFIX / "bin/tare", *arguments], cwd=folder, env=environment,
                          capture_output=True, text=True, timeout=3000)


def check(done, status, *needles):
    text = done.stdout + done.stderr
    assert done.returncode == status, (done.args, done.returncode, text)
    for needle in needles:
        assert needle in text, (needle, text)


def check_source(folder):
    done = tare("nodes", "x.c", "--", "-DSIZE=3", folder=folder)
    check(done, 0, "x.c (clang)", "function main  x.c:3", "call printf",
          "parallel [parallel for reduction(+ : n)]  x.c:5  measured",
          "for [for reduction(+ : n)]  x.c:5  measured",
          "simd [simd]  x.c:8  left alone: a simd loop is part of the work around it",
          "critical [critical(own)]  own.h:2  measured")
    for compiler in ("gcc", CLANG):
        done = tare("instrument", "x.c", "--compiler", compiler, "--", "-DSIZE=3", folder=folder)
        check(done, 0, "#pragma omp for reduction(+ : n) nowait", "region_join", "lock_held",
              "int n = 3;")
        assert "fprintf" not in done.stdout, "system headers are shown"


def check_files(folder):
    """Files are named as in tables: relative to the outermost folder that a build starts from, from
    wherever one looks, at a source as at an object."""
    for makefile in ("Makefile", "makefile", "GNUmakefile"):
        below = folder / ("with " + makefile) / "below"
        below.mkdir(parents=True, exist_ok=True)
        (below.parent / makefile).write_text("")
        (below / "y.c").write_text("void y(void) {\n#pragma omp parallel\n  {}\n}\n")
        subprocess.run([PREFIX / "bin/tare", "cc", "gcc", "-fopenmp", "-c", "y.c"], cwd=below,
                       check=True, timeout=3000)
        for where, name in ((below, "y.o"), (below, "y.c"), (below.parent, "below/y.c")):
            check(tare("nodes", name, folder=where), 0, "parallel [parallel]  below/y.c:2  measured")


def check_names(folder):
    """Of a partial specialisation the parameters have no names: as with a template, none is told."""
    (folder / "p.cpp").write_text("""
template <class F, class G> struct For;
template <class F> struct For<F, int> {
  static void run(int *a) {
#pragma omp parallel for
    for (int i = 0; i < 9; i++)
      a[i] = F()(i);
  }
};
template <> struct For<int, int> {
  static void run(int *) {
#pragma omp parallel
    {}
  }
};
""")
    check(tare("nodes", "p.cpp", folder=folder), 0, "function For::run  ",
          "function For<int, int>::run  ")


def check_newer_language(folder):
    """What a compiler takes without a flag may be newer than what our parser takes: GCC 15 and 16."""
    texts = {"c": "void v(int *p) {\n  constexpr int most = 3;\n#pragma omp parallel if (most > 2)\n  { *p = 1; }\n}\n",
             "c++": "template <class T> concept C = sizeof(T) > 1;\n"
                    "void v(C auto *p) {\n#pragma omp parallel\n  { *p = 1; }\n}\nvoid w(int *p) { v(p); }\n"}
    for language, text in texts.items():
        (folder / "v.i").write_text('# 1 "v.c"\n' + text)
        command = [PREFIX / "libexec/tare/tare-instrument", "--input", "v.i", "--tree", "v.tree", "--language", language,
                   "--compiler", "gcc", "--unit", "v.c", "--root", folder, "--"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=3000)
        check(done, 0)
        tree = (folder / "v.tree").read_text()
        assert '"k":"parallel"' in tree and '"k":"other"' not in tree and 'cannot read' not in tree, tree


def check_nested(folder):
    """What Clang does not read stands where it does in the text."""
    (folder / "n.c").write_text("""\
int main(void) {
  int add(int n) {
#pragma omp parallel
    n++;
    return n;
  }
#pragma omp flush
  return add(0);
}
int other(int n) {
#pragma omp parallel
  {}
  return n;
}
""")
    done = tare("nodes", "n.c", folder=folder)
    check(done, 0, "function main")
    lines = [line.rsplit("n.c:")[1].split()[0] for line in done.stdout.splitlines() if "n.c:" in line]
    assert lines == sorted(lines, key=int) and "3" in lines, done.stdout


def read_terminal(terminal):
    """All that was written to it: one read may give a line alone."""
    written = b""
    try:
        while part := os.read(terminal, 1 << 16):
            written += part
    except OSError:  # so Linux says that nobody has the other side open
        pass
    os.close(terminal)
    return written


def check_terminal(folder):
    """A line for each node; in a terminal it is folded."""
    ours, theirs = os.openpty()
    subprocess.run([PREFIX / "bin/tare", "nodes", "x.o"], cwd=folder, stdout=theirs, check=True,
                   timeout=3000)
    os.close(theirs)
    shown = read_terminal(ours).decode().splitlines()
    assert len(shown) > 5 and max(map(len, shown)) <= 80, shown
    told = tare("nodes", "x.o", folder=folder).stdout
    assert " ".join(" ".join(shown).split()) == " ".join(told.split()), (shown, told)
    assert max(map(len, told.splitlines())) > 80, told


def check_object(folder):
    subprocess.run([PREFIX / "bin/tare", "cc", "gcc", "-fopenmp", "-DSIZE=3", "-c", "x.c"],
                   cwd=folder, check=True, timeout=3000)
    done = tare("nodes", "x.o", folder=folder)
    check(done, 0, "x.c (gcc)", "parallel [parallel for reduction(+ : n)]  x.c:5  measured")
    check(done, 0, "call printf  x.c:11  measured", "(4 iterations)")
    assert "return" not in done.stdout, "a table holds what is probed"
    check_terminal(folder)
    check_names(folder)
    check_newer_language(folder)
    check_nested(folder)
    check_files(folder)


def check_bad_input(folder):
    check(tare("nodes", "missing.c", folder=folder), 3, "missing.c")
    check(tare("nodes", "x.c", folder=folder), 0)  # SIZE unknown: the constructs are still shown
    check(tare("instrument", "x.c", "--", "-include", "missing.h", folder=folder), 3,
          "it cannot be preprocessed")
    (folder / "plain.txt").write_text("no ELF\n")
    check(tare("nodes", "plain.txt", folder=folder), 3, "ELF")
    subprocess.run(["gcc", "-fopenmp", "-DSIZE=3", "-c", "x.c", "-o", "plain.o"], cwd=folder,
                   check=True)
    check(tare("nodes", "plain.o", folder=folder), 3, "no node table")


LIBRARY = """\
void work(int *n) {
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    n[i]++;
}
"""


def check_library(folder):
    """A program whose constructs all lie in a library, which its build holds as a link alone."""
    (folder / "src").mkdir()
    (folder / "ex").mkdir()
    (folder / "l.c").write_text(LIBRARY)
    (folder / "m.c").write_text("void work(int *); int main(void) { int n[4]; work(n); }\n")
    subprocess.run(["gcc", "-c", "m.c", "-o", "m.o"], cwd=folder, check=True)
    for output, rest in (("src/libl.so", ["-fPIC", "-shared", "l.c"]),
                         ("ex/m", ["m.o", "-Lsrc", "-ll", "-Wl,-rpath,$ORIGIN/../src"]),
                         ("ex/n", ["m.o", "-Lsrc", "-ll", "-Wl,-rpath,./"]),
                         ("with_main", ["m.c", "-Lsrc", "-ll", "-Wl,-rpath,$ORIGIN/src"])):
        subprocess.run([PREFIX / "bin/tare", "cc", "gcc", "-fopenmp", *rest, "-o", output],
                       cwd=folder, check=True)
    check(tare("nodes", "ex/m", folder=folder), 0, "l.c (gcc)", "[parallel for]  l.c:2  measured")
    check(tare("nodes", "with_main", folder=folder), 0, "call work  m.c:1  measured",
          "[parallel for]  l.c:2  measured")
    check(tare("nodes", "ex/n", folder=folder), 3, "or a library that it needs")
    check(tare("doctor", "ex", folder=folder), 3, "nothing here was built by Tare")
    for name in ("libl.so", "libl.so.1"):
        (folder / "ex" / name).symlink_to("../src/libl.so")
    (folder / "ex" / "round").symlink_to(".")
    (folder / "ex" / "gone").symlink_to("nowhere")
    check(tare("nodes", "ex/n", folder=folder), 0, "[parallel for]  l.c:2  measured")
    check(tare("doctor", "ex", folder=folder), 0, "1 unit in 1 binary", "l.c (gcc)")
    check(tare("doctor", ".", folder=folder), 0)


def check_search_order(folder):
    """Of two libraries of one name, which the program finds: rpath, LD_LIBRARY_PATH, runpath."""
    (folder / "m.c").write_text("void work(int *); int main(void) { int n[4]; work(n); }\n")
    for name in ("one", "two"):
        (folder / name).mkdir()
        (folder / f"{name}.c").write_text(LIBRARY)
        subprocess.run([PREFIX / "bin/tare", "cc", "gcc", "-fopenmp", "-fPIC", "-shared",
                        f"{name}.c", "-o", f"{name}/libl.so"], cwd=folder, check=True)
    for output, tags in (("old", "--disable-new-dtags"), ("new", "--enable-new-dtags")):
        subprocess.run(["gcc", "m.c", "-Lone", "-ll", f"-Wl,-rpath,$ORIGIN/one,{tags}",
                        "-o", output], cwd=folder, check=True)
    for program, path, found in (("./old", "two", "one.c"), ("./new", "two", "two.c"),
                                 ("./old", "", "one.c"), ("./new", "", "one.c")):
        os.environ["LD_LIBRARY_PATH"] = path
        check(tare("nodes", program, folder=folder), 0, f"{found} (gcc)")
    os.environ["LD_LIBRARY_PATH"] = "none"
    check(tare("run", "--parallel", "env LD_LIBRARY_PATH=two ./new", "--dry-run", "--threads", "1",
               folder=folder), 0, "two.c")
    del os.environ["LD_LIBRARY_PATH"]


def check_stuck(folder):
    """Clang 19 never comes back from these texts; a build must."""
    for number, pragma in enumerate(("parallel when", "for simd linear(i : 1, n, i : 1)")):
        text = pathlib.Path(folder, f"stuck{number}.i")
        text.write_text(f"void f(int n) {{\n#pragma omp {pragma}\nfor (int i = 0; i < n; i++);\n}}\n")
        done = subprocess.run([PREFIX / "libexec/tare/tare-instrument", "--input", text, "--output",
                               f"{text}.out", "--language", "c", "--compiler", "gcc", "--runtime",
                               "/nonexistent", "--root", folder], capture_output=True, text=True,
                              timeout=3000)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{pragma}: status {done.returncode}: {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "x.c").write_text(SOURCE)
        (folder / "own.h").write_text(HEADER)
        check_source(folder)
        check_object(folder)
        check_bad_input(folder)
        check_library(folder)
        own = folder / "order"
        own.mkdir()
        check_search_order(own)
        check_stuck(folder)


if __name__ == "__main__":
    main()
