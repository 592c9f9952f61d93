# SPDX-License-Identifier: Apache-2.0
"""Results of a long campaign: one JSON file that is rewritten after every step, so that a campaign
can be stopped at any time and gone on with."""

import json
import pathlib
import time


class Book:
    """What was measured, on disk after every step."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.entries = json.loads(self.path.read_text()) if self.path.exists() else {}

    def save(self):
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(self.entries, indent=1, sort_keys=True) + "\n")
        new.replace(self.path)


class Deadline:
    """Minutes from now; 0: never."""

    def __init__(self, minutes):
        self.at = time.monotonic() + 60 * minutes if minutes else None

    def over(self):
        return self.at is not None and time.monotonic() > self.at
