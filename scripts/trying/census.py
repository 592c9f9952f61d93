# SPDX-License-Identifier: Apache-2.0
"""What became of every construct: the node tables in everything that a build has left."""
import collections
import json
import pathlib
import re
import subprocess

MAGIC = b'{"tare_nodes":'
TREATMENTS = ("not a construct", "measured", "counted", "outside", "left alone",
              "left out by the plan")
PROFILE_LIMIT = 60  # seconds for the tool that checks one
CODE = ("function", "declarations", "basic block", "loop", "if", "else", "call", "return", "root")


class Census:
    """Constructs by what was done with them, the reasons, and units that were not instrumented."""

    def __init__(self):
        self.units = 0
        self.seen = collections.Counter()  # by treatment
        self.kinds = collections.Counter()  # (kind, treatment)
        self.reasons = collections.Counter()  # (treatment, kind, reason)
        self.fallbacks = []  # (unit, reason)

    def add(self, table):
        self.units += 1
        if table.get("fallback"):
            self.fallbacks.append((table.get("unit", "?"), table.get("fallback_reason", "")))
        for node in table.get("nodes", []):
            self.add_node(node)

    def add_node(self, node):
        if node["k"] in CODE and not node.get("t") and not node.get("r"):
            return
        treatment = TREATMENTS[node.get("t", 0)]
        self.seen[treatment] += 1
        self.kinds[node["k"], treatment] += 1
        if node.get("r"):
            self.reasons[treatment, node["k"], re.sub(r"\bline \d+", "line N", node["r"])] += 1
        elif treatment in ("left alone", "not a construct"):
            self.reasons[treatment, node["k"], "NO REASON GIVEN"] += 1

    def json(self):
        return {"units": self.units, "seen": sum(self.seen.values()), **dict(self.seen),
                "kinds": [[*key, count] for key, count in sorted(self.kinds.items())],
                "reasons": [[*key, count] for key, count in self.reasons.most_common()],
                "fallbacks": self.fallbacks}


def merged(censuses):
    """The sum of several censuses that json() gave."""
    total = Census()
    for one in censuses:
        total.units += one["units"]
        for treatment in TREATMENTS:
            total.seen[treatment] += one.get(treatment, 0)
        for *key, count in one["kinds"]:
            total.kinds[tuple(key)] += count
        for *key, count in one["reasons"]:
            total.reasons[tuple(key)] += count
        total.fallbacks += one["fallbacks"]
    total.seen = collections.Counter({key: count for key, count in total.seen.items() if count})
    return total.json()


def tables_in(path):
    """The node tables in a file, as text. No NUL can stand in one, so the next NUL ends it."""
    data = path.read_bytes()
    at = data.find(MAGIC)
    while at >= 0:
        end = data.find(b"\0", at)
        yield data[at:end if end >= 0 else len(data)].decode("utf-8", "replace")
        at = data.find(MAGIC, at + 1)


def built_files(folder, globs):
    if globs:
        return sorted({path for glob in globs for path in folder.glob(glob) if path.is_file()})
    return sorted(path for path in folder.rglob("*")
                  if path.is_file() and not path.is_symlink() and is_built(path))


def is_built(path):
    with path.open("rb") as file:
        start = file.read(8)
    return start[:4] == b"\x7fELF" or start == b"!<arch>\n"


def take_census(folder, globs):
    """Every distinct table once: an object and the program that it went into hold the same."""
    census, known = Census(), set()
    for path in built_files(folder, globs):
        for text in tables_in(path):
            table, end = json.JSONDecoder().raw_decode(text)
            if text[:end] not in known:
                known.add(text[:end])
                census.add(table)
    return census.json()


def check_profiles(tool, results):
    """What `tool` says of the profiles below a folder: how many, and the findings with counts."""
    profiles = sorted(pathlib.Path(results).rglob("profile.tare"))
    findings = collections.Counter()
    for profile in profiles if tool else []:
        try:
            done = subprocess.run([tool, "0", str(profile)], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, check=False,
                                  timeout=PROFILE_LIMIT)
        except subprocess.TimeoutExpired:
            findings[f"not checked within {PROFILE_LIMIT} s"] += 1
            continue
        if done.returncode:
            findings[done.stderr.strip().replace(str(profile), "the profile") or "crash"] += 1
            continue
        for finding in json.loads(done.stdout)["status"]:
            findings[finding.lower().replace("_", " ")] += 1
    return {"profiles": len(profiles), "findings": [list(one) for one in findings.most_common()]}
