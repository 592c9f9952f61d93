#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds includes and link edges against the table of allowed arrows in docs/ARCHITECTURE.md.

Usage: layers.py PROJECT.  Also: no cycles, Clang and LLVM only where they belong, CLI11, SOCI and cpp-httplib
in one file each, nlohmann/json in a few files and in headers only as json_fwd, no file over 400 lines (tests, bench: 450),
and nothing defined twice in one namespace.
"""

import pathlib
import re
import sys

from definitions import definitions

MAX_LINES, MAX_TEST_LINES = 400, 450
CLANG_ROOMS = ("instrumenter/clang/", "instrumenter/counting/", "instrumenter/rewrite/")
LLVM_ROOMS = (*CLANG_ROOMS, "instrumenter/text/")  # names of directives, strings
CLANG_FILES = ("instrumenter/tare_instrument.cpp",)
CLI11_FILE = "driver/options/parser.cpp"
TOML_FILE = "driver/options/project_file.cpp"
SOCI_FILE = "analyzer/archive/database.cpp"
HTTPLIB_FILE = "driver/archive/serve_http.cpp"
DEMANGLE_FILE = "driver/symbols/symbol_names.cpp"
ELFUTILS_FILES = {"libelf.h": "base/elf.cpp", "gelf.h": "base/elf.cpp",
                  "dwarf.h": "driver/symbols/call_names.cpp",
                  "elfutils/libdwfl.h": "driver/symbols/call_names.cpp"}
# Who builds JSON that is no struct's fields: in an order of its own, or of somebody else's schema.
JSON_FILES = (
    "base/json/",
    "instrumenter/nodes/node_table_writer.cpp",
    "driver/show_pairing.cpp",
    "analyzer/review/gitlab.cpp",
    "analyzer/review/places",
    "analyzer/review/sarif.cpp",
)
SOURCES = (".h", ".hpp", ".c", ".cc", ".cpp")

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)
ROOM_CALL = re.compile(r"tare_room\s*\(\s*(\w+)(.*?)\)", re.S)


def read_table(text):
    """room -> rooms that it may use, from the rows `| room | what | a, b |`."""
    allowed = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) != 3 or cells[0] == "room" or not cells[0] or set(cells[0]) <= {"-"}:
            continue
        allowed[cells[0]] = [word.strip() for word in cells[2].split(",") if word.strip()]
    return allowed


def find_cycle(allowed):
    """A room that can reach itself by the allowed arrows, or None."""
    for start in allowed:
        seen, todo = set(), list(allowed[start])
        while todo:
            room = todo.pop()
            if room == start:
                return start
            if room not in seen:
                seen.add(room)
                todo += allowed.get(room, [])
    return None


def room_of(path, allowed):
    """The innermost room that holds `path`."""
    inside = [room for room in allowed if path.startswith(room + "/")]
    return max(inside, key=len) if inside else None


def check_includes(path, text, allowed):
    """One message for each include of `path` that the table does not allow."""
    room = room_of(path, allowed)
    for mark, name in INCLUDE.findall(text):
        target = room_of(name, allowed) if mark == '"' else None
        if target and room and target != room and target not in allowed[room]:
            yield f'{path}: includes "{name}": {room} may not use {target}'
        if mark == '"' and name.startswith(("bench/", "tests/")):
            yield f'{path}: includes "{name}": that is no part of the product'
        if name.startswith("llvm/Demangle/"):  # a small archive of its own
            if path != DEMANGLE_FILE:
                yield f"{path}: includes <{name}>: only {DEMANGLE_FILE} reads symbols' names"
        elif name.startswith(("clang/", "llvm/", "clang-c/", "llvm-c/")):
            rooms = LLVM_ROOMS if name.startswith("llvm") else CLANG_ROOMS
            if not path.startswith(rooms) and path not in CLANG_FILES:
                rooms = " and ".join(rooms)
                yield f"{path}: includes <{name}>: Clang and LLVM belong to {rooms}"
        if name.startswith("CLI/") and path != CLI11_FILE:
            yield f"{path}: includes <{name}>: only {CLI11_FILE} knows CLI11"
        if name.startswith("toml++/") and path != TOML_FILE:
            yield f"{path}: includes <{name}>: only {TOML_FILE} knows toml++"
        if name.startswith("soci/") and path != SOCI_FILE:
            yield f"{path}: includes <{name}>: only {SOCI_FILE} knows SOCI"
        if name == "httplib.h" and path != HTTPLIB_FILE:
            yield f"{path}: includes <{name}>: only {HTTPLIB_FILE} knows cpp-httplib"
        if name.startswith("elfutils/") or name in ELFUTILS_FILES:
            if path != ELFUTILS_FILES.get(name):
                yield f"{path}: includes <{name}>: only {ELFUTILS_FILES.get(name)} includes it"
        if name.startswith("nlohmann/") and not path.startswith(JSON_FILES):
            yield f"{path}: includes <{name}>: JSON is read and written by base/json"
        if name.startswith("nlohmann/") and path.endswith((".h", ".hpp")):
            if name != "nlohmann/json_fwd.hpp":
                yield f"{path}: a header includes <{name}>: only <nlohmann/json_fwd.hpp>"


def words_after(keyword, call):
    found = re.search(rf"\b{keyword}\b(.*?)(?:\b(?:SOURCES|USES|LIBS|FILE_BY_FILE)\b|$)", call, re.S)
    return found.group(1).split() if found else []


def check_links(path, text, allowed, room_of_library):
    """One message for each USES of a CMakeLists that the table does not allow."""
    folder = str(pathlib.PurePosixPath(path).parent)
    text = re.sub(r"#.*", "", text)
    for name, call in ROOM_CALL.findall(text):
        room = room_of(folder + "/x", allowed)
        if room is None:
            yield f"{path}: tare_room({name}) is in no room of docs/ARCHITECTURE.md"
            continue
        for use in words_after("USES", call):
            target = room_of_library.get(use)
            if target is None:
                yield f"{path}: USES {use}: no such room"
            elif target != room and target not in allowed[room]:
                yield f"{path}: USES {use}: {room} may not use {target}"


def check_direct_links(path, text, allowed, room_of_library):
    """The same for rooms that are linked by the name of their library."""
    room = room_of(path, allowed)
    for use in sorted(set(re.findall(r"\btare_(\w+)\b", re.sub(r"#.*", "", text)))):
        target = room_of_library.get(use)
        if room and target and target != room and target not in allowed[room]:
            yield f"{path}: names tare_{use}: {room} may not use {target}"


def program_of(path):
    """All of the product counts as one program, and so does a folder of tests."""
    return str(pathlib.PurePosixPath(path).parent) if path.startswith(("tests/", "bench/")) else ""


def check_definitions(texts):
    """One message for each type, alias or function that two files define in one namespace.

    Types of C have no linkage, its functions are the linker's to compare, and every program has a
    main. Programs that tests read are none of ours.
    """
    places = {}
    for path, text in texts.items():
        if path.endswith((".c", ".txt")) or path.startswith("tests/") and path.count("/") > 2:
            continue
        try:
            names = definitions(text)
        except ValueError as error:
            yield f"{path}: {error}"
            continue
        for space, name in names:
            if name.split("(")[0] != "main":
                program = "" if space else program_of(path)
                places.setdefault((space, name, program), set()).add(path)
    for (space, name, _), paths in sorted(places.items()):
        if len(paths) > 1:
            files = ", ".join(sorted(paths))
            yield f"{files}: {name} is defined twice in namespace {space or '::'}"


def project_files(root, allowed):
    """Files of the rooms, tests and bench (samples are other people's programs, so to speak)."""
    tops = {room.split("/")[0] for room in allowed} | {"tests", "bench"}
    for top in sorted(tops):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SOURCES or path.name == "CMakeLists.txt":
                yield path


def check_project(root):
    allowed = read_table((root / "docs/ARCHITECTURE.md").read_text(encoding="utf-8"))
    if len(allowed) < 2:
        return ["docs/ARCHITECTURE.md: found no table of rooms"]
    wrong = [
        f"docs/ARCHITECTURE.md: {room} may use {use}, which is no room"
        for room, uses in allowed.items()
        for use in uses
        if use not in allowed
    ]
    cycle = find_cycle(allowed)
    if cycle:
        wrong.append(f"docs/ARCHITECTURE.md: {cycle} can reach itself")
    texts = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8", errors="replace")
        for path in project_files(root, allowed)
    }
    room_of_library = {
        name: room_of(path, allowed)
        for path, text in texts.items()
        if path.endswith("CMakeLists.txt")
        for name, _ in ROOM_CALL.findall(re.sub(r"#.*", "", text))
    }
    wrong += check_definitions(texts)
    for path, text in texts.items():
        if path.endswith("CMakeLists.txt"):
            wrong += check_links(path, text, allowed, room_of_library)
            wrong += check_direct_links(path, text, allowed, room_of_library)
            continue
        if not path.startswith(("tests/", "bench/")):
            wrong += check_includes(path, text, allowed)
        lines = text.count("\n")
        most = MAX_TEST_LINES if path.startswith(("tests/", "bench/")) else MAX_LINES
        if lines > most:
            wrong.append(f"{path}: {lines} lines; the limit is {most}")
    return wrong


