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
        self.assertEqual(len(self.timelines), 8)
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
        self.assertEqual(len(found), 14)
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
        self.assertIn("The worst of 3 executions that the log has: 177 us", text)
        self.assertIn("The longest wait for one thread: thread 0 waited 61.0 us for thread 2 at fake.c:11: load imbalance", text)
        self.assertIn("61.0 us for thread 2", [each.text for each in section.iter("text")])
        self.assertIn("order not recorded", text)
        figures = section.findall(".//figure")
        self.assertEqual(len(figures), 2)
        for figure in figures:
            span_s = float(re.search(r"Each thread adds up to ([\d.]+) us", "".join(figure.itertext())).group(1)) * 1e-6
            for row in figure.findall(".//tbody/tr"):
                times = [float(each.attrib["value"]) for each in row.iter("data")][:3]
                self.assertAlmostEqual(sum(times), span_s, delta=0.6e-6)  # of three digits

    def test_what_is_said_and_the_table_have_one_sum(self):
        self.put(0)
        for figure in self.section().findall(".//figure"):
            said = re.search(r"3 threads waited (\S+ \S+) for each other", figure.find("figcaption").text).group(1)
            foot = [each.text for each in figure.findall(".//tfoot//data")]
            self.assertEqual(said, foot[1])
            rows = [[float(each.attrib["value"]) for each in row.iter("data")][:3] for row in figure.findall(".//tbody/tr")]
            for column, each in enumerate(figure.findall(".//tfoot//data")):
                self.assertAlmostEqual(float(each.attrib["value"]), sum(row[column] for row in rows), delta=1e-9)

    def tables(self, section):
        """Texts of the cells, by the label of their region."""
        return {each.attrib["aria-label"]: [["".join(cell.itertext()) for cell in row] for row in each.findall(".//tr")]
                for each in section.findall(".//div[@role='region']") if each.find("table") is not None}

    def test_which_rank_waited_for_which_one_is_on_the_page(self):
        self.put(6)
        section = self.section()
        text = "".join(section.itertext())
        self.assertIn("Shown is run 4 of the results (repetition 2) on 3 threads in 3 ranks: of the 5 repetitions "
                      "that count it has the median time.", text)
        self.assertIn("In all the ranks waited 88.0 us for each other", text)
        self.assertIn("The longest wait: rank 1 waited 60.0 us for rank 2 in MPI_Barrier. So did 1 other rank, together "
                      "78.0 us. Meanwhile rank 2 was outside MPI, or in calls that were left out (45.0 us), in MPI_Recv, "
                      "where it waited for rank 0 (10.0 us).", text)
        self.assertIn("Left out: 12 calls", text)
        tables = self.tables(section)
        self.assertEqual(tables["Who waited for whom"][1:], [
            ["rank 1", "rank 2", "1", "60.0 us", "60.0 us"], ["rank 0", "rank 2", "1", "18.0 us", "18.0 us"],
            ["rank 2", "rank 0", "1", "10.0 us", "10.0 us"], ["all of them", "", "3", "88.0 us", "60.0 us"]])
        ranks = tables["What the ranks did"]
        self.assertEqual(ranks[1], ["rank 0", "81.0 us", "60.0 us", "21.0 us", "18.0 us", "10.0 us",
                                    "18.0 us for rank 2 in MPI_Barrier"])
        self.assertEqual(ranks[3][0], "rank 2, thread 1")
        self.assertEqual(ranks[-1][:6], ["all of them", "242 us", "144 us", "98.0 us", "88.0 us", "88.0 us"])
        waits = tables["The largest waits"]
        self.assertEqual(waits[2], ["rank 0", "40.0 us", "10.0 us", "10.0 us", "rank 2, thread 1", "MPI_Recv at heat.c:12",
                                    "outside MPI, or in calls that were left out (10.0 us)"])
        self.assertLess(text.index("MPI_Barrier"), text.index("Threads in regions of rank 0"))
        self.assertIn("No timeline of regions", text)

    def test_arrows_lead_from_who_came_last_to_who_waited(self):
        self.put(6)
        section = self.section()
        closely = section.find(".//details[@id='wait-1']")
        arrows = closely.find(".//path[@class='tl-mark']").attrib["d"]
        shafts = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", arrows)[::2]
        (dot,) = [float(y) + 5 for y in re.findall(r"M[\d.]+ ([\d.]+)", closely.find(".//path[@class='tl-last']").attrib["d"])]
        self.assertEqual({float(y) for _, y, _, _ in shafts}, {dot})
        ends = [int((float(y) - 20) // 30) for _, _, _, y in shafts]  # rows below the numbers, 30 high
        self.assertEqual(sorted(ends), [0, 1])
        self.assertEqual(int((dot - 20) // 30), 2)
        said = [each.text for each in closely.iter("title")]
        self.assertIn("rank 1: waited 60.0 us for rank 2 in MPI_Barrier", said)
        numbers = [each.attrib["href"] for each in section.findall(".//svg/a")]
        self.assertEqual(numbers, ["#wait-1", "#wait-2"])

    def test_a_large_job_fits(self):
        timeline = self.put(7)
        self.assertEqual(sum(len(rank["calls"]) for rank in timeline["job"]["ranks"]), 64 * 62)
        section = self.section()
        self.assertLess(sum(1 for _ in section.iter()), 2 * MOST_NODES)
        self.assertLess(len(ElementTree.tostring(section)), 500_000)
        pairs = self.tables(section)["Who waited for whom"]
        waited = sum(rank["waited_s"] for rank in timeline["job"]["ranks"])
        self.assertEqual(pairs[-2][:2], ["other pairs", str(62 * 63 - 16)])
        self.assertEqual(pairs[-1][3], f"{waited * 1e3:.0f} ms" if waited < 1 else f"{waited:.2f} s")

    def test_regions_of_one_thread_have_no_picture(self):
        timeline = self.put(0)
        for instance in timeline["instances"]:
            instance.update(team=1, rows=instance["rows"][:1])
        (self.results / "timeline.json").write_text(json.dumps(timeline))
        section = self.section()
        self.assertIn("Each region ran on one thread", "".join(section.itertext()))
        self.assertIsNone(section.find(".//svg"))
        timeline["ranks"] = 2
        (self.results / "timeline.json").write_text(json.dumps(timeline))
        self.assertIn("Which rank waited for which one is not drawn: messages of this job were not recorded",
                      "".join(self.section().itertext()))

    def test_what_events_tell_is_on_the_page(self):
        self.put(4)
        section = self.section()
        self.assertEqual(len(section.findall(".//figure//svg/path[@class='tl-task']")), 1)
        self.assertEqual(len(section.findall(".//figure//svg/path[@class='tl-locked']")), 1)
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
            count.append(0)
            for number, foreign in ((0, ("lu", "fake.c")), (6, ("heat.c", "MPI_Barrier", "node1", "exchange"))):
                def changed(text, foreign=foreign):
                    for each in foreign:
                        text = text.replace(json.dumps(each), json.dumps(name))
                    return text
                self.put(number, changed)
                section = self.section()
                count[-1] += sum(1 for each in section.iter() if each.tag not in ("text", "wbr"))
                self.assertFalse(list(section.iter("img")))
        self.assertEqual(*count)

    def test_older_results_say_that_none_was_recorded(self):
        (self.results / "timeline.json").unlink(missing_ok=True)
        self.assertIn("Not recorded", "".join(self.section().itertext()))
        refused = self.report("chrome-trace", status=(2,))
        self.assertIn("there is no timeline beside these results", refused.stderr)
        self.assertEqual(refused.stdout, "")
        self.put(5)
        self.assertIn("No timeline of regions: the program executed no region", "".join(self.section().itertext()))
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
