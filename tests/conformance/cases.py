# SPDX-License-Identifier: Apache-2.0
"""The programs of the conformance tests: where they are, and what their head comments ask for."""
import dataclasses
import os
import pathlib
import re
import shlex
import sys

from parts import PARTS, Part

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG, CLANGXX  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
SUFFIXES = {".c": "c", ".cpp": "c++", ".cc": "c++", ".cxx": "c++", ".C": "c++"}
CROSS = os.environ.get("TARE_TEST_CROSS", "")  # in front of the names: "aarch64-linux-gnu-"
COMPILERS = {"gcc": {"c": f"{CROSS}gcc", "c++": f"{CROSS}g++"},
             "clang": {"c": CROSS + CLANG, "c++": CROSS + CLANGXX}}
TREATMENTS = ("measured", "counted", "outside", "left-alone", "absent")
HEAD = re.compile(r"\s*(?://|/\*)\s*tare:\s*([a-z-]+)\s*:?\s*(.*?)\s*(?:\*/)?\s*$")


class BadCase(Exception):
    """The head of a program cannot be understood."""


@dataclasses.dataclass
class Treatment:
    """What has to become of every construct that is spelled so, with one compiler or with both."""
    directive: str
    treatment: str
    compiler: str = ""
    count: int = 0  # 0: any number but none


@dataclasses.dataclass
class Case:
    path: pathlib.Path
    group: str
    flags: list = dataclasses.field(default_factory=list)
    sources: list = dataclasses.field(default_factory=list)
    parts: list = dataclasses.field(default_factory=list)
    threads: list = dataclasses.field(default_factory=lambda: [1, 2, 4])
    args: list = dataclasses.field(default_factory=list)
    stdin: str = ""
    exit: int = 0
    env: dict = dataclasses.field(default_factory=dict)
    plain_fails: dict = dataclasses.field(default_factory=dict)  # compiler -> reason
    skip: dict = dataclasses.field(default_factory=dict)  # compiler -> reason
    fallback: dict = dataclasses.field(default_factory=dict)  # compiler -> part of the reason
    profiles: int = 1
    says: list = dataclasses.field(default_factory=list)
    status: set = dataclasses.field(default_factory=set)
    treatments: list = dataclasses.field(default_factory=list)

    @property
    def name(self):
        return str(self.path.relative_to(PROGRAMS))

    @property
    def language(self):
        every = {SUFFIXES[source.suffix] for source in self.sources}
        return "c++" if "c++" in every else "c"


def _treatment(text):
    """[gcc|clang] DIRECTIVE TREATMENT [COUNT]"""
    words = text.split()
    compiler = words.pop(0) if words and words[0] in COMPILERS else ""
    count = int(words.pop()) if words and words[-1].isdigit() else 0
    if len(words) < 2 or words[-1] not in TREATMENTS:
        raise BadCase(f"treatment: {text!r}")
    return Treatment(" ".join(words[:-1]), words[-1], compiler, count)


def _per_compiler(case_dict, text):
    """[gcc|clang|both] WORDS"""
    who, _, reason = text.partition(" ")
    if who not in (*COMPILERS, "both") or not reason.strip():
        raise BadCase(f"expected a compiler and a reason: {text!r}")
    for compiler in COMPILERS if who == "both" else [who]:
        case_dict[compiler] = reason.strip()


def _apply(case, key, text):
    if key == "flags":
        case.flags += shlex.split(text)
    elif key == "also":
        case.sources += [case.path.parent / name for name in text.split()]
    elif key in PARTS:
        case.parts.append(Part(key, [case.path.parent / name for name in text.split()]))
    elif key == "threads":
        case.threads = [int(word) for word in text.split()]
    elif key == "args":
        case.args = shlex.split(text)
    elif key == "stdin":
        case.stdin = text.encode().decode("unicode_escape")
    elif key == "exit":
        case.exit = int(text)
    elif key == "env":
        case.env.update(word.split("=", 1) for word in shlex.split(text))
    elif key == "plain-fails":
        _per_compiler(case.plain_fails, text)
    elif key == "skip":
        _per_compiler(case.skip, text)
    elif key == "fallback":
        _per_compiler(case.fallback, text)
    elif key == "profiles":
        case.profiles = int(text)
    elif key == "says":
        case.says.append(text)
    elif key == "status":
        case.status |= set(text.split())
    elif key == "treatment":
        case.treatments.append(_treatment(text))
    else:
        raise BadCase(f"unknown key {key!r}")


def read_case(path, group):
    """The program at `path`; its head is every `// tare: key: value` line before the first code."""
    case = Case(path, group, sources=[path])
    for line in path.read_bytes().decode("utf-8", "replace").splitlines()[:60]:
        found = HEAD.match(line)
        if not found:
            continue
        try:
            _apply(case, found.group(1), found.group(2))
        except ValueError as error:
            raise BadCase(f"{path}: {line.strip()}: {error}") from error
        except BadCase as error:
            raise BadCase(f"{path}: {error}") from error
    return case


def _paths(folder):
    """Every file in the group's folder is a program; a folder in it is one, with a main file."""
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            yield from sorted(p for p in entry.iterdir() if p.stem == "main" and
                              p.suffix in SUFFIXES)
        elif entry.suffix in SUFFIXES:
            yield entry


def find_cases(group="", name_filter=""):
    """The cases of a group, or of all, whose name the regular expression finds."""
    wanted = re.compile(name_filter)
    folders = [PROGRAMS / group] if group else sorted(p for p in PROGRAMS.iterdir() if p.is_dir())
    cases = [read_case(path, folder.name) for folder in folders for path in _paths(folder)]
    return [case for case in cases if wanted.search(case.name)]
