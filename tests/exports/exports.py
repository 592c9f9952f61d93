#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files for other tools: `tare report --format openmetrics|speedscope|svg|github-summary`.

Usage: exports.py WRITE_SAMPLE_LEDGERS
OpenMetrics is parsed by the rules of its grammar; a parser of Prometheus is asked as well where one is installed.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
SAMPLES = []  # paths and ledgers, by main
LABELS = re.compile(r'([a-z_]+)="((?:[^"\\\n]|\\.)*)"(?:,|$)')


def written(path, form):
    done = subprocess.run([TARE, "report", str(path), "--format", form], capture_output=True, text=True)
    assert done.returncode in (0, 6), done.stderr
    return done.stdout


def labels_of(text):
    found, at = {}, 0
    while at < len(text):
        match = LABELS.match(text, at)
        assert match, text[at:]
        found[match.group(1)] = match.group(2)
        at = match.end()
    return found


class Exports(unittest.TestCase):
    def test_openmetrics(self):
        for path, ledger in SAMPLES:
            lines = written(path, "openmetrics").split("\n")
            self.assertEqual(lines[-2:], ["# EOF", ""])
            family, seen, overheads = "", set(), {}
            for line in lines[:-2]:
                if line.startswith("# TYPE "):
                    family = line.split()[2]
                    self.assertNotIn(family, seen)
                    seen.add(family)
                elif line.startswith("# UNIT "):
                    self.assertTrue(family.endswith("_" + line.split()[3]))
                elif not line.startswith("# HELP "):
                    name, labels, value = re.fullmatch(r"(\w+)\{(.*)\} (\S+)", line).groups()
                    self.assertEqual(name, family)
                    found = labels_of(labels)
                    if name == "tare_overhead_seconds":
                        overheads[found.get("ranks"), int(found["threads"]), found["category"]] = float(value)
            for table in ledger["tables"]:
                for row in table["overheads"]:
                    key = (str(table["ranks"]) if table.get("ranks") else None, table["threads"], row["category"])
                    if key in overheads and len(ledger["tables"]) == 1:
                        self.assertAlmostEqual(overheads[key], row["time_s"], delta=6e-3 * abs(row["time_s"]))
            self.assertTrue(overheads)
            try:
                from prometheus_client.openmetrics import parser
            except ImportError:
                continue
            list(parser.text_string_to_metric_families("\n".join(lines)))

    def test_speedscope(self):
        for path, ledger in SAMPLES:
            file = json.loads(written(path, "speedscope"))
            self.assertEqual(file["$schema"], "https://www.speedscope.app/file-format-schema.json")
            frames = len(file["shared"]["frames"])
            for profile in file["profiles"]:
                self.assertEqual(profile["type"], "sampled")
                self.assertEqual(len(profile["samples"]), len(profile["weights"]))
                self.assertTrue(all(0 <= each < frames for stack in profile["samples"] for each in stack))
                self.assertTrue(all(weight >= 0 for weight in profile["weights"]))
                self.assertAlmostEqual(profile["endValue"], sum(profile["weights"]),
                                       delta=1e-6 * sum(profile["weights"]) + 1e-6)
            gains = [row for table in ledger["tables"] for construct in table["constructs"]
                     for row in construct["overheads"] if row["time_s"] < 0]
            if not gains:
                self.assertNotIn("left out", file["name"])

    def test_svg(self):
        for path, ledger in SAMPLES:
            root = ElementTree.fromstring(written(path, "svg"))
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            self.assertFalse([each for each in root.iter() if each.tag.endswith(("script", "image"))])
            texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
            self.assertIn("Parallel time, T_p", texts)
            self.assertTrue(texts[0].endswith("T_p = T_s / p + overheads"))

    @unittest.skipUnless(shutil.which("rsvg-convert"), "no rsvg-convert is installed (librsvg2-bin)")
    def test_svg_is_drawn_by_librsvg(self):
        for path, _ in SAMPLES[:5]:
            with tempfile.TemporaryDirectory() as folder:
                picture = pathlib.Path(folder) / "picture.svg"
                picture.write_text(written(path, "svg"), encoding="utf-8")
                drawn = subprocess.run(["rsvg-convert", picture], check=True, capture_output=True)
            self.assertEqual(drawn.stderr, b"")
            self.assertTrue(drawn.stdout.startswith(b"\x89PNG"))

    def test_summary(self):
        for path, _ in SAMPLES[:3]:
            self.assertEqual(written(path, "github-summary"), written(path, "markdown"))
        ledger = json.loads(json.dumps(SAMPLES[0][1]))
        ledger["warnings"] = [f"warning {k}: " + "x" * 2000 for k in range(600)]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "long.json"
            path.write_text(json.dumps(ledger))
            text = written(path, "github-summary")
        self.assertLess(len(text.encode()), 1024 * 1024)
        self.assertIn("too long for a summary", text)


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv.pop(1), folder], check=True)
        for k in range(20):
            path = pathlib.Path(folder) / f"ledger{k}.json"
            SAMPLES.append((path, json.loads(path.read_text())))
        outcome = unittest.main(exit=False).result
        sys.exit(not outcome.wasSuccessful())


if __name__ == "__main__":
    main()
