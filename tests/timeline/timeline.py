#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Timelines obey docs/schema, which knows every row, and are shown on the page and as a Chrome trace.

Usage: timeline.py WRITE_SAMPLE_TIMELINES WRITE_SAMPLE_LEDGERS
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

SCHEMA = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "docs/schema/tare.timeline-1.schema.json")
TIMELINES, LEDGERS = sys.argv.pop(1), sys.argv.pop(1)


class Schema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        schema = json.loads(SCHEMA.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        cls.validator = jsonschema.Draft202012Validator(schema)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([TIMELINES, folder], check=True)
            cls.keys = json.loads(pathlib.Path(folder, "keys").read_text())
            cls.timelines = [json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*.json"))]

    def test_writer_obeys(self):
        self.assertEqual(len(self.timelines), 5)
        for timeline in self.timelines:
            self.validator.validate(timeline)
        self.assertFalse(self.validator.is_valid(dict(self.timelines[0], schema="tare.timeline/2")))

    def objects(self, keys, schema, place=""):
        if "$ref" in schema:
            schema = self.validator.schema["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        if isinstance(keys, list):
            yield from self.objects(keys[0], schema["items"], place + "[]")
        elif isinstance(keys, dict) and "properties" in schema:
            yield keys, schema, place
            for key, value in keys.items():
                yield from self.objects(value, schema["properties"][key.rstrip("?")], f"{place}.{key}")

    def test_schema_knows_every_row_and_which_may_be_missing(self):
        found = list(self.objects(self.keys, self.validator.schema))
        self.assertEqual(len(found), 8)
        for keys, schema, place in found:
            self.assertEqual({key.rstrip("?") for key in keys}, set(schema["properties"]), place)
            self.assertEqual({key for key in keys if not key.endswith("?")}, set(schema["required"]), place)


if __name__ == "__main__":
    unittest.main()
