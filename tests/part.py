# SPDX-License-Identifier: Apache-2.0
"""One of several parts of a test that is long: `--part 2/7` among its arguments. Each takes every 7th,
so that all parts together are the whole test, which is what it is without."""
import sys
import unittest


def part_of(items):
    """The items of the part that the command line asks for; the option is taken from it."""
    items = list(items)
    if "--part" not in sys.argv:
        return items
    at = sys.argv.index("--part")
    number, _, count = sys.argv[at + 1].partition("/")
    del sys.argv[at:at + 2]
    return items[int(number) - 1::int(count)]


def run_unittests():
    """Those of the main program, or a part of them; ends with their status."""
    if "--part" not in sys.argv:
        unittest.main(verbosity=2)
    cases = []
    suites = [unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])]
    for suite in suites:
        for each in suite:
            (suites if isinstance(each, unittest.TestSuite) else cases).append(each)
    suite = unittest.TestSuite(part_of(sorted(cases, key=lambda case: case.id())))
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
