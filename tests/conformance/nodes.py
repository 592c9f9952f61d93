# SPDX-License-Identifier: Apache-2.0
"""What `tare nodes` says of a program: constructs with their treatment, units that fell back."""
import collections
import re

LINE = re.compile(r"(?P<indent> +)(?P<kind>[a-z_]+)(?: \[(?P<directive>.*)\])?"
                  r".*?  (?P<place>\S.*?:\d+)(?: \(included at \S.*?:\d+\))?"
                  r"(?:  (?P<treatment>measured|counted|outside|left alone)(?P<rest>.*))?$")
DECLARES = re.compile(r" +declares \[.*\]  \d+ times?$")  # nothing to measure in them
FALLBACK = re.compile(r"\S.*, not measured: (.*)$")
PLAIN_KINDS = {"root", "function", "declarations", "basic_block", "loop", "if", "else", "call",
               "return", "statement"}
# Words that go on with a directive's name where others begin a clause.
NAME_WORDS = {"parallel", "for", "simd", "sections", "section", "loop", "master", "masked",
              "taskloop", "teams", "distribute", "target", "taskgroup", "task"}
DATA_WORDS = {"data", "enter", "exit", "update"}  # after target
Construct = collections.namedtuple("Construct", "directive place treatment reason depth kind")


class UnreadableLine(Exception):
    pass


def read_nodes(text):
    """(constructs, reasons of units that were not measured). A split form counts once."""
    constructs, fallbacks, above = [], [], {}
    for line in text.splitlines():
        if not line.startswith(" "):
            found = FALLBACK.match(line)
            fallbacks += [found.group(1)] if found else []
            above = {}
            continue
        if DECLARES.match(line):
            continue
        found = LINE.match(line)
        if not found:
            raise UnreadableLine(line)
        if found.group("directive") is None and found.group("kind") in PLAIN_KINDS:
            continue
        construct = Construct(found.group("directive") or found.group("kind"), found.group("place"),
                              (found.group("treatment") or "none").replace(" ", "-"),
                              (found.group("rest") or "").lstrip(": "), len(found.group("indent")),
                              found.group("kind"))
        parent = above.get(construct.depth - 2)
        above[construct.depth] = construct
        if not parent or not is_half_of(construct, parent):
            constructs.append(construct)
    return constructs, fallbacks


def is_called(construct, name):
    """Whether that is the name of its directive, whatever its clauses; with a parenthesis in it,
    whether it begins so."""
    if "(" in name:
        return construct.directive.startswith(name)
    rest = construct.directive[len(name):]
    if not construct.directive.startswith(name) or (rest and rest[0] not in " ("):
        return False
    following = NAME_WORDS | DATA_WORDS if name == "target" else NAME_WORDS
    return not rest.strip() or re.match(r"\W*(\w*)", rest).group(1) not in following


def is_half_of(construct, parent):
    """Whether it is the worksharing half of a combined form that was split."""
    return (parent.kind == "parallel" and construct.place == parent.place and
            parent.directive.startswith("parallel " + construct.kind))


def check_treatments(case, compiler, constructs):
    """Sentences about what is not as the head of the program says."""
    problems = []
    for expected in case.treatments:
        if expected.compiler not in ("", compiler):
            continue
        found = [c for c in constructs if is_called(c, expected.directive)]
        if expected.treatment == "absent":
            problems += [f"[{c.directive}] at {c.place} should not be in the table" for c in found]
            continue
        wrong = [c for c in found if c.treatment != expected.treatment]
        problems += [f"[{c.directive}] at {c.place} is {c.treatment} ({c.reason}), not "
                     f"{expected.treatment}" for c in wrong]
        if not found or (expected.count and len(found) != expected.count):
            problems.append(f"{len(found)} [{expected.directive}] in the table, "
                            f"expected {expected.count or 'some'}")
    return problems
