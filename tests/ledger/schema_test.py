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
# What the schema asks for, and readers of the tables of earlier versions do not.
EARLIER = {"approximated", "observed_direct_s", "observed_high_s", "observed_low_s", "removed_s",
           "unfounded_s"}


class Schema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        schema = json.loads(SCHEMA.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        cls.validator = jsonschema.Draft202012Validator(schema)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([WRITER, folder], check=True)
            paths = sorted(pathlib.Path(folder).glob("*.json"))
            cls.keys = json.loads(pathlib.Path(folder, "keys").read_text())
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

    def resolved(self, schema):
        while "$ref" in schema:
            schema = self.validator.schema["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def objects(self, keys, schema, place=""):
        """Every object of the writer's rows with its schema and place, from the top on."""
        schema = self.resolved(schema)
        if isinstance(keys, list):
            yield from self.objects(keys[0], schema["items"], place + "[]")
        elif isinstance(keys, dict) and "properties" in schema:
            yield keys, schema, place
            for key, value in keys.items():
                inner = schema["properties"].get(key.rstrip("?"))
                if inner:
                    yield from self.objects(value, inner, f"{place}.{key.rstrip('?')}")

    def test_schema_knows_every_row_and_which_may_be_missing(self):
        found = list(self.objects(self.keys, self.validator.schema))
        self.assertGreater(len(found), 20)
        for keys, schema, place in found:
            self.assertEqual({key.rstrip("?") for key in keys}, set(schema["properties"]), place)
            self.assertEqual({key for key in keys if not key.endswith("?")},
                             set(schema.get("required", ())) - EARLIER, place)

    def test_every_required_key_is_held(self):
        ledger = self.ledgers[0]
        for path in ([], ["machine"], ["coverage"], ["tables", 0], ["tables", 0, "own_cost"],
                     ["tables", 0, "overheads", 0], ["tables", 1, "constructs", 0],
                     ["tables", 1, "advice", 0]):
            place, rows = ledger, self.keys
            for key in path:
                place = place[key]
                rows = rows[0] if isinstance(key, int) else rows.get(key, rows.get(f"{key}?"))
            for key in place:
                if f"{key}?" in rows and key not in EARLIER:
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
