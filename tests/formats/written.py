#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every document that Tare writes carries its name and version, from the one list of them; the schemas in
docs/schema hold what is said there; and no stable document loses a field.

`written.py --fields` prints the fields of all schemas, as fields-1.0.txt has those of version 1.0."""
import json
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ("analyzer", "driver", "instrumenter", "base")
LIST = ROOT / "base/formats/formats.h"
# JSON of other tools' formats, and values inside of other documents.
OTHERS = {
    "extraPRows", "benchmarksRows", "actionRows", "googleDocumentRows",  # driver/archive/written_formats.cpp
    "speedscopeRows", "traceRows"    ,                                     # analyzer/report/exports
    "primitivesKeyRows", "keyRows",                                      # columns of the archive
}


def sources():
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in (".cpp", ".h") and path.parent.name != "formats" and "json" not in path.parts:
                yield path, path.read_text(encoding="utf-8")


def fields_of(schema):
    """Every field of a schema: its place, its types, and whether it is always there."""
    def resolved(node):
        while "$ref" in node:
            place, node = node["$ref"], schema
            for key in place.removeprefix("#/").split("/"):
                node = node[key]
        return node

    def walk(place, node, above):
        name, node = node.get("$ref"), resolved(node)
        if name in above:
            return
        above = (*above, name) if name else above
        for key, inner in node.get("properties", {}).items():
            at = f"{place}.{key}".lstrip(".")
            kind = resolved(inner).get("type", "string" if {"const", "enum"} & set(resolved(inner)) else "any")
            always = "always" if key in node.get("required", ()) else "absent"
            yield f"{at} {kind if isinstance(kind, str) else '|'.join(kind)} {always}"
            yield from walk(at, inner, above)
        for key, mark in (("items", "[]"), ("additionalProperties", "{}")):
            if isinstance(node.get(key), dict):
                yield from walk(place + mark, node[key], above)
        for choice in ("oneOf", "anyOf", "allOf"):
            for each in node.get(choice, ()):
                yield from walk(place, each, above)
    return sorted(set(walk("", schema, ())))


def all_fields():
    for path in sorted((ROOT / "docs/schema").glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        for field in fields_of(schema):
            yield f"{schema['title'].split(' ')[0]} {field}"


class Written(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.texts = dict(sources())
        rows = re.findall(r"DocumentFormat (\w+)\{\"([^\"]+)\", \"[^\"]+\"(?:,\s*(\d+),\s*(\d+))?", LIST.read_text())
        cls.formats = {constant: (name, int(version or 1)) for constant, name, version, _ in rows}

    def test_the_list_is_read(self):
        self.assertGreater(len(self.formats), 25)
        self.assertEqual(self.formats["profile"], ("profile", 9))

    def test_every_format_is_written_by_somebody(self):
        all_text = "\n".join(self.texts.values())
        for constant in self.formats:
            self.assertTrue(re.search(rf"formats::{constant}\b", all_text), constant)

    def test_no_version_stands_anywhere_else(self):
        for path, text in self.texts.items():
            text = re.sub(r"//.*", "", text)
            for found in re.findall(r"tare\.[a-z_-]+/\d+", text):
                if "options" in path.parts:  # the help
                    self.assertIn(found, {f"{name}/{version}" for name, version in self.formats.values()})
                    continue
                self.fail(f"{path.relative_to(ROOT)}: {found}: name it by base/formats/formats.h")

    def test_what_is_written_as_json_has_a_schema(self):
        rows = set()
        for path, text in self.texts.items():
            for call in re.findall(r"json::write\((.*?)\);", text, re.S):
                rows.add((path, re.findall(r"\b\w*(?:Fields|Rows|rows)\b", call)[-1]))
        self.assertGreater(len(rows), 25)
        functions = {}
        for text in self.texts.values():
            for name, body in re.findall(r"(?:void|auto) (\w+)(?:\(.*?\) | = \[.*?\]\(.*?\) )\{(.*?)\n *\}", text, re.S):
                functions.setdefault(name, []).append(body)

        def has_schema(name, seen=()):
            bodies = functions.get(name, [])
            return any("io.schema(formats::" in body or any(
                has_schema(inner, (*seen, name)) for inner in re.findall(r"\b(\w+Fields)\(io, ", body)
                if inner not in seen) for body in bodies)
        for path, name in sorted(rows):
            if name == "rows":  # defined where it is used
                self.assertTrue("io.schema(formats::" in self.texts[path], str(path))
            elif name not in OTHERS:
                self.assertTrue(has_schema(name), f"{path.relative_to(ROOT)}: {name} writes no schema and version")

    def test_schemas_are_of_their_version(self):
        versions = dict(self.formats.values())
        for path in sorted((ROOT / "docs/schema").glob("*.json")):
            schema = json.loads(path.read_text(encoding="utf-8"))
            name, version = re.fullmatch(r"(.+)-(\d+)\.schema\.json", path.name).groups()
            with self.subTest(path.name):
                self.assertEqual(versions[name], int(version))
                self.assertEqual(schema["title"].split(" ")[0], f"{name}/{version}")
                text = json.dumps(schema)
                self.assertTrue(f'"schema": {{"const": "{name}/{version}"' in text)
                self.assertTrue("schema" in schema.get("required", ()) or "maxProperties" in schema)  # a line of many

    def test_stable_fields_stay(self):
        """A field of version 1.0 is still there, of the same type; what was always there still is."""
        promised = (pathlib.Path(__file__).parent / "fields-1.0.txt").read_text(encoding="utf-8").splitlines()
        self.assertGreater(len(promised), 700)
        versions = {f"{name}/{version}" for name, version in self.formats.values()}
        now = set(all_fields())
        gone = [line for line in promised if line.split(" ")[0] in versions and line not in now
                and not (line.endswith(" absent") and line[:-6] + "always" in now)]
        self.assertEqual(gone, [], "it needs a new version of its document")


if __name__ == "__main__":
    if "--fields" in sys.argv:
        print("\n".join(all_fields()))
    else:
        unittest.main()
