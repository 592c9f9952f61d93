#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare model --operations` from the outside, with primitives of a made machine: a compiler that makes a
program which prints times at once, and says that one loop has vector instructions.
"""
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import unittest

import jsonschema

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
TARE = str(PREFIX / "bin" / "tare")
LOOPS = (PREFIX / "share/tare/primitives/loops.c").read_text()
SCHEMA = json.loads(pathlib.Path(
    os.environ["TARE_SOURCE_DIR"], "docs/schema/tare.operation-model-1.schema.json").read_text())
# One size as the other, so that no memory is slow. A scalar loop takes three times as long.
TIMES = {"scale": 0.5, "scalar_scale": 1.5, "change": 0.5, "scalar_change": 1.5, "dot": 2, "sum": 1, "exponential": 10}
COMPILER = """#!/bin/sh
[ "$1" = --version ] && {{ echo "made-up 1.0"; exit 0; }}
case " $* " in *" -c "*) echo "k.c:2:3: optimized: loop vectorized using 16 byte vectors" >&2; exit 0;; esac
while [ "$1" != -o ]; do shift; done
cat >"$2" <<'PROGRAM'
#!/bin/sh
threads=$1; shift
for bytes; do
{lines}
done
PROGRAM
chmod +x "$2"
"""
SOURCE = """void scale(long n, double *out, const double *a) {
  for (long i = 0; i < n; ++i)
    out[i] = 3 * a[i];
}
void again(long n, double *out, const double *a) {
  for (long i = 0; i < n; ++i)
    out[i] = 3 * a[i];
}
double open_end(double *a) {
  double s = 0;
  while (a[0] > s)
    s += 1;
  return s;
}
double dot(long n, const double *a, const double *b) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}
"""


def loop_names():
    for kind, name in re.findall(r"^ +(ROW|STREAM_ROWS|SHORT_ROWS)\((\w+)", LOOPS, re.M):
        yield from {"ROW": [name], "STREAM_ROWS": [name, "scalar_" + name],
                    "SHORT_ROWS": ["sums_of_" + name, "streams_of_" + name]}[kind]


def time_of(name):
    """A stream is as long as its operations, so that a sum of costs fits."""
    if name.startswith("sums_of"):
        return TIMES["sum"]
    if name.startswith("streams_of"):
        return TIMES["scale"]
    return TIMES.get(name, 1)


class OperationModel(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.compiler = self.folder / "made-up"
        lines = "\n".join(f'echo "{name} $bytes $threads {time_of(name)} {time_of(name)} {time_of(name)}"'
                          for name in loop_names())
        self.compiler.write_text(COMPILER.format(lines=lines))
        self.compiler.chmod(0o755)
        (self.folder / "k.c").write_text(SOURCE)

    def tare(self, *arguments, status=0):
        done = subprocess.run([TARE, *map(str, arguments)], capture_output=True, text=True,
                              cwd=self.folder,
                              env=dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"),
                                       TARE_ARCHIVE=str(self.folder / "archive.db")))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr

    def calibrate(self, *arguments):
        return self.tare("calibrate", "--primitives", "--compiler", self.compiler, "--threads", "1,2",
                         *arguments)

    def model(self, *arguments, status=0):
        return self.tare("model", "--operations", "k.c", "--compiler", self.compiler, *arguments,
                         status=status)

    def predicted(self, *arguments):
        said = json.loads(self.model("--format", "json", *arguments))
        jsonschema.Draft202012Validator(SCHEMA).validate(said)
        return said

    def seconds(self, *arguments):
        """Three digits: other loops move a time a little that is like a measured one."""
        times = [point["nodes"][0]["time"]["time_s"] for point in self.predicted(*arguments)["points"]]
        return [float(f"{time:.3g}") for time in times]

    def test_operations_times_their_costs(self):
        self.calibrate()
        alone = ("--function", "scale")
        self.assertEqual(self.seconds(*alone, "--param", "n=1000000,3000000"), [5e-4, 1.5e-3])
        self.assertEqual(self.seconds("--function", "again", "--param", "n=1000000"), [1.5e-3])
        self.assertEqual(self.seconds(*alone, "--param", "n=1000000", "--threads", "1,2"), [5e-4, 5e-4])
        self.assertEqual(self.seconds("--function", "dot", "--param", "n=1000000"), [2e-3])
        self.assertIn("chain of a sum (s)", self.model("--function", "dot", "--param", "n=1000000"))
        text = self.model(*alone, "--param", "n=1000000")
        self.assertTrue(text.startswith("scale is predicted to take 500 us at n=1000000 with 1 thread"),
                        text)
        self.assertIn("made-up 1.0 -O2", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        every = self.predicted("--param", "n=1000")["points"][0]
        self.assertEqual([node["function"] for node in every["nodes"]], ["scale", "again", "dot"])
        self.assertEqual(every["without_time"][0]["symbols"], ["trips(k.c:11)"])

    def test_what_is_missing_is_named_with_what_to_do(self):
        missing = self.model("--param", "n=5", status=2)
        self.assertIn("were not measured with 1 threads", missing)
        self.assertIn("tare calibrate --primitives --compiler", missing)
        self.calibrate()
        self.assertIn("no value is known for n", self.model("--function", "scale", status=2))
        self.assertIn("--param n=NUMBER", self.model("--function", "scale", status=2))
        self.assertIn("'trips(k.c:11)=NUMBER'", self.model("--function", "open_end", status=2))
        self.model("--function", "open_end", "--param", "trips(k.c:11)=7/3")
        self.assertIn("name one of scale, again, open_end, dot", self.model("--function", "no", status=2))
        self.assertIn("no count depends on m", self.model("--param", "m=5", status=2))
        self.assertIn("not measured with 1,3 threads",
                      self.model("--param", "n=5", "--threads", "3", status=2))
        self.assertIn("'-O7'", self.model("--param", "n=5", "--cflags", "-O7", status=2)
                      .replace(f"'{self.compiler} -O7'", "'-O7'"))
        for wrong in (["--param", "n=x"], ["--bytes", "x=-1"], ["--archive", "usual"],
                      ["--rescale", "n=5:1s"]):
            self.assertIn("tare", self.model(*wrong, status=2))
        self.assertIn("no such file", self.tare("model", "--operations", "none.c", status=2))

    def test_one_measured_time_scales_the_model(self):
        self.calibrate()
        asked = ("--function", "scale", "--param", "n=3000000", "--rescale")
        self.assertEqual(self.seconds(*asked, "n=1000000:1ms"), [3e-3])
        said = self.predicted(*asked, "n=1000000:1ms:2")["rescaled"]
        self.assertAlmostEqual(said["factor"], 2, delta=0.002)
        self.assertEqual(said["threads"], 2)
        self.assertIn("Rescaled", self.model(*asked, "n=1000000:1ms"))
        for wrong in ("n=5", "1ms", "n=5:1parsec", "n:1ms", "n=5:-1ms"):
            self.assertIn("--rescale wants", self.model(*asked, wrong, status=2))
        self.assertIn("--threads 7", self.model(*asked, "n=5:1ms:7", status=2))

    def test_another_machine_is_predicted_by_what_the_archive_has(self):
        kept = self.folder / "shared.db"
        self.calibrate("--archive", kept)
        host = socket.gethostname()
        listed = self.tare("archive", "primitives", "--archive", kept)
        self.assertIn(host, listed)
        self.assertIn("made-up 1.0", listed)
        asked = ("--function", "scale", "--param", "n=1000000", "--machine")
        self.assertEqual(self.seconds(*asked, host, "--archive", kept), [5e-4])
        self.assertEqual(self.predicted(*asked, host, "--archive", kept)["machine"], host)
        self.assertIn("has no primitives of the machine 'moon'",
                      self.model(*asked, "moon", "--archive", kept, status=2))
        self.assertIn("it has 'made-up 1.0 -O2' with 1,2 threads",
                      self.model(*asked, host, "--archive", kept, "--cflags", "-O9", status=2))
        printed = self.folder / "p.json"
        printed.write_text(self.calibrate("--json"))
        self.assertIn("kept, made-up 1.0 -O2", self.tare("archive", "add", printed))
        self.assertEqual(self.seconds(*asked, host), [5e-4])
        self.tare("archive", "export", "all.txt")
        self.tare("archive", "import", "all.txt", "--archive", self.folder / "third.db")
        self.assertEqual(self.seconds(*asked, host, "--archive", self.folder / "third.db"), [5e-4])


if __name__ == "__main__":
    unittest.main(verbosity=2)
