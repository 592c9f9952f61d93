#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Timelines obey docs/schema, which knows every row, and are shown on the page and as a Chrome trace.

Usage: timeline.py WRITE_SAMPLE_TIMELINES WRITE_SAMPLE_LEDGERS
"""
import bisect
import collections
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

import jsonschema

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
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
        self.assertEqual(len(self.timelines), 7)
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
        self.assertEqual(len(found), 12)
        for keys, schema, place in found:
            self.assertEqual({key.rstrip("?") for key in keys}, set(schema["properties"]), place)
            self.assertEqual({key for key in keys if not key.endswith("?")}, set(schema["required"]), place)


def events_of(trace, category):
    return [event for event in trace["traceEvents"] if event.get("cat") == category]


HOSTILE = "\"'></script></title><img src=x onerror=alert(1)><!-- \u202e\u0007"
MOST_NODES = 1500  # of a timeline of 64 threads, tables included


class Results(unittest.TestCase):
    """A folder with a table, and timelines beside it."""
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.made = pathlib.Path(folder.name, "made")
        cls.made.mkdir()
        subprocess.run([TIMELINES, cls.made], check=True)
        cls.results = pathlib.Path(folder.name, "results")
        cls.results.mkdir()
        ledgers = pathlib.Path(folder.name, "ledgers")
        ledgers.mkdir()
        subprocess.run([LEDGERS, ledgers], check=True)
        shutil.copy(ledgers / "ledger0.json", cls.results / "ledger.json")

    def put(self, number, change=lambda text: text):
        """Timelines into the results; returns them as they were read."""
        timeline = json.loads(change((self.made / f"timeline{number}.json").read_text()))
        (self.results / "timeline.json").write_text(json.dumps(timeline))
        return timeline

    def report(self, form, status=(0, 6), results=None):
        done = subprocess.run([TARE, "report", str(results or self.results), "--format", form],
                              capture_output=True, text=True)
        self.assertIn(done.returncode, status, done.stderr)
        return done

    def section(self, results=None):
        page = self.report("html", results=results).stdout
        bare = re.sub(r"(<(style|script)>).*?(</\2>)", r"\1\3", page, flags=re.S)
        root = ElementTree.fromstring(bare.replace("<!DOCTYPE html>", ""))
        for element in root.iter():
            self.assertFalse([name for name in element.attrib if name == "style" or name.startswith("on")])
        return root.find(".//section[@id='timeline']")

    def test_who_waited_for_whom_is_on_the_page(self):
        self.put(0)
        section = self.section()
        text = "".join(section.itertext())
        self.assertIn("The worst of 3 executions: 177 us", text)
        self.assertIn("The longest wait for one thread: thread 0 waited 62.0 us for thread 2 at fake.c:11: load imbalance", text)
        self.assertIn("62.0 us for thread 2", [each.text for each in section.iter("text")])
        self.assertIn("order not recorded", text)
        figures = section.findall(".//figure")
        self.assertEqual(len(figures), 2)
        for figure in figures:
            span_s = float(re.search(r"Each row adds up to ([\d.]+) us", "".join(figure.itertext())).group(1)) * 1e-6
            for row in figure.findall(".//tbody/tr"):
                times = [float(each.attrib["value"]) for each in row.iter("data")][:3]
                self.assertAlmostEqual(sum(times), span_s, delta=0.6e-6)  # of three digits

    def test_what_events_tell_is_on_the_page(self):
        self.put(4)
        section = self.section()
        self.assertEqual(len(section.findall(".//figure/svg/path[@class='tl-task']")), 1)
        self.assertEqual(len(section.findall(".//figure/svg/path[@class='tl-locked']")), 1)
        self.assertIn("a wait for a lock, at its time", "".join(section.itertext()))

    def test_few_nodes_however_many_segments(self):
        for number, segments in ((2, 64 * 6), (3, 4 * 1000)):
            timeline = self.put(number)
            rows = timeline["instances"][0]["rows"]
            self.assertEqual(sum(len(row["segments"]) for row in rows), segments)
            section = self.section()
            self.assertLess(sum(1 for _ in section.iter()), MOST_NODES)
            self.assertLess(sum(1 for _ in section.iter("path")), 40)
            self.assertIn("Left out: ", "".join(section.itertext()))

    def test_foreign_text_adds_no_element(self):
        count = []
        for name in ("x" * 40, HOSTILE):
            self.put(0, lambda text: text.replace('"lu"', json.dumps(name)).replace('"fake.c"', json.dumps(name)))
            section = self.section()
            count.append(sum(1 for _ in section.iter()))
            self.assertFalse(list(section.iter("img")))
        self.assertEqual(*count)

    def test_older_results_say_that_none_was_recorded(self):
        (self.results / "timeline.json").unlink(missing_ok=True)
        self.assertIn("Not recorded", "".join(self.section().itertext()))
        refused = self.report("chrome-trace", status=(2,))
        self.assertIn("there is no timeline beside these results", refused.stderr)
        self.assertEqual(refused.stdout, "")
        self.put(5)
        self.assertIn("the program executed no region", "".join(self.section().itertext()))
        self.assertIn("the program executed no region", self.report("chrome-trace", status=(2,)).stderr)

    def test_a_damaged_timeline_is_told_and_the_page_does_without(self):
        (self.results / "timeline.json").write_text('{"schema": "tare.timeline/1", "threads": -1}')
        done = self.report("html")
        self.assertIn("timeline.json", done.stderr)
        self.assertIn("Not recorded", done.stdout)
        self.assertIn("timeline.json", self.report("chrome-trace", status=(2,)).stderr)

    def test_the_timeline_beside_a_table_is_found(self):
        self.put(0)
        table = self.results / "ledger.json"
        self.assertIn("The worst of 3", "".join(self.section(table).itertext()))

    def test_events_of_a_trace_nest_and_flows_begin_in_slices(self):
        for number in range(5):
            timeline = self.put(number)
            trace = json.loads(self.report("chrome-trace").stdout)
            has_events = number == 4
            self.assertEqual(trace["otherData"]["order_inside_segments"],
                             "tasks and waits for locks recorded" if has_events else "not recorded")
            self.assertEqual([event["ts"] for event in events_of(trace, "lock_wait")], [101.0] if has_events else [])
            self.assertEqual([event["dur"] for event in events_of(trace, "task")], [20.0, 5.0] if has_events else [])
            self.assertEqual("left_out" in trace["otherData"], bool(timeline["left_out"]))
            events = trace["traceEvents"]
            slices = collections.defaultdict(list)
            for event in events:
                self.assertIn(event["ph"], "MXsf")
                if event["ph"] == "X":
                    begin = round(event["ts"] * 1000)
                    slices[event["pid"], event["tid"]].append((begin, begin + round(event["dur"] * 1000), event))
            self.assertEqual({pid for pid, _ in slices}, set(range(1, len(timeline["instances"]) + 1)))
            for of_thread in slices.values():
                self.check_nesting(of_thread)
            self.check_sums(timeline, slices)
            self.check_flows(events, slices)

    def test_calls_of_mpi_are_a_track_for_each_rank_and_flows_say_who_was_late(self):
        timeline = self.put(6)
        trace = json.loads(self.report("chrome-trace").stdout)
        self.assertIn("12 calls", trace["otherData"]["left_out"])
        events = trace["traceEvents"]
        names = {event["tid"]: event["args"]["name"] for event in events if event["name"] == "thread_name"}
        self.assertEqual(names, {0: "rank 0, node1", 1: "rank 1, node2",
                                 2: "rank 2, thread 1 of those in MPI, node1"})
        slices = collections.defaultdict(list)
        for event in events:
            if event["ph"] == "X":
                begin = round(event["ts"] * 1000)
                slices[event["tid"]].append((begin, begin + round(event["dur"] * 1000), event))
        for of_rank in slices.values():
            self.check_nesting(of_rank)
        waits = [event for event in events if event["ph"] == "X" and event["cat"] == "wait"]
        self.assertEqual([(event["tid"], event["name"], event["args"]["waits_for"]) for event in waits],
                         [(0, "MPI_Barrier", "rank 2"), (1, "MPI_Barrier", "rank 2"), (2, "MPI_Recv", "rank 0")])
        self.assertEqual(waits[2]["args"], {"bytes": "800", "construct": "heat.c#main#call#0", "waits_for": "rank 0"})
        flows = {(event["id"], event["ph"]): (event["tid"], event["ts"]) for event in events if event["ph"] in "sf"}
        self.assertEqual(flows, {(1, "s"): (2, 80.0), (1, "f"): (0, 80.0), (2, "s"): (2, 80.0), (2, "f"): (1, 80.0),
                                 (3, "s"): (0, 40.0), (3, "f"): (2, 40.0)})
        self.assertEqual(len(timeline["job"]["ranks"]), 3)

    def check_nesting(self, of_thread):
        around = []
        for begin, end, _ in of_thread:  # a slice stands before those in it
            self.assertLess(begin, end)
            while around and around[-1][1] <= begin:
                around.pop()
            if around:
                self.assertLessEqual(around[-1][0], begin)
                self.assertLessEqual(end, around[-1][1])
            around.append((begin, end))
            self.assertLessEqual(len(around), 2)

    def check_sums(self, timeline, slices):
        """Parts of a thread are as long as the execution, or as what is shown of it."""
        for pid, instance in enumerate(timeline["instances"], 1):
            for row in instance["rows"]:
                parts = sum(end - begin for begin, end, event in slices[pid, row["thread"]]
                            if event["cat"] != "segment")
                self.assertEqual(parts, round(row["segments"][-1]["leave_s"] * 1e9))

    def check_flows(self, events, slices):
        flows = collections.defaultdict(dict)
        for event in events:
            if event["ph"] in "sf":
                self.assertNotIn(event["ph"], flows[event["id"]])
                flows[event["id"]][event["ph"]] = event
        self.assertTrue(flows)
        outers = {track: sorted((begin, end) for begin, end, event in of_thread if event["cat"] == "segment")
                  for track, of_thread in slices.items()}
        for flow in flows.values():
            self.assertLessEqual(flow["s"]["ts"], flow["f"]["ts"])
            for event in flow.values():
                at = round(event["ts"] * 1000)
                outer = outers[event["pid"], event["tid"]]
                begin, end = outer[max(bisect.bisect_right(outer, (at, float("inf"))) - 1, 0)]
                self.assertTrue(begin <= at < end, event)
            self.assertNotEqual(flow["s"]["tid"], flow["f"]["tid"])


if __name__ == "__main__":
    unittest.main()
