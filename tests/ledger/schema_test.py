#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the writer writes obeys docs/schema, and the schema refuses what it should."""
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

SCHEMA = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "docs/schema/tare.overheads-1.schema.json")
WRITER = sys.argv.pop(1)
OPTIONAL = ("speedup_limit", "advice", "tuples", "tuples_s", "hashes", "settings",
            "register_probe_s", "iterations", "iteration_variable", "over_time", "lock", "work",
            "function", "predicted_s", "set_up_s", "executions_ratio", "in_serial_code",
             "not_on_one_thread", "atomics", "atomics_at", "atomics_called", "atomics_there", "nested_team", "lack_of_tasks_s", "region", "idle_s", "source_root", "foreign_regions", "other_threads_s", "asleep_s",
             "ranges_differ", "deviation_s")


class Schema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        schema = json.loads(SCHEMA.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        cls.validator = jsonschema.Draft202012Validator(schema)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([WRITER, folder], check=True)
            paths = sorted(pathlib.Path(folder).glob("*.json"))
            cls.texts = [path.read_text() for path in paths]
        cls.ledgers = [json.loads(text) for text in cls.texts]

    def test_writer_obeys(self):
        self.assertEqual(len(self.ledgers), 20)
        for ledger in self.ledgers:
            self.validator.validate(ledger)

    def test_keys_are_sorted_and_text_ends_in_newline(self):
        for text, ledger in zip(self.texts, self.ledgers):
            keys = list(ledger)
            self.assertEqual(keys, sorted(keys))
            self.assertTrue(text.endswith("}\n"))

    def test_every_required_key_is_held(self):
        ledger = self.ledgers[0]
        for path in ([], ["machine"], ["coverage"], ["tables", 0], ["tables", 0, "own_cost"],
                     ["tables", 0, "overheads", 0], ["tables", 1, "constructs", 0],
                     ["tables", 1, "advice", 0]):
            place = ledger
            for key in path:
                place = place[key]
            for key in place:
                if key in OPTIONAL:
                    continue
                broken = copy.deepcopy(ledger)
                inner = broken
                for step in path:
                    inner = inner[step]
                del inner[key]
                self.assertFalse(self.validator.is_valid(broken), f"{path} without {key}")

    def test_values_of_tuples_stand_on_one_line(self):
        lines = [line for line in self.texts[0].splitlines() if '"tuples_s"' in line]
        self.assertTrue(lines)
        for line in lines:
            self.assertRegex(line, r'"tuples_s": \[[-0-9.e]+(, [-0-9.e]+)*\]')

    def test_other_schema_is_refused(self):
        broken = dict(self.ledgers[0], schema="tare.overheads/2")
        self.assertFalse(self.validator.is_valid(broken))


unittest.main()
