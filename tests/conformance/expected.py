# SPDX-License-Identifier: Apache-2.0
"""What every program prints when it is built without Tare: expected.json, held against the plain
programs by `run.py --plain`, and against the instrumented ones by all other runs."""
import json
import pathlib

from cases import COMPILERS

FILE = pathlib.Path(__file__).with_name("expected.json")


class Expected:
    """program -> what it prints, or {"gcc": .., "4": .., "gcc 4": ..} where compilers or numbers of
    threads differ. What it prints is stdout, or [stdout, stderr]."""

    def __init__(self):
        self.known = json.loads(FILE.read_text()) if FILE.exists() else {}

    def of(self, program, compiler, threads):
        """(stdout, stderr), or None: nothing is recorded."""
        said = self.known.get(program)
        if isinstance(said, dict):
            keys = (f"{compiler} {threads}", compiler, str(threads))
            said = next((said[key] for key in keys if key in said), None)
        return (said, "") if isinstance(said, str) else said and tuple(said)

    def record(self, tried):
        """Writes anew what was tried, program -> {(compiler, threads): (stdout, stderr)}."""
        for program, found in tried.items():
            said = {key: out if not err else [out, err] for key, (out, err) in found.items()}
            one = {compiler for compiler, _ in said} != set(COMPILERS)
            self.known[program] = self._with(program, found, said) if one else shortest(said)
        FILE.write_text(json.dumps(self.known, indent=0, sort_keys=True, ensure_ascii=False) + "\n")

    def _with(self, program, found, said):
        """Of one compiler only: what is known of the others is kept."""
        if all(self.of(program, *key) == said for key, said in found.items()):
            return self.known[program]
        known = self.known.get(program, {})
        known = known if isinstance(known, dict) else dict.fromkeys(COMPILERS, known)
        return {**known, **{f"{compiler} {threads}": text
                            for (compiler, threads), text in said.items()}}


def shortest(said):
    """By compiler and number of threads, only if it differs between them."""
    for name in (lambda key: "", lambda key: str(key[1]), lambda key: key[0],
                 lambda key: f"{key[0]} {key[1]}"):
        entry = {}
        if all(entry.setdefault(name(key), text) == text for key, text in said.items()):
            return entry.get("", entry)
    raise AssertionError("a compiler and a number of threads name one run")
