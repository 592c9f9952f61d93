#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Footprints, the key of a coupling, tare model --compose, the archive, tare clean. Times are made up: no assertion depends on one."""

import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from part import run_unittests  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
ROOT = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
SCHEMA = json.loads((ROOT / "docs/schema/tare.coupling-1.schema.json").read_text())
FORECAST = json.loads((ROOT / "docs/schema/tare.forecast-1.schema.json").read_text())
CACHES = [{"level": 1, "bytes": 32e3, "cores": 1}, {"level": 2, "bytes": 1e6, "cores": 1},
          {"level": 3, "bytes": 32e6, "cores": 8}]
PASSES = 10


def band(value, share=1e-3):
    return {"time_s": value, "low_s": value * (1 - share), "high_s": value * (1 + share)}


def report(n, coupling, compiler="gcc -O2", alone=False):
    """Kernels a and b take n and 2 n ns; each touches 100 n bytes, both 150 n."""
    times = {"a": 1e-9 * n, "b": 2e-9 * n}
    kernels = [{"name": name, "kernel": name, "file": "x.c", "line": 1, "function": "main", "alone": band(time),
                "coefficient": {"value": 1, "low": 1, "high": 1}, "runs_s": [0.999 * time, time, 1.001 * time],
                "footprint_bytes": 100 * n} for name, time in times.items()]
    apart = sum(times.values())
    pairs = [{"kernels": names, "time": band(coupling * apart), "apart_s": apart, "restored": False,
              "coupling": {"value": coupling, "low": coupling - 0.002, "high": coupling + 0.002},
              "footprint_bytes": 150 * n} for names in (["a", "b"], ["b", "a"])]
    whole = PASSES * coupling * apart
    return {"schema": "tare.coupling/1", "program": "solver", "host": "h", "cpu": "c", "compiler": compiler,
            "parameters": {"n": str(n)}, "caches": CACHES, "arguments": str(n),
            "tables": [{"threads": 1, "in_region": False, "passes": PASSES + 1, "pass": 2, "runs": 3,
                        "repetitions": 30, "executions": 8, "data_mb": 1, "kernels": kernels,
                        "pairs": [] if alone else pairs,
                        "loop": {"chain": 1 if alone else 2, "passes": PASSES, "between": band(0), "measured": band(whole),
                                 "plain_sum": band(PASSES * apart), "composed": band(whole)}}]}


