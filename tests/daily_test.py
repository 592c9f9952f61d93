# SPDX-License-Identifier: Apache-2.0
"""daily_test.py BUILD: over all days every test of Tare is run, no day's share is much longer than another's,
and what the table of changed rooms names is there."""
import sys
import unittest

import daily


class Daily(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tests = daily.tests_of(BUILD)
        cls.shares = daily.dealt(cls.tests)

    def test_labels(self):
        for name, test in self.tests.items():
            self.assertIn(test["label"], ("unit", "smoke", "full"), name)

    def test_smoke_is_little(self):
        costs = [test["cost"] for test in self.tests.values() if test["label"] == "smoke"]
        self.assertLessEqual(sum(costs), 120)

    def test_each_test_has_one_share(self):
        full = [name for name, test in self.tests.items()
                if test["label"] == "full" and not test["setup"]
                and not name.startswith(daily.ONLY_FULL)]
        self.assertEqual(sorted(sum(self.shares, [])), sorted(full))
        self.assertLessEqual(daily.SHARES, 7)

    def test_shares_are_alike(self):
        sums = [sum(self.tests[name]["cost"] for name in share) for share in self.shares]
        most = max(test["cost"] for test in self.tests.values())
        self.assertLessEqual(max(sums) - min(sums), most)

    def test_of_changed_rooms(self):
        files = [str(path.relative_to(daily.ROOT)) for path in daily.ROOT.glob("runtime/*.c")]
        chosen = daily.of_changed(self.tests, self.shares, 0, files)
        self.assertTrue(any(name.startswith("runtime.") for name in chosen))
        self.assertTrue(all(name.startswith(daily.BELONGS["runtime"]) for name in chosen))
        self.assertFalse(set(chosen) & set(self.shares[0]))
        self.assertLessEqual(sum(self.tests[name]["cost"] for name in chosen),
                             daily.MOST_OF_CHANGED)
        self.assertEqual(daily.of_changed(self.tests, self.shares, 0, ["README.md"]), [])

    def test_the_table(self):
        for folder, names in daily.BELONGS.items():
            self.assertTrue((daily.ROOT / folder).is_dir(), folder)
            for begin in names:
                self.assertTrue(any(name.startswith(begin) for name in self.tests), begin)
        self.assertEqual(daily.beginnings(["driver/search/price.cpp", "tests/search/e2e.py"]),
                         ("search.",))
        self.assertEqual(daily.beginnings(["driver/weigh.cpp"]), ("driver.", "runner.", "search."))


if __name__ == "__main__":
    BUILD = sys.argv.pop()
    unittest.main()
