# SPDX-License-Identifier: Apache-2.0
"""Parts of a program that are built before it: objects, archives, shared libraries, plugins."""
import dataclasses
import pathlib

PARTS = ("object", "archive", "shared", "plugin")


@dataclasses.dataclass
class Part:
    kind: str
    sources: list


def commands(parts, compilers, flags, link_flags=()):
    """(argv, starts the compiler) for each step, run in the program's folder; then what the link
    line takes. Archives and libraries are named after their first source."""
    steps, linked = [], []
    for part in parts:
        pic = ["-fPIC"] if part.kind in ("shared", "plugin") else []
        objects = []
        for source in part.sources:
            objects.append(pathlib.Path(f"{len(steps)}-{source.stem}.o"))
            steps.append(([compilers[_language(source)], "-O1", "-fopenmp", *flags, *pic, "-c",
                           source, "-o", objects[-1]], True))
        name = part.sources[0].stem
        if part.kind == "object":
            linked += objects
        elif part.kind == "archive":
            steps.append((["ar", "rcs", f"lib{name}.a", *objects], False))
            linked.append(f"lib{name}.a")
        else:
            library = f"lib{name}.so"
            compiler = compilers[_language(part.sources[0])]
            steps.append(([compiler, "-shared", "-fopenmp", *objects, *link_flags, "-o", library], True))
            linked += [library, "-Wl,-rpath,$ORIGIN"] if part.kind == "shared" else []
    return steps, linked


def _language(source):
    return "c" if source.suffix == ".c" else "c++"
