# SPDX-License-Identifier: Apache-2.0
"""The list file of scripts/try-programs: JSON -> programs. docs/how-to/try-programs.md has the format."""
import copy
import json
import pathlib
import re

PROGRAM_KEYS = {"name", "folder", "copy", "each", "except", "build", "check", "checks", "clean",
                "env", "timeout", "build_timeout", "census", "threads", "compilers"}
CHECK_KEYS = {"name", "run", "expect", "reject", "status", "compare", "files", "ignore", "timeout"}
COMPARISONS = ("", "stdout", "stderr", "both")


class ListError(Exception):
    """What is wrong with a list file, for people."""


class Check:
    """One command whose outcome says whether the program is right."""

    def __init__(self, fields, program):
        if isinstance(fields, str):
            fields = {"run": fields}
        refuse_unknown(fields, CHECK_KEYS, f"{program.name}: a check")
        self.run = fields.get("run") or fail(f"{program.name}: a check has no 'run'")
        self.name = fields.get("name", "check")
        self.expect = pattern(fields.get("expect"), program)
        self.reject = pattern(fields.get("reject"), program)
        self.ignore = pattern(fields.get("ignore"), program)
        self.compare = fields.get("compare", "")
        self.files = fields.get("files", [])  # compared too
        self.status = fields.get("status", "same" if self.compare else 0)
        self.timeout = fields.get("timeout", program.timeout)
        if self.compare not in COMPARISONS or self.status not in ("any", "same") and not isinstance(
                self.status, int):
            fail(f"{program.name}: 'compare' or 'status' of a check")

    @property
    def compares(self):
        return bool(self.compare or self.files) or self.status == "same"


class Program:
    """A folder of sources, how it is built, and how it is known to be right."""

    def __init__(self, fields, base):
        refuse_unknown(fields, PROGRAM_KEYS, f"program {fields.get('name')}")
        self.name = fields.get("name") or fail("a program has no name")
        self.folder = (base / fields.get("folder", ".")).resolve()
        if not self.folder.is_dir():
            fail(f"{self.name}: there is no folder {self.folder}")
        self.copy = fields.get("copy", [])  # paths or globs in the folder; empty: all of it
        self.build = fields.get("build") or fail(f"{self.name}: no build command")
        self.clean = fields.get("clean", "")
        self.env = {key: str(value) for key, value in fields.get("env", {}).items()}
        self.timeout = fields.get("timeout", 60)
        self.build_timeout = fields.get("build_timeout", 900)
        self.census = fields.get("census", [])  # globs; empty: every ELF file of the build
        self.threads = fields.get("threads")
        self.compilers = fields.get("compilers", ["gcc", "clang"])
        checks = fields.get("checks", [fields["check"]] if "check" in fields else [])
        self.checks = [Check(check, self) for check in checks]


def fail(message):
    raise ListError(message)


def refuse_unknown(fields, known, what):
    if not isinstance(fields, dict):
        fail(f"{what} is not an object")
    unknown = sorted(set(fields) - known)
    if unknown:
        fail(f"{what}: unknown {', '.join(unknown)}")


def pattern(text, program):
    try:
        return re.compile(text, re.MULTILINE) if text else None
    except re.error as error:
        return fail(f"{program.name}: regular expression {text!r}: {error}")


def replaced(value, words):
    """{word} of every string in a value of JSON. Other braces stay: they are the shell's."""
    if isinstance(value, str):
        for word, text in words.items():
            value = value.replace("{" + word + "}", str(text))
        return value
    if isinstance(value, list):
        return [replaced(item, words) for item in value]
    if isinstance(value, dict):
        return {key: replaced(item, words) for key, item in value.items()}
    return value


def expanded(fields, base):
    """`each`: one program for every file that matches, with {file} and {stem} in its fields."""
    if not isinstance(fields, dict) or "each" not in fields:
        return [fields]
    folder = base / fields.get("folder", ".")
    globs = fields["each"] if isinstance(fields["each"], list) else [fields["each"]]
    without = re.compile(fields.get("except") or r"(?!)")
    files = sorted({path for glob in globs for path in folder.glob(glob)})
    programs = []
    for path in files:
        file = path.relative_to(folder).as_posix()
        if without.search(file):
            continue
        one = {key: value for key, value in copy.deepcopy(fields).items()
               if key not in ("each", "except")}
        one["name"] = f"{fields.get('name', '')}/{file}"
        programs.append(replaced(one, {"file": file, "stem": path.stem}))
    return programs or fail(f"{fields.get('name')}: no file matches {globs} in {folder}")


def read_list(path):
    """The programs of a list file; ListError when it cannot be used."""
    path = pathlib.Path(path)
    try:
        listed = json.loads(path.read_text())["programs"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ListError(f"{path}: {error!r}") from error
    base = path.resolve().parent
    programs = [Program(one, base) for fields in listed for one in expanded(fields, base)]
    names = [program.name for program in programs]
    doubled = {name for name in names if names.count(name) > 1}
    return fail(f"{path}: two programs are called {doubled.pop()}") if doubled else programs
