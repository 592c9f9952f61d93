# SPDX-License-Identifier: Apache-2.0
"""Weighs a sample with the `tare` command, as a user would, and returns its table as JSON.

Used by tests/samples and by bench/.
"""

import json
import os
import pathlib
import shlex
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


class Failure(Exception):
    """A command that ended with another status than 0."""


def call(argv, **options):
    """Runs a command; its stdout. Its streams become the message when it fails."""
    argv = [str(word) for word in argv]
    done = subprocess.run(argv, capture_output=True, text=True, errors="replace", check=False,
                          **options)
    if done.returncode not in (0, 6):  # 6: wide bands
        raise Failure(f"{shlex.join(argv)}\nstatus {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def build_units(tare, sample, compiler, folder):
    """Serial, plain and instrumented program of several sources, built as a Makefile would."""
    programs = {}
    flags = ["-O2", *shlex.split(sample["cflags"])]
    for role, front, openmp in (
        ("serial", [compiler], []),
        ("parallel", [compiler], ["-fopenmp"]),
        ("instrumented", [tare, "cc", compiler], ["-fopenmp"]),
    ):
        objects = []
        for source in sample["sources"]:
            objects.append(folder / f"{role}_{pathlib.Path(source).stem}.o")
            quiet = ["-Wno-unknown-pragmas"]
            call([*front, *flags, *openmp, *quiet, "-c", HERE / source, "-o", objects[-1]])
        programs[role] = folder / role
        call([compiler, *openmp, *objects, "-o", programs[role]])  # an untouched link line
    return programs


def weigh(tare, sample, compiler, folder, threads, repeat, quick=False, bind=False):
    """The table of one sample on these numbers of threads; Failure when Tare fails. `bind`: threads
    stay on their cores, so that none waits for one while another is free."""
    folder = pathlib.Path(folder)
    arguments = sample["quick_arguments" if quick else "arguments"]
    common = ["--threads", ",".join(map(str, threads)), "--repeat", repeat, "--check", "--quiet"]
    common += ["--output", folder / "results", "--json", folder / "table.json"]
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("TARE_", "OMP_", "GOMP_", "KMP_"))
                   or name == "OMP_WAIT_POLICY"}
    if bind:
        environment["OMP_PROC_BIND"] = "true"
    if len(sample["sources"]) == 1:
        call([tare, "overheads", "--source", HERE / sample["sources"][0], "--compiler", compiler,
              "--cflags", f"-O2 {sample['cflags']}".strip(), *common, "--", *arguments],
             env=environment)
    else:
        programs = build_units(tare, sample, compiler, folder)
        commands = []
        for role, program in programs.items():
            commands += [f"--{role}", shlex.join([str(program), *arguments])]
        call([tare, "run", *commands, *common], env=environment)
    return json.loads((folder / "table.json").read_text(encoding="utf-8"))
