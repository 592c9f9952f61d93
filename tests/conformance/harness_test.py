# SPDX-License-Identifier: Apache-2.0
"""Whether the harness sees what it is there to see: a construct that lost its probes, one that is
missing, a unit that fell back, a head that cannot be understood."""
import pathlib
import sys
import tempfile
import unittest

from cases import BadCase, Case, Treatment, find_cases, read_case
from expected import Expected
from nodes import UnreadableLine, check_treatments, read_nodes

TABLE = """x.c (gcc)
  declares [declare reduction]  2 times
  function main  /a b/x.c:3
    parallel [parallel for reduction(+ : s[0:3])]  /a b/x.c:5  measured
      for [for reduction(+ : s[0:3])]  /a b/x.c:5  measured
        critical [critical(one)]  /a b/x.c:7  left alone: no room for it
      loop  /a b/x.c:8  measured
    parallel [parallel]  /a b/x.c:9  outside: not split (opaque: tasks)
      for [for]  /a b/x.c:10  measured
    spin  /a b/x.c:12  measured
y.c (gcc), not measured: it cannot be read
"""


def expectation(*treatments):
    return Case(pathlib.Path("x.c"), "group", treatments=list(treatments))


class Nodes(unittest.TestCase):
    def setUp(self):
        self.constructs, self.fallbacks = read_nodes(TABLE)

    def test_a_split_form_counts_once_and_loops_do_not(self):
        self.assertEqual([c.directive.split("(")[0] for c in self.constructs],
                         ["parallel for reduction", "critical", "parallel", "for", "spin"])

    def test_fallbacks_are_seen(self):
        self.assertEqual(self.fallbacks, ["it cannot be read"])

    def test_reasons_are_kept(self):
        self.assertEqual(self.constructs[1].reason, "no room for it")

    def test_a_line_that_is_not_understood_is_no_construct_less(self):
        with self.assertRaises(UnreadableLine):
            read_nodes("x.c (gcc)\n  parallel [parallel] without a place\n")


class Treatments(unittest.TestCase):
    def problems(self, *treatments):
        return check_treatments(expectation(*treatments), "gcc", read_nodes(TABLE)[0])

    def test_as_expected(self):
        self.assertEqual(self.problems(Treatment("parallel for", "measured", count=1),
                                       Treatment("parallel", "outside", count=1),
                                       Treatment("critical(one", "left-alone"),
                                       Treatment("spin", "measured", "gcc")), [])

    def test_lost_probes(self):
        self.assertEqual(len(self.problems(Treatment("critical", "measured"))), 1)

    def test_missing(self):
        self.assertEqual(len(self.problems(Treatment("single", "measured"))), 1)

    def test_one_of_two(self):
        self.assertEqual(len(self.problems(Treatment("parallel for", "measured", count=2))), 1)

    def test_names_end_where_clauses_begin(self):
        table = read_nodes("x.c (gcc)\n  other [target update to(a)]  x.c:1  left alone: no\n"
                           "  atomic [atomic update]  x.c:2  counted\n")[0]
        expected = expectation(Treatment("target", "absent"), Treatment("atomic", "counted"),
                               Treatment("target update", "left-alone"))
        self.assertEqual(check_treatments(expected, "gcc", table), [])

    def test_one_that_should_not_be_there(self):
        self.assertEqual(len(self.problems(Treatment("spin", "absent"))), 1)

    def test_the_other_compiler(self):
        self.assertEqual(self.problems(Treatment("single", "measured", "clang")), [])


class Records(unittest.TestCase):
    def test_only_what_is_always_the_same_is_recorded(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "expected.json"
            Expected(file).record({"a": {("1\n", "")}, "b": {("1\n", "bad\n")},
                                   "c": {("1\n", ""), ("2\n", "")}, "d": set()})
            known = Expected(file)
            self.assertEqual([known.of(name) for name in "abcd"],
                             [("1\n", ""), ("1\n", "bad\n"), None, None])
            known.record({"a": {("1\n", ""), ("2\n", "")}, "c": {("2\n", "")}})
            self.assertEqual([Expected(file).of(name) for name in "abc"],
                             [None, ("1\n", "bad\n"), ("2\n", "")])


class Heads(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.c"
            path.write_text(text)
            return read_case(path, "group")

    def test_keys(self):
        case = self.read("// tare: threads: 3 5\n// tare: exit: 4\n"
                         "// tare: env: OMP_A=1 B=2\n// tare: treatment: gcc for simd measured 2\n"
                         "// tare: plain-fails: both not yet\n// tare: stdin: a\\nb\n")
        self.assertEqual((case.threads, case.exit, case.env, case.stdin),
                         ([3, 5], 4, {"OMP_A": "1", "B": "2"}, "a\nb"))
        self.assertEqual(case.treatments, [Treatment("for simd", "measured", "gcc", 2)])
        self.assertEqual(case.plain_fails, {"gcc": "not yet", "clang": "not yet"})

    def test_mistakes_are_told(self):
        for line in ("treatment: for measurd", "no-such-key: 1", "threads: many", "skip: icc why",
                     "plain-fails: gcc"):
            with self.assertRaises(BadCase, msg=line):
                self.read(f"// tare: {line}\n")

    def test_every_program_has_a_head_that_can_be_read(self):
        self.assertGreater(len(find_cases()), 150)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
