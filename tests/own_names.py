#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No name that a file has for itself hides another one from the files of its room.

Usage: own_names.py PROJECT.  A room is compiled as one file (TARE_UNITY). There a name of an anonymous
namespace, or of a static function, is found before one that `tare` has in another file: a call of
that would be a call of this, in silence where the types convert.
"""
import pathlib
import re
import sys

from definitions import alias_name, definitions, function_name, starts_value, tokens, type_name, without_prefix

TOPS = ("base", "instrumenter", "analyzer", "driver")
HIDDEN = "?"  # an anonymous namespace


def namespace_of(head):
    """The namespace that `head` opens, or None."""
    head = head[1:] if head[:1] == ["inline"] else head
    if head[:1] == ["namespace"]:
        return "".join(head[1:]) or HIDDEN
    return "" if head == ["extern", '""'] else None


def bare(name):
    return re.split(r"[(<]", name)[0]


def own_names(text):
    """Types, aliases, functions and variables of anonymous namespaces, and static functions."""
    names, scopes, head = set(), [], []
    for word in tokens(text):
        free = None not in [space for space, _ in scopes]
        hidden = HIDDEN in [space for space, _ in scopes]
        words = without_prefix(head) if free and word in "{;" else []
        if word == "{":
            space, type_ = namespace_of(head), type_name(words)
            unfinished = type_ is not None or starts_value(words)
            if words and space is None and (hidden or "static" in words):
                rest = [each for each in words if each != "static"]
                names.add(type_ if unfinished else function_name(rest))
            scopes.append((space, [*head, "{}"] if unfinished else []))
            head = []
        elif word == "}":
            head = scopes.pop()[1] if scopes else []
        elif word == ";":
            if words and hidden:
                names.add(alias_name(words) or variable_name(words))
            head = []
        else:
            head.append(word)
    return {bare(name) for name in names if name}


def variable_name(words):
    """`constexpr int x = ...`, `x[] = ...`."""
    if "=" not in words or "(" in words[: words.index("=")]:
        return None
    left = [word for word in words[: words.index("=")] if word not in "[]"]
    return left[-1] if left else None


def uses(text, name):
    """Whether it stands there by itself: no member, and not of a named namespace."""
    return re.search(rf"(?<![\w.:])(?<!->){name}\b", re.sub(r"//.*", "", text)) is not None


def check_room(files, others):
    """`files`: name -> text; `others`: name -> files that define it for all."""
    own = {path: own_names(text) for path, text in files.items()}
    for name in sorted(set().union(*own.values())):
        owners = {path for path, names in own.items() if name in names}
        known = others.get(name, set()) - owners
        for path in sorted(set(files) - owners):
            if known and uses(files[path], name):
                yield (f"{path}: {name} of {', '.join(sorted(known))} is hidden where "
                       f"{', '.join(sorted(owners))} is compiled with it: rename that one")


def check_project(root):
    others, rooms = {}, {}
    for top in TOPS:
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            relative, text = path.relative_to(root), path.read_text(encoding="utf-8")
            for _, name in definitions(text):
                others.setdefault(bare(name), set()).add(str(relative))
            folder = path.parent
            while not (folder / "CMakeLists.txt").exists():
                folder = folder.parent
            if path.suffix == ".cpp" and "FILE_BY_FILE" not in (folder / "CMakeLists.txt").read_text():
                rooms.setdefault(folder, {})[str(relative)] = text
    return [message for files in rooms.values() for message in check_room(files, others)]


def self_check():
    one = "namespace tare { namespace { int value(int n) { return n; } } }"
    two = "namespace tare { int other() { return value(2.0); } }"
    known = {"value": {"x.cpp"}}
    assert len(list(check_room({"a.cpp": one, "b.cpp": two}, known))) == 1
    assert not list(check_room({"a.cpp": one, "b.cpp": two.replace("value", "x.value")}, known))
    assert not list(check_room({"a.cpp": one.replace("value", "mine"), "b.cpp": two}, known))
    assert own_names("static bool f(int a) { return a; } namespace { constexpr int n = 3; "
                     "struct S { int m; }; using T = int; }") == {"f", "n", "S", "T"}


def main():
    self_check()
    wrong = check_project(pathlib.Path(sys.argv[1]))
    print("\n".join(wrong) or "nothing is hidden")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