class Compose(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tare-compose-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.results = self.folder / "tare-results"
        self.results.mkdir()
        self.archive = {"TARE_ARCHIVE": str(self.folder / "a.db")}

    def tare(self, *words, status=0):
        done = subprocess.run([TARE, *words], capture_output=True, text=True, cwd=self.folder,
                              env={**os.environ, **self.archive})
        self.assertEqual(done.returncode, status, done.stderr + done.stdout)
        return done

    def write(self, n, coupling, **more):
        made = report(n, coupling, **more)
        jsonschema.validate(made, SCHEMA)
        folder = self.results / f"tare-solver-20261129T10{len(list(self.results.glob('*'))):04}Z-h-{n}"
        folder.mkdir()
        (folder / "coupling.json").write_text(json.dumps(made))
        return folder

    def compose(self, *words, status=0, of="tare-results"):
        done = self.tare("model", "--compose", of, *words, "--json", "f.json", status=status)
        made = json.loads((self.folder / "f.json").read_text())
        jsonschema.validate(made, FORECAST)
        return made, done

    def test_another_size(self):
        for n in (700, 1000, 1500, 2200, 3300, 5000):
            self.write(n, 0.8)
        made, done = self.compose("--param", "n=2800")
        time = made["forecasts"][0]["time"]
        self.assertAlmostEqual(time["time_s"], PASSES * 0.8 * 3e-9 * 2800, delta=0.01 * time["time_s"])
        self.assertLess(time["low_s"], time["time_s"])
        self.assertIn("L2, L2 -> L2", done.stdout)
        self.assertIn("6 others\n", done.stdout)
        self.assertNotIn("measured in the program", done.stdout)
        more, _ = self.compose("--param", "n=2800", "--passes", "20")
        self.assertAlmostEqual(more["forecasts"][0]["time"]["time_s"], 2 * time["time_s"], delta=1e-8)
        there, done = self.compose("--param", "n=2200")
        self.assertIn("measured in the program", done.stdout)
        self.assertIn("measured there", done.stdout)
        # a pair has its data in the next level of the memory
        made, done = self.compose("--param", "n=8000", status=5)
        self.assertIn("the pair a, b was never measured with its data in the L3 cache", done.stderr)
        self.assertIn("never-measured", made["refused"][0]["reason"])

    def test_archive(self):
        """Added as a folder, used by the application's name, handed on, and no table for anybody else."""
        for n in (700, 1000, 1500, 2200, 3300, 5000):
            self.write(n, 0.8)
        added = self.tare("archive", "add", "tare-results").stdout
        self.assertEqual(added.count("2 couplings kept\n"), 6, added)
        again = self.tare("archive", "add", "tare-results").stdout
        self.assertEqual(again.count("there already"), 6, again)
        by_name, _ = self.compose("--param", "n=2800", of="solver")
        by_folder, _ = self.compose("--param", "n=2800")
        self.assertEqual(by_name["forecasts"][0]["time"], by_folder["forecasts"][0]["time"])
        listed = self.tare("archive", "couplings", "solver").stdout
        self.assertIn("data L2, L2 -> L2", listed)
        self.assertEqual(sum(line.startswith(("a, b ", "b, a ")) for line in listed.splitlines()), 12, listed)
        # measured again, the data in another level: the old coupling of these arguments goes
        again = report(700, 0.7)
        for each in again["tables"][0]["kernels"] + again["tables"][0]["pairs"]:
            each["footprint_bytes"] = 5e6
        (self.folder / "again.json").write_text(json.dumps(again))
        self.assertIn("0.800 ± 0.002 was kept before", self.tare("archive", "add", "again.json").stdout)
        listed = self.tare("archive", "couplings", "solver").stdout
        self.assertEqual(sum(line.startswith(("a, b ", "b, a ")) for line in listed.splitlines()), 12, listed)
        self.assertEqual(listed.count("L3, L3 -> L3"), 2, listed)
        self.assertIn("couplings of this application, and no table", self.tare("model", "solver", status=2).stderr)
        self.assertIn("7 files with couplings", self.tare("archive", "tables", "solver", "out").stdout)
        self.tare("archive", "export", "all.txt")
        self.archive = {"TARE_ARCHIVE": str(self.folder / "b.db")}
        self.tare("archive", "import", "all.txt")
        self.tare("archive", "rebuild")
        self.assertEqual(self.tare("archive", "couplings", "solver").stdout, listed)
        self.assertEqual(self.compose("--param", "n=2800", of="solver")[0]["forecasts"], by_name["forecasts"])
        self.assertIn("none in the archive", self.tare("model", "--compose", "none", status=2).stderr)

    def test_mistakes(self):
        self.write(1000, 0.8)
        for words, status, said in ((["tare-results", "--param", "m=2", "--param", "n=1000"], 2, "the value of m is not recorded"),
                                    (["tare-results", "--param", "n=-1"], 2, "--param wants NAME=NUMBER"),
                                    (["tare-results", "--loop", "a,,b"], 2, "--loop wants names"),
                                    (["tare-results", "--param", "n=2000"], 5, "too-few-points"),
                                    (["tare-results", "--param", "n=1000", "--threads", "2"], 5, "with 2 threads"),
                                    (["tare-results", "--template", "n^^"], 2, "n^^"),
                                    ([], 2, "RESULTS"), (["."], 2, "no couplings in this folder")):
            self.assertIn(said, self.tare("model", "--compose", *words, status=status).stderr)
        self.write(2000, 0.8, compiler="clang -O3")
        self.assertIn("mixed-keys", self.tare("model", "--compose", "tare-results", "--param", "n=1000", status=5).stderr)

    def test_clean(self):
        """Old couplings go, as experiments do; what has not ended stays."""
        old, new = self.write(1000, 0.8), self.write(2000, 0.8)
        running = self.results / "tare-solver-20261129T090000Z-h-1"
        (running / "runs" / "001").mkdir(parents=True)
        (running / "runs" / "001" / "record").write_text("")
        said = self.tare("clean", "--keep", "1", "--dry-run", "tare-results").stdout
        self.assertIn("it has not ended", said)
        self.assertTrue(old.exists())
        self.tare("clean", "--keep", "1", "tare-results")
        self.assertEqual((old.exists(), new.exists(), running.exists()), (False, True, True))

    def test_footprints(self):
        """What sweeps of arrays of known size touch, to a few pages: one array twice, or two."""
        for threads in (1, 2):
            self.tare("model", "--couple", "forward,backward,left,right", "--source",
                      str(ROOT / "samples/coupling/arrays.c"), "--compiler", "gcc", "--threads", str(threads),
                      "--param", "kb=512", "--seconds", "0.01", "--repeat", "1", "--json", "c.json", "--quiet",
                      "--", "512", "256", "8")
            made = json.loads((self.folder / "c.json").read_text())
            jsonschema.validate(made, SCHEMA)
            self.assertEqual(made["parameters"], {"kb": "512"})
            table = made["tables"][0]
            if not any(kernel.get("footprint_bytes") for kernel in table["kernels"]):
                self.assertIn("what the kernels touch", " ".join(table["notes"]))
                continue
            # `right` is followed by `forward`.
            wanted = {"forward": 512, "backward": 512, "left": 256, "right": 256, "forward, backward": 512,
                      "backward, left": 768, "left, right": 512, "right, forward": 768}
            windows = {**{kernel["name"]: kernel for kernel in table["kernels"]},
                       **{", ".join(pair["kernels"]): pair for pair in table["pairs"]}}
            for name, kilobytes in wanted.items():
                touched = windows[name]["footprint_bytes"] / 1024 / threads
                self.assertGreaterEqual(touched, kilobytes - 8, name)
                self.assertLess(touched, kilobytes + 100, name)

    def test_alone(self):
        self.tare("model", "--couple", "forward,backward,left", "--source",
                  str(ROOT / "samples/coupling/arrays.c"), "--threads", "1", "--alone", "--seconds", "0.01",
                  "--repeat", "1", "--json", "c.json", "--quiet", "--", "16", "8", "8")
        made = json.loads((self.folder / "c.json").read_text())
        jsonschema.validate(made, SCHEMA)
        table = made["tables"][0]
        self.assertEqual((table["pairs"], table["loop"]["chain"], len(table["kernels"])), ([], 1, 3))
        self.assertTrue(math.isfinite(table["loop"]["plain_sum"]["time_s"]))


if __name__ == "__main__":
    run_unittests()