def self_check():
    """The checker can fail: a forbidden edge of each sort is found."""
    table = "| room | what | may use |\n|---|---|---|\n"
    allowed = read_table(table + "| base | x | |\n| a/b | y | base |\n| c | z | a/b |\n")
    assert allowed == {"base": [], "a/b": ["base"], "c": ["a/b"]}, allowed
    assert find_cycle(allowed) is None and find_cycle({"x": ["y"], "y": ["x"]})
    assert not list(check_includes("a/b/f.cpp", '#include "base/t.h"\n#include <map>\n', allowed))
    for bad in ('#include "c/t.h"', '#include "bench/t.h"', "#include <clang/AST/Decl.h>",
                "#include <CLI/CLI.hpp>", "#include <toml++/toml.h>", "#include <soci/soci.h>",
                "#include <httplib.h>"):
        assert list(check_includes("a/b/f.cpp", bad, allowed)), bad
    for path in ("c/f.h", "c/f.cpp", "base/json/f.h"):
        assert list(check_includes(path, "#include <nlohmann/json.hpp>", allowed)), path
    rooms = {"base": "base", "b": "a/b", "c": "c"}
    down, up = "tare_room(c SOURCES x.cpp USES b LIBS z)", "tare_room(base SOURCES x.cpp USES c)"
    assert not list(check_links("c/CMakeLists.txt", down, allowed, rooms))
    assert list(check_links("base/CMakeLists.txt", up, allowed, rooms))
    linked = "target_link_libraries(t PRIVATE tare_c)"
    assert list(check_direct_links("base/CMakeLists.txt", linked, allowed, rooms))
    self_check_definitions()


