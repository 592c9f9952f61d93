#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare archive pages`: the site of an archive, its links and figures, and what foreign text cannot do.

Usage: pages.py WRITE_SAMPLES [tests]
       pages.py WRITE_SAMPLES --keep   keeps the pages as they are now, in tests/archive/kept_pages
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
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "report_html")]
import sample_tables  # noqa: E402
from pages import HOSTILE, check_policy, tree_of  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
WRITE_SAMPLES = sys.argv.pop(1)
KEPT = HERE / "kept_pages"
KEEP = "--keep" in sys.argv


def hostile_table(sample, text):
    """The sample with foreign strings wherever the pages show one."""
    document = sample_tables.version(sample, 1, 0)
    document["program"] = text
    document["build"] = {"commit": text}
    document["machine"]["host"] = text
    document["settings"]["parameters"] = {text: text}
    return document


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.sample = sample_tables.written_by(WRITE_SAMPLES, self.folder)
        self.archive = self.folder / "archive.db"

    def tare(self, *words, status=0, archive=None, environment=None):
        done = subprocess.run([TARE, "archive", *map(str, words), "--archive", str(archive or self.archive)],
                              capture_output=True, text=True, env={**os.environ, **(environment or {})})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stderr if status else done.stdout

    def add(self, documents, *words, archive=None):
        """All at once: (document, date) each."""
        for date, document in documents:
            path = self.folder / "table.json"
            path.write_text(json.dumps(document), encoding="utf-8")
            self.tare("add", path, "--date", date, *words, archive=archive)

    def versions(self, count=12, step=8):
        return [(f"2026-10-{n + 1:02}", sample_tables.version(self.sample, n, 0.001 * (n * 7 % 5 - 2) + 0.2 * (n >= step)))
                for n in range(count)]

    def site(self, *words, archive=None, name="site", environment=None):
        self.tare("pages", self.folder / name, *words, archive=archive, environment=environment)
        return {str(path.relative_to(self.folder / name)): path.read_text(encoding="utf-8")
                for path in (self.folder / name).rglob("*") if path.is_file()}

    def check_pages(self, site):
        """Well-formed, no code or style in line, links that lead somewhere."""
        for name, text in site.items():
            if not name.endswith(".html"):
                continue
            check_policy(self, text)
            root = tree_of(text)
            ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
            self.assertEqual(len(ids), len(set(ids)), name)
            for element in root.iter():
                self.assertFalse([key for key in element.attrib if key == "style" or key.startswith("on")], name)
                self.assertNotIn("src", element.attrib)
                address = element.attrib.get("href", "#")
                if address.startswith("#"):
                    self.assertTrue(address == "#" or address[1:] in ids, (name, address))
                else:
                    target = os.path.normpath(os.path.join(os.path.dirname(name), urllib.parse.unquote(address)))
                    self.assertIn(target, site, name)

    def test_pages_have_the_figures_of_the_trends(self):
        self.add(self.versions(), "--application", "p")
        self.add([("2026-09-01", sample_tables.sized(self.sample, size, 2)) for size in (2, 3, 4, 6, 8, 12)],
                 "--application", "grown")
        site = self.site()
        self.check_pages(site)
        trends = json.loads(site["p/trend.json"])
        self.assertEqual(trends, json.loads(self.tare("trend", "p", "--json", "-")))
        changes = [row["row"] for setting in trends["settings"] for row in setting["rows"] if len(row["levels"]) > 1]
        page = tree_of(site["p/index.html"])
        self.assertEqual(len(page.findall(".//section[@id='changes']//tbody/tr")), len(changes))
        self.assertGreater(len(changes), 2)
        for number, setting in enumerate(sorted(trends["settings"], key=lambda each: each["threads"])):
            shown = tree_of(site[f"p/rows-{number + 1}.html"])
            (row,) = [row for row in setting["rows"] if row["row"] == "T_p"]
            (part,) = [each for each in shown.iter("article") if each.find("h3").text == "Run time, T_p"]
            said = [float(each.attrib["value"]) for each in part.iter("data")]
            for value, point in zip(reversed(said), row["points"], strict=True):
                self.assertAlmostEqual(value, point["value_s"], delta=2e-9)
        growth = "".join(tree_of(site["grown/index.html"]).find(".//section[@id='growth']").itertext())
        self.assertIn("grows as N^2", growth)
        best = "".join(tree_of(site["grown/index.html"]).find(".//section[@id='best']").itertext())
        self.assertLess(best.index("N=8"), best.index("N=12"))

    def test_equal_archives_are_equal_bytes(self):
        tables = self.versions(4)
        self.add(tables, "--application", "p")
        self.add(reversed(tables), "--application", "p", archive=self.folder / "other.db")
        self.assertEqual(self.site(), self.site(archive=self.folder / "other.db", name="other"))

    def test_bytes_do_not_depend_on_time_zone_and_language(self):
        self.add(self.versions(4), "--application", "p")
        there = {"TZ": "Asia/Tokyo", "LC_ALL": "C", "LANGUAGE": "de", "COLUMNS": "40"}
        self.assertEqual(self.site(), self.site(name="there", environment=there))

    def test_pages_are_those_that_were_kept(self):
        """Of the site's own views; pages of single tables are the report page. A tag a line, no style and script."""
        self.add(self.versions(5, 3), "--application", "p")
        self.add([("2026-09-01", sample_tables.sized(self.sample, size, 2)) for size in (2, 3, 4, 6, 8, 12)],
                 "--application", "grown")
        site = self.site()
        for name in ("index.html", "p/index.html", "p/rows-1.html", "grown/index.html"):
            text = re.sub(r"(<(style|script)>).*?(</\2>)", r"\1\3", site[name], flags=re.S)
            text = re.sub(r"-src 'sha256-[^']*'", "", text)
            text = "\n".join(line for line in re.sub(r"(?=<)", "\n", text).split("\n") if line.strip()) + "\n"
            kept = KEPT / name.replace("/", "+")
            if KEEP:
                KEPT.mkdir(exist_ok=True)
                kept.write_text(text, encoding="utf-8")
            self.maxDiff = 4000
            self.assertEqual(text, kept.read_text(encoding="utf-8"), f"{name}: if this is meant, pages.py --keep keeps it")

    def test_foreign_text_adds_no_element(self):
        counts = {}
        for kind, text in (("harmless", "x" * 30), ("hostile", HOSTILE)):
            archive = self.folder / f"{kind}.db"
            self.add([("2026-10-01", hostile_table(self.sample, text)), ("2026-10-02", hostile_table(self.sample, text))],
                     "--version", text, archive=archive)
            self.tare("describe", text, text, archive=archive)
            site = self.site(archive=archive, name=kind)
            self.check_pages(site)
            counts[kind] = sorted(sum(1 for _ in tree_of(page).iter()) for name, page in site.items()
                                  if name.endswith(".html"))
            self.assertFalse([each for page in site for each in page if each in "<>\"' "])
        self.assertEqual(counts["harmless"], counts["hostile"])

    def test_what_is_gone_is_removed_and_what_is_not_ours_stays(self):
        self.add(self.versions(3), "--application", "p")
        self.add([("2026-10-01", sample_tables.version(self.sample, 77, 0))], "--application", "UPPER <case>")
        before = self.site()
        own = self.folder / "site" / "CNAME"
        own.write_text("example.org\n", encoding="utf-8")
        self.assertIn("0 written, 0 removed", self.tare("pages", self.folder / "site"))
        self.tare("forget", "p")
        after = self.site()
        self.assertEqual([name for name in after if name.startswith("p/")], [])
        self.assertTrue(own.exists())
        self.assertFalse((self.folder / "site" / "p").exists())
        self.assertTrue([name for name in before if name.startswith("uppercase~")])
        self.assertEqual(sum("/run-" in name for name in self.site("--tables", "0", name="few")), 0)
        self.assertIn("no application 'none'", self.tare("pages", self.folder / "new", "--application", "none", status=2))
        foreign = self.folder / "home"
        foreign.mkdir()
        (foreign / "thesis.txt").write_text("all of it", encoding="utf-8")
        self.assertIn("no site of Tare", self.tare("pages", foreign, status=2))
        (self.folder / "site" / "tare-pages.txt").write_text("../archive.db\nCNAME/../../x\n", encoding="utf-8")
        self.site()
        self.assertTrue(self.archive.exists() and own.exists())


if __name__ == "__main__":
    if KEEP:
        sys.argv[sys.argv.index("--keep")] = "Pages.test_pages_are_those_that_were_kept"
    unittest.main()
