# SPDX-License-Identifier: Apache-2.0
"""Ten kernels: what `tare nodes --operations` counts in their source is what they count themselves.

What is exact is equal, what is bounded lies between, and what is measured is equal for the iterations
that the run had.
"""
import json
import os
import pathlib
import subprocess
import tempfile

import jsonschema

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
SOURCE = pathlib.Path(__file__).parent / "kernels.cpp"
SCHEMA = pathlib.Path(os.environ["TARE_SOURCE_DIR"]) / "docs/schema/tare.operations-1.schema.json"
LABELS = {"sparse": "measured", "butterfly": "measured", "histogram": "bounded", "floyd": "bounded"}
# Operations of the source, by what the run counts: a multiply-add is an add and a multiply.
SORTS = (("add", "multiply-add"), ("multiply", "multiply-add"), ("divide",), ("square root",), ("loop step",))


def counted(folder, parameters):
    """function -> label, for each sort of operation the least and the greatest number, and its loops."""
    arguments = [f"--param={name}={value}" for name, value in parameters.items()]
    done = subprocess.run([PREFIX / "bin/tare", "nodes", SOURCE, "--operations", "--format", "json",
                           *arguments], cwd=folder, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    jsonschema.validate(document, json.loads(SCHEMA.read_text()))
    functions = {}
    for node in document["units"][0]["nodes"]:
        if "directive" in node:
            continue
        ranges = []
        for sort in SORTS:
            parts = [count["times"] for count in node["counts"]
                     if count["operation"] in sort and count.get("type", "double") == "double"]
            missing = [part for part in parts if "least" not in part]
            ranges.append(None if missing else (sum(part["least"] for part in parts),
                                                sum(part["most"] for part in parts)))
        check_sums(node)
        functions[node["function"]] = node["label"], ranges, node["loops"]
    return functions


def check_text(folder):
    """By loop, a person reads how often each is begun and what an iteration does."""
    def shown(*arguments):
        return " ".join(subprocess.run([PREFIX / "bin/tare", "nodes", SOURCE, "--operations", "--by-loop", *arguments],
                                       cwd=folder, capture_output=True, text=True, check=True,
                                       timeout=3000).stdout.split())
    text, of_ten = shown(), shown("--param", "n=10")
    for expected in ("line 41: begun n^2 times, n^3 iterations each: 1 double multiply-add",
                     "loads a (unit stride), b (stride n); chain of sum: 1 double multiply-add",
                     "chain of f[i]: in all n^2 - n double add", "u (stride 2) 4 times", "where n >= 0; else 0"):
        assert expected in text, (expected, text)
    assert "line 41: begun 100 times, 1000 iterations each: 1 double multiply-add" in of_ten, of_ten


DOUBTFUL = """void other(void);
void f(int n, double *a, int *k) {
  for (int i = 0; i < n; i++) {
    if (a[i] > 0)
      a[i] += 1;
    if (a[i] < 0)
      a[i] -= 1;
  }
  for (int i = k[0]; i < k[1]; i++)
    a[i] = 0;
  other();
}
void g(int n, double *a) { for (int i = 0; i < n; i++) a[i] = 2; }
void h(double *a) { if (a[0] > 0) a[0] = 1; }
void w(int n, double *a) { while (a[n] > 0) a[n] -= 1; }
"""


def check_doubts(folder):
    """A person reads how complete the formulas are, and why: reasons of one kind in one line."""
    (pathlib.Path(folder) / "doubtful.c").write_text(DOUBTFUL)
    def shown(*arguments):
        return " ".join(subprocess.run([PREFIX / "bin/tare", "nodes", "doubtful.c", "--operations", *arguments],
                                       cwd=folder, capture_output=True, text=True, check=True,
                                       timeout=3000).stdout.split())
    text, of_values = shown(), shown("--param", "trips(doubtful.c:9)=7")
    head, first = text.split(" doubtful.c:2 function f ")
    assert head.endswith("trips(FILE:LINE): iterations of the loop there, each time that it is executed, on average. "
                         "Only a run tells; --param gives it a value"), head
    for expected in ("incomplete, upper bound, by trips(...) ",
                     "upper bound, since the condition depends on data: doubtful.c:4, 6 ",
                     "trips(...), since its bound is loaded, or changes in a loop: doubtful.c:9 ",
                     "not counted: what is defined elsewhere: other (doubtful.c:11) ", "function g exact ",
                     "function h upper bound ", "function w by trips(...) ",
                     "trips(...), since it is a while loop: doubtful.c:15 "):
        assert expected in first, (expected, text)
    assert "measured" not in text and "bounded" not in text, text
    assert "8 = trips(doubtful.c:9) + 1" in of_values, of_values


def check_sums(node):
    """What the loops do together is what the function does."""
    for count in node["counts"]:
        alike = [other["times"] for loop in node["loops"] for other in loop["counts"]
                 if all(other.get(key) == count.get(key) for key in ("operation", "type", "stride", "detail"))]
        for value in ("least", "most"):
            if value in count["times"]:
                assert abs(sum(times[value] for times in alike) - count["times"][value]) < 1e-6, (node, count)


def check_iterations(words, loops):
    """'@57=12' of the run: the loop in line 57 had 12 iterations. Says how many were compared."""
    compared = 0
    for word in words:
        line, number = word[1:].split("=")
        loop, = (each for each in loops if each.get("line") == int(line))
        if "least" in loop["iterations"]:
            assert abs(loop["iterations"]["least"] - int(number)) < 1e-6, (word, loop)
            assert loop["iterations"]["least"] == loop["iterations"]["most"], (word, loop)
            compared += 1
    return compared


def trips(words):
    """'57=12/4' of the run: on average 3 iterations of the loop in line 57."""
    values = {}
    for word in words:
        line, ratio = word.split("=")
        values[f"trips({SOURCE.name}:{line})"] = ratio
    return values


def main():
    with tempfile.TemporaryDirectory() as made:
        check_text(made)
        check_doubts(made)
        program = f"{made}/kernels"
        subprocess.run(["g++", "-DCOUNTING", "-O0", "-std=c++17", "-w", "-o", program, SOURCE], check=True,
                       timeout=3000)
        lines = subprocess.run([program], capture_output=True, text=True, check=True,
                               timeout=3000).stdout.splitlines()
        names, checked, iterations, known = set(), 0, 0, {}
        document = json.loads(subprocess.run(
            [PREFIX / "bin/tare", "nodes", SOURCE, "--operations", "--format", "json"], cwd=made,
            capture_output=True, text=True, check=True, timeout=3000).stdout)
        jsonschema.validate(document, json.loads(SCHEMA.read_text()))
        measured = {symbol["name"] for symbol in document["units"][0]["symbols"] if symbol["kind"] == "measured"}
        for line in lines:
            name, n, *words = line.split()
            rounds = [word for word in words if word.startswith("@")]
            words = [word for word in words if not word.startswith("@")]
            numbers, rest = [int(word) for word in words[:5]], words[5:]
            found = {symbol: ratio for place, ratio in trips(rest).items() for symbol in measured
                     if symbol.split(":")[-1] == place.split(":")[-1]}
            parameters = {"n": n, **found}
            key = tuple(sorted(parameters.items()))
            if key not in known:
                known[key] = counted(made, parameters)
            label, ranges, loops = known[key][name]
            iterations += check_iterations(rounds, loops)
            assert label == LABELS.get(name, "exact"), (name, label)
            for sort, number, bounds in zip(SORTS, numbers, ranges):
                if bounds is None:  # a loop that was never reached: it has no average
                    assert label == "measured" and int(n) < 2, (line, sort)
                    continue
                least, most = bounds
                assert abs(least - number) < 1e-6 or least < number, (line, sort, bounds)
                assert abs(most - number) < 1e-6 or most > number, (line, sort, bounds)
                assert label == "bounded" or abs(least - most) < 1e-6, (line, sort, bounds)
                checked += 1
            names.add(name)
        assert len(names) == 10 and checked >= 280 and iterations >= 90, (names, checked, iterations)


if __name__ == "__main__":
    main()
