# SPDX-License-Identifier: Apache-2.0
"""tare calibrate --network with each MPI: measured once, kept, written for others; and what cannot be measured."""
import json
import os
import pathlib
import subprocess

import jsonschema

from support import ENVIRONMENT, PREFIX, OnEachMpi, each_mpi, main

TARE = PREFIX / "bin" / "tare"
SCHEMA = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "docs/schema/tare.network-1.schema.json")


class Network(OnEachMpi):
    def calibrate(self, mpi, *options, launch=None, status=0):
        env = dict(os.environ, **ENVIRONMENT, XDG_CACHE_HOME=str(self.folder / "cache"))
        done = subprocess.run([TARE, "calibrate", "--network", "--launch", launch or f"{mpi.launcher} -n 2",
                               *options], env=env,
                              capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=300)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    @each_mpi
    def test_measured_once_and_kept(self, mpi):
        file = self.folder / "network.json"
        said = self.calibrate(mpi, "--output", str(file)).stdout
        self.assertIn("remote: not measured, all ranks are on one host", said)
        table = json.loads(file.read_text())
        self.assertEqual(table["schema"], "tare.network/1")
        self.assertNotIn("remote", table)
        sizes = [point["bytes"] for point in table["local"]["points"]]
        self.assertEqual((sizes[0], sizes[1], sizes[-1]), (0, 8, 4 << 20))
        self.assertTrue(all(point["transfer_s"] > 0 for point in table["local"]["points"]))
        shared = table["shared_processor"]
        self.assertGreater(shared["turn_s"], 0)
        self.assertLessEqual(shared.get("yield_share", 0), 1)
        self.assertIn("A rank that spins keeps a core that others want for", said)
        again = json.loads(self.calibrate(mpi, "--json").stdout)
        jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(table)
        self.assertEqual(again, table)  # with its time: nothing was measured

    @each_mpi
    def test_what_cannot_be_measured(self, mpi):
        for launch, words in ((f"{mpi.launcher} -n 1", "started no job of two ranks"),
                              (f"{mpi.launcher} -n 2 /bin/true", "holds a program, '/bin/true'"),
                              ("no-such-launcher", "there is no launcher 'no-such-launcher'"),
                              (" ", "--launch is empty")):
            with self.subTest(launch=launch):
                error = self.calibrate(mpi, launch=launch, status=2).stderr
                self.assertIn(words, error)
        self.assertFalse(list(self.folder.glob("cache/tare/scale/*")))


main()
