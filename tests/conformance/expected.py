# SPDX-License-Identifier: Apache-2.0
"""What programs print when they are built without Tare: expected.json, held against the plain
programs by `run.py --plain`, and against the instrumented ones by all other runs. A program that
prints something else with another compiler, number of threads or core, or the next time, is not in
it: it is built and run plain wherever it is tried."""
import json
import pathlib

FILE = pathlib.Path(__file__).with_name("expected.json")


class Expected:
    """program -> what it prints: stdout, or [stdout, stderr]."""

    def __init__(self, file=FILE):
        self.file = file
        self.known = json.loads(file.read_text()) if file.exists() else {}

    def of(self, program):
        """(stdout, stderr), or None: nothing is recorded."""
        said = self.known.get(program)
        return (said, "") if isinstance(said, str) else said and tuple(said)

    def record(self, tried):
        """Writes anew what was tried: program -> {(stdout, stderr), ...} of all its plain runs."""
        for program, said in tried.items():
            self.known.pop(program, None)
            if len(said) == 1:
                out, err = next(iter(said))
                self.known[program] = [out, err] if err else out
        self.file.write_text(json.dumps(self.known, indent=0, sort_keys=True, ensure_ascii=False)
                             + "\n")
