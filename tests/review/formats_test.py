#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The machine-readable forms of a review: tare.diff/1 against its schema, SARIF 2.1.0 and GitLab's
code quality report against the rules of their specifications, markdown against what could break it."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

import jsonschema

SCHEMA = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "docs/schema/tare.diff-1.schema.json")
WRITER = sys.argv.pop(1)
NAMES = ("grown", "shrunk", "same", "few", "slower")


class Forms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        subprocess.run([WRITER, cls.scratch.name], check=True)

    def read(self, name, form):
        return pathlib.Path(self.scratch.name, f"{name}.{form}").read_text(encoding="utf-8")

    def load(self, name, form):
        return json.loads(self.read(name, form))

    def test_json_obeys_its_schema(self):
        schema = json.loads(SCHEMA.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for name in NAMES:
            review = self.load(name, "json")
            validator.validate(review)
            for key in review:
                self.assertFalse(validator.is_valid({k: v for k, v in review.items() if k != key}))

    def test_json_says_what_changed(self):
        changes = self.load("grown", "json")["tables"][0]["changes"]
        reported = [change for change in changes if change["reported"]]
        self.assertEqual(len(reported), 2)
        self.assertNotIn("construct", reported[0])
        self.assertEqual(reported[1]["construct"]["head"]["line"], 37)
        self.assertEqual(reported[1]["construct"]["base"]["line"], 30)
        self.assertAlmostEqual(reported[1]["share"], 0.1, delta=0.01)

    def test_sarif(self):
        """Sections 3.13 (log), 3.14 (run), 3.19 (component), 3.27 (result), 3.29-3.30 (places),
        3.20 (invocation), 3.58 (notification) of the standard."""
        for name in NAMES:
            log = self.load(name, "sarif")
            self.assertEqual(log["version"], "2.1.0")
            self.assertTrue(urllib.parse.urlparse(log["$schema"]).scheme)
            self.assertLessEqual(set(log), {"$schema", "version", "runs"})
            self.assertEqual(len(log["runs"]), 1)
            self.check_run(log["runs"][0])
        self.assertEqual(len(self.results("grown")), 1)  # it says of which gate it is, too
        for name in ("shrunk", "same"):
            self.assertEqual(self.results(name), [])

    def results(self, name):
        return self.load(name, "sarif")["runs"][0]["results"]

    def check_run(self, run):
        self.assertLessEqual(set(run), {"tool", "results", "columnKind", "invocations"})
        self.assertIn(run["columnKind"], ("utf16CodeUnits", "unicodeCodePoints"))
        driver = run["tool"]["driver"]
        self.assertTrue(driver["name"])
        rules = driver["rules"]
        self.assertEqual(len({rule["id"] for rule in rules}), len(rules))
        for rule in rules:
            self.assertTrue(rule["shortDescription"]["text"])
        for invocation in run["invocations"]:
            self.assertIsInstance(invocation["executionSuccessful"], bool)
            for note in invocation["toolExecutionNotifications"]:
                self.assertIn(note["level"], ("none", "note", "warning", "error"))
                self.assertTrue(note["message"]["text"])
        for result in run["results"]:
            self.check_result(result, rules)

    def check_result(self, result, rules):
        self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
        self.assertIn(result["level"], ("none", "note", "warning", "error"))
        self.assertIn(result.get("kind", "fail"), ("pass", "open", "informational",
                                                   "notApplicable", "review", "fail"))
        if result.get("kind", "fail") != "fail":  # 3.27.10
            self.assertEqual(result["level"], "none")
        self.assertTrue(result["message"]["text"])
        self.assertEqual(len(result["locations"]), 1)  # GitHub refuses a file with a result without one
        for key, value in result["partialFingerprints"].items():
            self.assertRegex(key, r"^[A-Za-z]+/v[0-9]+$")
            self.assertIsInstance(value, str)
        for location in result.get("locations", []):
            physical = location["physicalLocation"]
            uri = physical["artifactLocation"]["uri"]
            self.assertRegex(uri, r"^[A-Za-z0-9._~/:%-]+$")  # RFC 3986: no blank, no bare %
            self.assertFalse(re.search(r"%(?![0-9a-fA-F]{2})", uri))
            self.assertEqual("uriBaseId" in physical["artifactLocation"],
                             not uri.startswith("file:"))
            self.assertGreaterEqual(physical["region"]["startLine"], 1)
            self.assertGreaterEqual(physical["region"].get("startColumn", 1), 1)

    def test_sarif_names_the_file_and_the_gate(self):
        run = self.load("grown", "sarif")["runs"][0]
        place = run["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(urllib.parse.unquote(place["artifactLocation"]["uri"]), "src dir/x.c")
        self.assertEqual(place["region"], {"startLine": 37, "startColumn": 3})
        self.assertEqual(run["results"][0]["level"], "error")  # its gate failed
        self.assertIn("fails the gate any > 5%", run["results"][0]["message"]["text"])
        notes = self.load("few", "sarif")["runs"][0]["invocations"][0]["toolExecutionNotifications"]
        self.assertTrue(any("open" in note["message"]["text"] for note in notes))

    def test_sarif_has_a_result_for_a_gate_without_a_place(self):
        result, = self.results("slower")
        self.assertEqual((result["ruleId"], result["kind"], result["level"]),
                         ("gate", "fail", "error"))
        physical = result["locations"][0]["physicalLocation"]  # at the first construct
        self.assertEqual(physical["artifactLocation"]["uri"], "x.c")
        self.assertIn("gate time > 5%: failed. T_p, p = 2:", result["message"]["text"])
        result, = self.results("few")
        self.assertEqual((result["ruleId"], result["kind"], result["level"]),
                         ("gate", "open", "none"))

    def test_gitlab_has_an_entry_for_a_gate_without_a_place(self):
        for name, severity in (("slower", "blocker"), ("few", "info")):
            entry, = self.load(name, "gitlab")
            self.assertEqual((entry["check_name"], entry["severity"]), ("gate", severity))
            self.assertEqual(entry["location"]["path"], "x.c")  # of the first construct
        self.assertIn("gate time > 5%: failed", self.load("slower", "gitlab")[0]["description"])
        grown, = self.load("grown", "gitlab")
        self.assertEqual(grown["severity"], "blocker")
        self.assertIn("fails the gate any > 5%", grown["description"])

    def test_gitlab(self):
        for name in NAMES:
            entries = self.load(name, "gitlab")
            self.assertIsInstance(entries, list)
            for entry in entries:
                self.assertEqual(set(entry), {"description", "check_name", "fingerprint",
                                              "severity", "location"})
                self.assertIn(entry["severity"], ("info", "minor", "major", "critical", "blocker"))
                self.assertFalse(entry["location"]["path"].startswith(("/", "./")))
                self.assertGreaterEqual(entry["location"]["lines"]["begin"], 1)
            prints = [entry["fingerprint"] for entry in entries]
            self.assertEqual(len(set(prints)), len(prints))
        self.assertEqual(len(self.load("grown", "gitlab")), 1)
        self.assertEqual(self.load("same", "gitlab"), [])

    def test_markdown_tables_are_whole_and_nothing_foreign_is_markup(self):
        for name in NAMES:
            text = self.read(name, "md")
            rows = [line for line in text.splitlines() if line.startswith("|")]
            self.assertTrue(rows)
            for row in rows:
                self.assertEqual(len(re.findall(r"(?<!\\)\|", row)), 7, row)
            self.assertNotIn("<b>", text)
            self.assertNotIn("@someone", text)
            self.assertNotIn("\x1b", text)
            self.assertNotRegex(text, r"(?<!\\)`")
            for line in text.splitlines():  # a table needs an empty line in front
                self.assertEqual(line, line.rstrip())
            self.assertRegex(text, r"\n\n\| overhead ")

    def test_markdown_renders(self):
        try:
            import markdown
        except ImportError:
            self.skipTest("python3-markdown is not installed")
        page = markdown.markdown(self.read("grown", "md"), extensions=["tables"])
        self.assertIn("<table>", page)
        self.assertIn("<h3>", page)


unittest.main()
