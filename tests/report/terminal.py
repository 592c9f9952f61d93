#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare report` in terminals of several widths and two locales: bars beside the rows from 100 columns on.

Usage: terminal.py WRITE_SAMPLE_LEDGERS
"""
import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
WRITER = sys.argv.pop(1)
BLOCKS, SHADES, NUMBER_SIGNS = re.compile("[▏▎▍▌▋▊▉█]+$"), re.compile("▒+$"), re.compile("#+[.]?$")
NARROW, WIDE = (60, 80), (100, 120)


def in_terminal(columns, locale, *command):
    """What a command prints into a terminal of so many columns, as lines; its status may be 6."""
    reader, writer = pty.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = dict(os.environ, LC_ALL=locale, NO_COLOR="1", TERM="xterm")
    started = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.DEVNULL,
                               env=environment)
    os.close(writer)
    printed = b""
    while True:
        try:
            some = os.read(reader, 65536)
        except OSError:  # the last writer has gone
            break
        if not some:
            break
        printed += some
    os.close(reader)
    assert started.wait() in (0, 6)
    return printed.decode("utf-8").replace("\r\n", "\n").rstrip("\n").split("\n")


class Terminal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([WRITER, cls.folder.name], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def report(self, columns, locale="C.UTF-8", sample=0):
        return in_terminal(columns, locale, TARE, "report", f"{self.folder.name}/ledger{sample}.json")

    def test_bars_from_100_columns_on(self):
        for columns in NARROW:
            self.assertFalse(any(BLOCKS.search(line) for line in self.report(columns)))
        for columns in WIDE:
            (row,) = [line for line in self.report(columns) if " load imbalance " in line]
            self.assertEqual(len(BLOCKS.search(row).group(0)), columns // 5 - 2)  # the largest
            self.assertEqual(len(row), columns)

    def test_a_gain_is_drawn_apart(self):
        for columns in WIDE:
            drawn = 0
            for sample in range(8):
                for line in self.report(columns, sample=sample):
                    if SHADES.search(line):
                        drawn += 1
                        self.assertRegex(line, r"^ *-[0-9.]*[1-9]")
                    elif BLOCKS.search(line):
                        self.assertRegex(line, r"^ *[0-9.]*[1-9]")
            self.assertGreater(drawn, 0)

    def test_an_ascii_locale_gets_ascii(self):
        for columns in NARROW + WIDE:
            wide, plain = self.report(columns), self.report(columns, "C")
            self.assertTrue("\n".join(plain).isascii())
            self.assertEqual(len(wide), len(plain))
            drawn = [line for line in plain if NUMBER_SIGNS.search(line)]
            self.assertEqual(bool(drawn), columns in WIDE)
            for line in plain:
                self.assertLessEqual(len(line), columns)

    def test_never_more_lines_and_never_wider(self):
        for sample in range(8):
            lines = {columns: self.report(columns, sample=sample) for columns in NARROW + WIDE}
            for columns, each in lines.items():
                rows = [line for line in each if not line.startswith("Results: ")]
                self.assertLessEqual(max(map(len, rows)), columns)
            self.assertLessEqual(len(lines[100]), len(lines[80]))
            self.assertLessEqual(len(lines[120]), len(lines[100]))

    def test_without_a_terminal_there_is_none(self):
        done = subprocess.run([TARE, "report", f"{self.folder.name}/ledger0.json"], capture_output=True, text=True,
                              env=dict(os.environ, LC_ALL="C.UTF-8"))
        self.assertIn("load imbalance", done.stdout)
        self.assertFalse(any(BLOCKS.search(line) for line in done.stdout.split("\n")))


if __name__ == "__main__":
    unittest.main()
