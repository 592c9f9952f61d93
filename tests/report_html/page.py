#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare report --format html`: well-formed, the numbers of the JSON in it, nothing but text from foreign text,
and a policy that allows its own style and script alone.

Usage: page.py WRITE_SAMPLE_LEDGERS
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from pages import HOSTILE, add_parts, check_policy, check_without_inline_code, tree_of

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
SAMPLES = []  # ledgers as JSON, by main
LARGEST_PAGE = 1_500_000  # bytes, of 500 constructs
MOST_NODES = 15_000


def page_of(ledger, folder, *options):
    path = pathlib.Path(folder) / "ledger.json"
    path.write_text(json.dumps(ledger))
    done = subprocess.run([TARE, "report", str(path), "--format", "html", *options], capture_output=True, text=True)
    assert done.returncode in (0, 6), done.stderr
    return done.stdout


def with_strings(value, change, key=""):
    """The same ledger with other foreign strings; what names a kind of thing stays."""
    if isinstance(value, dict):
        return {name: with_strings(each, change, name) for name, each in value.items()}
    if isinstance(value, list):
        return [with_strings(each, change, key) for each in value]
    free = {"program", "command", "compiler", "file", "function", "directive", "sentence", "source", "warnings",
            "notes", "host", "cpu", "iteration_variable", "locking_calls", "included_at", "atomics_at"}
    return change(value) if isinstance(value, str) and key in free else value


def at_size(value, factor, key=""):
    """The same ledger with all times longer."""
    if isinstance(value, dict):
        return {name: at_size(each, factor, name) for name, each in value.items()}
    if isinstance(value, list):
        return [at_size(each, factor, key) for each in value]
    return value * factor if key.endswith("_s") and isinstance(value, (int, float)) else value


