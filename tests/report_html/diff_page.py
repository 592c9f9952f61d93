#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare diff --format html`: the figures of the JSON, the words of the text, nothing but text from foreign text, and
the same policy as the report page.

Usage: diff_page.py WRITE_SAMPLE_REVIEWS
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from pages import HOSTILE, add_sources, check_policy, check_without_inline_code, tree_of

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
WRITER = sys.argv.pop(1)
VERSIONS = ("grown", "slightly", "nothing", "shrunk", "same", "few", "slower")
PREDICTIONS = ("forecast", "missed")
LARGEST_PAGE = 1_500_000  # bytes, of 500 constructs
MOST_NODES = 15_000
GATES = ("--fail-on", "load_imbalance > 5%", "--fail-on", "any > 5%")


def value_in(cell):
    return float(cell.find(".//data").attrib["value"])


def words(text):
    return " ".join("".join(text.split("±")).split())


class DiffPage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        subprocess.run([WRITER, self.folder], check=True)

    def diff(self, base, head, form, *options):
        done = subprocess.run([TARE, "diff", f"{base}.json", f"{head}.json", "--format", form, *options],
                              capture_output=True, text=True, cwd=self.folder)
        self.assertIn(done.returncode, (0, 1, 5, 6), done.stderr)
        return done.stdout, done.returncode

    def page(self, name, *options):
        return self.diff(f"{name}.base", f"{name}.head", "html", *options)[0]

    def document(self, name, *options):
        return json.loads(self.diff(f"{name}.base", f"{name}.head", "json", *options)[0])

    def near(self, shown, said, what):
        self.assertAlmostEqual(shown, said, delta=2e-9 + 1e-6 * abs(said), msg=what)

    def test_well_formed_with_the_policy_and_the_same_each_time(self):
        for name in VERSIONS + PREDICTIONS:
            page = self.page(name, *GATES)
            check_without_inline_code(self, page)
            check_policy(self, page)
            self.assertEqual(page, self.page(name, *GATES))
        back, _ = self.diff("missed.head", "missed.base", "html")
        check_without_inline_code(self, back)

    def test_the_status_is_that_of_the_text(self):
        for name in VERSIONS + PREDICTIONS:
            status = {form: self.diff(f"{name}.base", f"{name}.head", form, *GATES)[1] for form in ("html", "text")}
            self.assertEqual(status["html"], status["text"], name)

    def test_the_verdict_has_the_words_of_the_text(self):
        for name in VERSIONS + PREDICTIONS:
            text, _ = self.diff(f"{name}.base", f"{name}.head", "text", *GATES)
            header = tree_of(self.page(name, *GATES)).find(".//header")
            verdicts = [each.text for each in header.findall("p[@class='verdict']")]
            self.assertTrue(verdicts)
            for verdict in verdicts:
                self.assertIn(words(verdict), words(text))

    def rows(self, section, kind="tbody"):
        return [] if section is None else section.findall(f".//{kind}/tr")

    def check_difference(self, cells, change, whole_s, what):
        numbers = [cell for cell in cells if cell.find("data") is not None]
        self.assertEqual(len(numbers), 4, what)
        for cell, said in zip(numbers, (change["base_s"], change["head_s"], change["change_s"],
                                        change["change_s"] / whole_s)):
            self.near(value_in(cell), said, what)

    def test_what_moved_is_what_the_json_reports(self):
        for name in VERSIONS:
            document, root = self.document(name), tree_of(self.page(name))
            (table,) = document["tables"]
            whole_s = table["parallel_time"]["base_s"]
            reported = sorted((each for each in table["changes"] if each["reported"]), key=lambda each: -abs(each["share"]))
            moved = self.rows(root.find(".//section[@id='moved']"))
            places = self.rows(root.find(".//section[@id='places']"))
            for rows, changes in ((moved, [each for each in reported if "construct" not in each]),
                                  (places, [each for each in reported if "construct" in each])):
                self.assertEqual(len(rows), len(changes), name)
                for row, change in zip(rows, changes):
                    self.check_difference(row.findall("td"), change, whole_s, (name, change["category"]))
                    said = row.findall("td")[-1].text
                    self.assertEqual(said, "grew: a loss" if change["change_s"] > 0 else "shrank: a gain")
                    half = (change["high_s"] - change["low_s"]) / 2 / whole_s
                    self.assertIn(f"± {100 * half:.1f}", [cell.text for cell in row.findall("td")])
            for row, change in zip(places, (each for each in reported if "construct" in each)):
                shown = ["".join(row.find(kind).itertext()) for kind in ("th", "td")]
                for text, side in zip(shown, ("head", "base")):
                    site = change["construct"].get(side)
                    if site:
                        self.assertEqual(text, f"{site['file']}:{site['line']}")
            foot = self.rows(root.find(".//section[@id='moved']"), "tfoot")
            for row, key in zip(foot, ("serial_time", "parallel_time", "total_overhead"), strict=True):
                self.check_difference(row.findall("td"), table[key], whole_s, (name, key))
        self.assertTrue(self.rows(tree_of(self.page("grown")).find(".//section[@id='places']")))
        self.assertTrue(self.rows(tree_of(self.page("shrunk")).find(".//section[@id='moved']")))

    def test_nothing_is_left_out(self):
        for name in VERSIONS:
            root = tree_of(self.page(name))
            shown = sum(len(self.rows(root.find(f".//section[@id='{part}']"))) for part in ("moved", "places", "still"))
            changes = self.document(name)["tables"][0]["changes"]
            self.assertEqual(shown, sum(1 for each in changes if each["base_s"] or each["head_s"]), name)

    def test_both_waterfalls_add_up_on_one_scale(self):
        for name in VERSIONS + PREDICTIONS:
            (table,) = self.document(name)["tables"]
            rows = self.rows(tree_of(self.page(name)).find(".//section[@id='pair']"))
            for side, cell in (("base_s", 0), ("head_s", 2)):
                values = [value_in(row.findall("td")[cell]) for row in rows]
                self.near(values[0], table["serial_time"][side] / table["threads"], name)
                self.near(values[-1], table["parallel_time"][side], name)
                self.assertAlmostEqual(sum(values[:-1]), values[-1], delta=0.003 * abs(values[-1]), msg=name)
                said = [each[side] for each in table["changes"] if "construct" not in each]
                for row, value in list(zip(rows, values))[1:-1]:
                    if not row.find("th").text.startswith(("other (", "in no row")):
                        self.assertTrue(any(abs(value - each) < 2e-9 for each in said), (name, value))

    def test_a_prediction_is_told_inside_or_outside(self):
        for name, worst in (("forecast", "inside"), ("missed", "outside")):
            document, root = self.document(name), tree_of(self.page(name))
            section = root.find(".//section[@id='held']")
            held = [row.findall("td")[-1].text for row in self.rows(section)]
            self.assertEqual(held[1], document["tables"][0]["held"])
            self.assertIn(worst, held)
            self.assertIsNone(root.find(".//section[@id='moved']"))
        self.assertIsNotNone(tree_of(self.diff("missed.head", "missed.base", "html")[0]).find(".//section[@id='moved']"))

    def test_failed_gates_come_first_and_are_in_the_header(self):
        document, root = self.document("grown", *GATES), tree_of(self.page("grown", *GATES))
        rows = self.rows(root.find(".//section[@id='gates']"))
        self.assertEqual([row.find("td").text for row in rows], ["failed", "passed"])
        said = {gate["gate"]: gate["reason"] for gate in document["gates"]}
        for row in rows:
            self.assertEqual(row.findall("td")[1].text, said[row.find("th/code").text])
        loud = [each.text for each in root.findall(".//header/p[@class='loud']")]
        self.assertEqual(len(loud), 1)
        self.assertTrue(loud[0].startswith("Gate any > 5%: failed."))

    def with_sources(self, name, texts=("old", "new")):
        """The two sides with sources of their own, below folders named like their texts."""
        for side, words in zip(("base", "head"), texts):
            path = self.folder / f"{name}.{side}.json"
            ledger = json.loads(path.read_text())
            add_sources(ledger, self.folder / words, words)
            path.write_text(json.dumps(ledger))
        return ["--source-root", str(self.folder / texts[1]), "--base-source-root", str(self.folder / texts[0])]

    def test_sources_of_both_sides_have_what_moved_in_their_margin(self):
        page = self.page("grown", *self.with_sources("grown"))
        check_without_inline_code(self, page)
        root = tree_of(page)
        section = root.find(".//section[@id='source']")
        self.assertFalse(list(root.iter("img")) + section.findall(".//b/b"))
        (table,) = self.document("grown")["tables"]
        for side, words, letter in (("base", "old", "b"), ("head", "new", "h")):
            moved = {}
            for change in table["changes"]:
                site = change.get("construct", {}).get(side)
                if change["reported"] and site:
                    key = site["file"], site["line"]
                    moved[key] = moved.get(key, 0) + change["change_s"] / table["parallel_time"]["base_s"]
            self.assertTrue(moved)
            shown = {}
            for figure in section.iter("figure"):
                title = figure.find("figcaption").text
                if title.startswith(side.upper() + ": "):
                    text = "".join(figure.itertext())
                    self.assertIn(f"{words} += a", text)
                    for line in figure.iter("span"):
                        if "id" in line.attrib:
                            self.assertTrue(line.attrib["id"].startswith(letter))
                            at = title.split(": ", 1)[1], int(line.attrib["id"].split("-")[1])
                            shown[at] = value_in(line)
            self.assertEqual({at for at, share in shown.items() if share}, set(moved))
            for at, share in moved.items():
                self.near(shown[at], share, at)
        for row in self.rows(root.find(".//section[@id='places']")):
            links = [each.attrib["href"][1] for each in row.iter("a")]
            self.assertEqual(links, ["h", "b"] if row.find("td").text is None else ["h"])
        rows = {row.attrib["id"] for row in self.rows(root.find(".//section[@id='places']"))}
        back = {each.attrib["href"][1:] for each in section.iter("a")}
        self.assertTrue(back and back <= rows)

    def test_equal_text_is_shown_once(self):
        options = self.with_sources("grown", ("sum", "sum"))
        head = json.loads((self.folder / "grown.head.json").read_text())
        base = json.loads((self.folder / "grown.base.json").read_text())
        base["sources"] = head["sources"]
        (self.folder / "grown.base.json").write_text(json.dumps(base))
        root = tree_of(self.page("grown", *options))
        section = root.find(".//section[@id='source']")
        titles = [each.text for each in section.iter("figcaption")]
        self.assertTrue(titles and all(each.startswith("BASE and HEAD, whose text is the same: ") for each in titles))
        links = {each.attrib["href"][1] for each in root.find(".//section[@id='places']").iter("a")}
        self.assertEqual(links, {"h"})

    def test_what_is_not_shown_says_why_and_what_to_do(self):
        options = self.with_sources("grown")
        for file in (self.folder / "old").rglob("*.c"):
            file.write_text(file.read_text() + "// later")
        page = self.page("grown", *options)
        self.assertIn("new += a", page)
        self.assertNotIn("old += a", page)
        self.assertIn("The source has changed since the build; --base-source-root DIR names a folder with that version", page)
        self.assertIn("HEAD: not shown: --no-source leaves them out", self.page("grown", "--no-source"))
        self.assertIn("BASE: not shown: not recorded", self.page("shrunk"))
        for wrong in (["--source-root", "nowhere", "--format", "html"], ["--base-source-root", str(self.folder)],
                      ["--no-source", "--source-root", str(self.folder), "--format", "html"], ["--no-source"]):
            done = subprocess.run([TARE, "diff", "grown.base.json", "grown.head.json", *wrong], capture_output=True,
                                  text=True, cwd=self.folder)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)

    def test_a_question_about_head_is_suggested_where_there_are_runs(self):
        self.assertNotIn("tare whatif", self.page("grown"))
        results = self.folder / "it's"
        results.mkdir()
        (self.folder / "grown.head.json").rename(results / "ledger.json")
        done = subprocess.run([TARE, "diff", "grown.base.json", results, "--format", "html"], capture_output=True,
                              text=True, cwd=self.folder)
        codes = [each.text for each in tree_of(done.stdout).findall(".//header//code")]
        self.assertEqual(len(codes), 2, done.stderr)
        self.assertTrue(codes[0].startswith("tare whatif ") and "it" in codes[0])

    def with_texts(self, ledger, change):
        """Foreign strings changed alike on both sides; what names a kind of thing stays."""
        for table in ledger["tables"]:
            for construct in table["constructs"]:
                for key in ("file", "function", "directive"):
                    if key in construct:
                        construct[key] = change(construct[key])
        ledger["program"] = change(ledger["program"])
        return ledger

    def test_foreign_text_adds_no_element(self):
        count = {}
        for kind, change in (("harmless", lambda text: "x" * len(text)), ("hostile", lambda text: HOSTILE + text)):
            for side in ("base", "head"):
                ledger = json.loads((self.folder / f"grown.{side}.json").read_text())
                (self.folder / f"{kind}.{side}.json").write_text(json.dumps(self.with_texts(ledger, change)))
            root = tree_of(self.page(kind, "--fail-on", "any > 5%"))
            count[kind] = sum(1 for _ in root.iter())
            self.assertFalse(list(root.iter("img")))
        self.assertEqual(count["hostile"], count["harmless"])

    def test_five_hundred_constructs_fit(self):
        for side in ("base", "head"):
            ledger = json.loads((self.folder / f"grown.{side}.json").read_text())
            (table,) = ledger["tables"]
            first = table["constructs"][1]
            table["constructs"] = [dict(first, id=f"{first['id']}{k}", line=11 * k + 1) for k in range(500)]
            (self.folder / f"many.{side}.json").write_text(json.dumps(ledger))
        page = self.page("many", *self.with_sources("many"))
        self.assertIn("Left out, since the page has as many lines as it may", page)
        self.assertLess(len(page.encode()), LARGEST_PAGE)
        self.assertLess(sum(1 for _ in tree_of(page).iter()), MOST_NODES)


if __name__ == "__main__":
    unittest.main()