def self_check_definitions():
    """A second definition of each sort is found, and what only looks like one is not."""

    def twice(one, other):
        return list(check_definitions({"a/one.h": one, "b/other.cpp": other}))

    first = """
        #include "x.h"  // namespace lost {
        namespace tare { namespace { struct Hidden {}; }
        /* struct Comment {}; */ const char *text = R"(struct Raw {)" "struct Text {";
        struct Plain : Base<int> { struct Inner {}; };  template <class T> class Made {};
        enum class [[nodiscard]] Kind : unsigned char { A = '{' };  using Alias = int;
        template <> struct Special<int> {};  struct Later;
        inline int twin(const Plain &p) { return 1; }
        void declared(int a, Options o = {});  std::map<int, int> table = {{1, 2}};
        Plain::Plain() : a{1}, b{2} { struct Local {}; } }"""
    for same in (
        "namespace tare { struct Plain {}; }",
        "namespace tare { namespace { } class Made final {}; }",
        "namespace tare { typedef struct { int a; } Kind; }",
        "namespace tare { using Alias = long; }",
        "namespace tare { template <> struct Special<int> {}; }",
        "namespace tare { int twin(const Plain &other) { return 2; } }",
        "namespace tare { struct Unclosed {",
    ):
        assert len(twice(first, same)) == 1, same
    for other in (
        "namespace tare { struct Hidden {}; struct Comment {}; struct Raw {}; struct Text {}; }",
        "namespace tare { struct Inner {}; struct Local {}; struct Later {}; }",
        "namespace tare { template <> struct Special<long> {}; }",
        "namespace tare::room { struct Plain {}; } struct Made {}; namespace { struct Kind {}; }",
        "namespace tare { int twin(int n) { return n; } static int twin(const Plain &p) {} }",
        "namespace tare { void declared(int a, Options o) {} struct Plain plain = {}; }",
    ):
        assert not twice(first, other), twice(first, other)


def main():
    self_check()
    wrong = check_project(pathlib.Path(sys.argv[1]))
    for message in wrong:
        print(message)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