class Page(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_well_formed_and_without_inline_code(self):
        for ledger in SAMPLES:
            check_without_inline_code(self, page_of(ledger, self.folder))

    def test_bytes_do_not_depend_on_time_zone_and_language(self):
        page = page_of(SAMPLES[0], self.folder)
        path = pathlib.Path(self.folder) / "ledger.json"
        there = {**os.environ, "TZ": "Asia/Tokyo", "LC_ALL": "C", "LANGUAGE": "de", "COLUMNS": "40"}
        done = subprocess.run([TARE, "report", str(path), "--format", "html"], capture_output=True, text=True, env=there)
        self.assertEqual(done.stdout, page)

    def test_the_policy_has_the_hashes_of_style_and_script(self):
        check_policy(self, page_of(SAMPLES[0], self.folder))

    def test_the_rows_are_those_of_the_json_and_add_up(self):
        for ledger in SAMPLES[:6]:
            root = tree_of(page_of(ledger, self.folder))
            tables = root.findall(".//section[@id='waterfall']//table")
            self.assertEqual(len(tables), len(ledger["tables"]))
            for shown, table in zip(reversed(tables), ledger["tables"]):
                rows = [(row.find("th").text, float(row.find(".//data").attrib["value"]))
                        for row in shown.findall("tbody/tr") if row.find(".//data") is not None]
                self.assertAlmostEqual(rows[0][1], table["ideal_time_s"], delta=1e-6 * abs(rows[0][1]) + 1e-12)
                said = sorted(line["time_s"] for line in table["overheads"])
                size = sum(map(abs, said)) + table["parallel_time_s"]
                unknown = [line for line in table["overheads"] if line.get("void")]
                if not unknown:
                    self.assertAlmostEqual(sum(value for _, value in rows[:-1]), rows[-1][1], delta=1e-6 * size)
                for name, value in rows[1:-1]:
                    if not name.startswith("other ("):
                        self.assertTrue(any(abs(value - each) <= 1e-6 * size for each in said), (name, value))

    def test_constructs_have_the_figures_of_the_json(self):
        for ledger in SAMPLES[:6]:
            where = tree_of(page_of(ledger, self.folder)).find(".//section[@id='where']/div/table")
            if where is None:
                continue
            size = re.search(r"on (\d+) thread", where.find("caption").text)
            table = next((each for each in ledger["tables"] if size and each["threads"] == int(size.group(1))), None)
            if table is None:  # a job, or a size that is not in the samples twice
                continue
            said = [sum(line["time_s"] for line in construct["overheads"]) for construct in table["constructs"]]
            shown = [float(row.find("td").find("data").attrib["value"])
                     for row in where.findall("tbody/tr") if row.find("td").find("data") is not None]
            scale = sum(map(abs, said)) + 1e-12
            self.assertAlmostEqual(sum(shown), sum(said), delta=1e-6 * scale)
            if ledger is SAMPLES[0]:  # random ones may have an id twice
                for value in shown:
                    self.assertTrue(any(abs(value - each) <= 1e-6 * scale for each in said), (value, said))

    def test_foreign_text_adds_no_element(self):
        for ledger in SAMPLES[:4]:
            count = {}
            for kind, change in (("harmless", lambda text: "x" * len(text)), ("hostile", lambda text: HOSTILE + text)):
                root = tree_of(page_of(with_strings(ledger, change), self.folder))
                count[kind] = sum(1 for _ in root.iter())
                self.assertFalse([element for element in root.iter("img")])
            self.assertLess(abs(count["hostile"] - count["harmless"]), 40, count)  # equal titles get functions

    def test_five_hundred_constructs_fit(self):
        ledger = json.loads(json.dumps(SAMPLES[0]))
        for table in ledger["tables"]:
            if not table["constructs"]:
                continue
            first = table["constructs"][0]
            table["constructs"] = [dict(first, id=f"{first['id']}{k}", line=11 * k + 1) for k in range(500)]
        page = page_of(ledger, self.folder, *add_parts(ledger, self.folder, 60))
        self.assertIn("Left out, since the page has as many lines", page)
        self.assertIn("Left out: 20 answers", page)
        self.assertLess(len(page.encode()), LARGEST_PAGE)
        self.assertLess(sum(1 for _ in tree_of(page).iter()), MOST_NODES)

    def test_sources_and_answers_are_text_and_their_links_lead_somewhere(self):
        ledger = json.loads(json.dumps(SAMPLES[0]))
        page = page_of(ledger, self.folder, *add_parts(ledger, self.folder))
        check_without_inline_code(self, page)
        root = tree_of(page)
        lines = root.findall(".//section[@id='source']//span[@id]")
        self.assertGreater(len(lines), 0)
        self.assertFalse(list(root.iter("img")) + root.findall(".//section[@id='source']//b/b"))
        self.assertEqual(len([each for each in root.iter("div") if each.get("class") == "whatif"]), 3)
        sources = [each for each in root.iter("a") if each.get("href", "").startswith("#s1-")]
        self.assertGreater(len(sources), 0)

    def test_a_changed_source_and_a_redacted_page_show_no_line(self):
        ledger = json.loads(json.dumps(SAMPLES[0]))
        options = add_parts(ledger, self.folder)
        for file in pathlib.Path(self.folder).rglob("*.c"):
            file.write_text(file.read_text() + "// later")
        page = page_of(ledger, self.folder, *options)
        self.assertIn("The source has changed since the build", page)
        self.assertNotIn("sum += a", page)
        hidden = page_of(ledger, self.folder, "--redact")
        self.assertNotIn("sum += a", hidden)
        self.assertIn("--redact leaves the sources out", hidden)

    def test_models_of_several_sizes_are_curves_through_the_measured_points(self):
        sizes, options = (100, 150, 200, 250, 300), []
        for size in sizes:
            ledger = at_size(SAMPLES[0], (size / 200) ** 3)
            ledger["settings"] = dict(ledger.get("settings", {}), parameters={"N": str(size)})
            path = pathlib.Path(self.folder) / f"size{size}.json"
            path.write_text(json.dumps(ledger))
            options += ["--models", str(path)]
        page = page_of(SAMPLES[0], self.folder, *options)
        check_without_inline_code(self, page)
        section = tree_of(page).find(".//section[@id='models']")
        captions = [each.text for each in section.iter("figcaption")]
        self.assertTrue(any("T_p on 2 threads along N" in each and "N^3" in each for each in captions), captions)
        for figure in section.iter("figure"):
            rows = [[float(each.attrib["value"]) for each in row.iter("data")] for row in figure.findall(".//tbody/tr")]
            for row in rows:
                self.assertEqual(len(row), 2)
                self.assertAlmostEqual(row[0], row[1], delta=0.02 * row[0])

    def test_what_does_not_go_with_html_is_refused(self):
        path = pathlib.Path(self.folder) / "ledger.json"
        path.write_text(json.dumps(SAMPLES[0]))
        for options in (["--by", "function"], ["--top", "3"], ["--at", "x.c:1"], ["--notes"]):
            done = subprocess.run([TARE, "report", str(path), "--format", "html", *options], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, done.stdout[:200])
            self.assertIn("tare report", done.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv.pop(1), folder], check=True)
        for k in range(20):
            SAMPLES.append(json.loads((pathlib.Path(folder) / f"ledger{k}.json").read_text()))
    unittest.main()


if __name__ == "__main__":
    main()
