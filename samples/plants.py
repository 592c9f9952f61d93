# SPDX-License-Identifier: Apache-2.0
"""The planted overheads of plants.json: building them, their arguments, weighing them with `tare`.

A plant has four programs: `serial` (no OpenMP), `parallel`, `instrumented` (the same through
`tare cc`) and `without` (the parallel one without its overhead, plain); where this `tare run` takes
it, `serial_instrumented`; and `ignored` if its line is one of additional computation, which that
run divides. Fields of a plant:

  lines           the lines of the table that the plant must show up in; they are added
  constructs      kinds of construct that these lines must name
  unit_ns         calibrated (see plants/plant.h): a first guess of what one piece costs
  least_unit_ns   a runtime whose pieces cost less than this cannot be planted this way
  cflags          of all its programs; parallel_cflags: of all but the serial one
  truth           "total": no program without it, the truth is T_p - T_s/p
  compilers       those that it is for, where another one's programs do not run
  corunner        the plant is a process that takes a share of one core
  env             of all its runs: where waiting threads sleep, a barrier or a fork takes many times
                  as long as its probes; and libomp may let them sleep although a task is ready, which
                  a program that needs a second thread for it waits for
  ablation_only   compared with the ablation, without a claim about slope and other lines
"""

import json
import os
import pathlib
import shlex

import weigh

HERE = pathlib.Path(__file__).resolve().parent
ROUNDS, WHOLE, UNIT_NS = 10, 6000, 2200  # as in plants/plant.h, and about a unit's time
UNIT_STEPS, FEWEST_STEPS = 1000, 100  # of a unit; of a piece, that it still is work


def load():
    with open(HERE / "plants.json", encoding="utf-8") as file:
        return json.load(file)


def is_calibrated(plant):
    return "unit_ns" in plant


def is_whole(plant):
    """All of the program's overhead is the plant."""
    return plant.get("truth") == "total"


def is_cut(plant):
    """The work is cut into pieces: what a piece costs beside the plant (setting up its loop, the
    chunk that it is) is there without the plant too, and is not there with fewer pieces."""
    return is_calibrated(plant) and not is_whole(plant)


def compilers_of(plant, compilers):
    return [name for name in compilers if name in plant.get("compilers", compilers)]


def environment(threads=None, plant=None):
    """The caller's, without what would change an OpenMP program or Tare; threads stay on cores."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("TARE_", "OMP_", "GOMP_", "KMP_")) or name == "OMP_WAIT_POLICY"}
    kept["OMP_PROC_BIND"] = "true"
    kept.update((plant or {}).get("env", {}))
    if threads:
        kept["OMP_NUM_THREADS"] = str(threads)
    return kept


def roles_of(tare, plant=None):
    """role -> (front of the compiler, OpenMP?, option of `tare run` or None)."""
    roles = {"serial": ([], False, "--serial"), "parallel": ([], True, "--parallel"),
             "instrumented": ([tare, "cc"], True, "--instrumented"), "without": ([], True, None)}
    options = weigh.call([tare, "run", "--help"])
    if "--serial-instrumented" in options:
        roles["serial_instrumented"] = ([tare, "cc", "--role", "serial"], False,
                                        "--serial-instrumented")
    if plant and not is_whole(plant):
        roles["without_instrumented"] = ([tare, "cc"], True, None)
    additional = plant and any("additional_computation" in line for line in plant["lines"])
    if additional and "--ignored" in options:
        roles["ignored"] = ([], False, "--ignored")
    return roles


def flags_of(plant, role, openmp):
    flags = ["-O2", "-Wno-unknown-pragmas", *shlex.split(plant.get("cflags", ""))]
    if not role.startswith("serial"):
        flags += shlex.split(plant.get("parallel_cflags", ""))
    if role.startswith("without"):
        flags.append("-DPLANT_LEFT_OUT")
    return [*flags, "-fopenmp"] if openmp else flags


def is_current(program, plant):
    sources = [HERE / "plants" / plant["source"], *(HERE / "plants").glob("*.h"), HERE / "chain.h"]
    return program.exists() and all(program.stat().st_mtime >= source.stat().st_mtime
                                    for source in sources)


def build(tare, plant, compiler, folder):
    """role -> program; those that are newer than their source are not built again."""
    programs = {}
    for role, (front, openmp, _) in roles_of(tare, plant).items():
        programs[role] = folder / role
        if role == "serial_instrumented" and "parallel_cflags" in plant:
            front = [*front, "--parallel", programs["instrumented"]]  # another text: to be paired
        if not is_current(programs[role], plant):
            weigh.call([*front, compiler, *flags_of(plant, role, openmp),
                        HERE / "plants" / plant["source"], "-o", programs[role]])
    return programs


def arguments_of(plant, size, rounds=ROUNDS, whole=WHOLE):
    """Of the program: `size` is a share in per cent, or of a calibrated plant a number."""
    if is_whole(plant):
        return [str(size)]
    return [str(size), str(rounds), str(whole)]


def calibrated_size(plant, share, unit_ns, rounds=ROUNDS):
    """How many pieces (of `startup`: units of work) make this share, in per cent, of T_p."""
    if is_whole(plant):
        return max(2, round(unit_ns * (100 - share) / share / UNIT_NS)) if share else WHOLE
    even = rounds * WHOLE * UNIT_NS
    return max(1, min(most_pieces(rounds), round(even * share / (100 - share) / unit_ns)))


def most_pieces(rounds=ROUNDS):
    return rounds * WHOLE * UNIT_STEPS // FEWEST_STEPS


def weigh_programs(tare, plant, programs, arguments, folder, threads, repeat, check=True):
    """The ledger of `tare run` for a plant's programs; `check`: their outputs are compared."""
    commands = []
    for role, (_, _, option) in roles_of(tare, plant).items():
        if option:
            commands += [option, shlex.join([str(programs[role]), *arguments])]
    weigh.call([tare, "run", *commands, "--threads", ",".join(map(str, threads)),
                "--repeat", repeat, *(["--check"] if check else []), "--quiet", "--output", folder / "results",
                "--json", folder / "table.json"], env=environment(plant=plant))
    return json.loads((folder / "table.json").read_text(encoding="utf-8"))
