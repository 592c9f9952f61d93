#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""arm64 under qemu: what can be known of it on a machine with another processor. Times say nothing there,
since qemu translates; that programs are right and their books close does.

Usage: arm64.py gcc|clang [PROGRAMS] | units
  gcc, clang  the runtime built for arm64, and at most so many small programs (default 100), from all
              groups, with its probes: they print and end as they should, and their books close;
              the call paths of one with frame records, without them, and with signed return addresses
  units       the unit tests of rooms that need no LLVM

Needs gcc and g++ for aarch64-linux-gnu and qemu-aarch64-static. clang and units need libraries that
./scripts/arm64-libraries fetches, too. What is missing is said, and the test is skipped.
"""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
LIBRARIES = pathlib.Path(os.environ.get("TARE_ARM64_LIBRARIES", ROOT / "build/arm64"))
TRIPLET = "aarch64-linux-gnu"
EMULATOR = ["qemu-aarch64-static", "-L", f"/usr/{TRIPLET}"]
LIBOMP = LIBRARIES / "usr/lib/llvm-19/lib"
LIBELF = LIBRARIES / "usr/lib" / TRIPLET
LIBZ = LIBRARIES / "lib" / TRIPLET

# Programs that are no programs of arm64 or fail there without Tare, each with its reason.
OF_X86 = {
    "options/avx.c": "-mavx2 and -mfma are options of x86",
    "options/frame.c": "-mno-red-zone is an option of x86",
    "options/level_3.c": "-march=native is of the machine that compiles",
}
NO_RUNTIME = "clang's own runtime for it is not fetched"
LEFT_OUT = {
    "gcc": OF_X86,
    "clang": {
        **OF_X86,
        "options/address.c": NO_RUNTIME, "options/coverage.c": NO_RUNTIME, "options/wrapping.c": NO_RUNTIME,
        "process/descriptor_limit.c": "libomp of arm64 reads /proc/cpuinfo and ends where no file can be opened",
    },
}
# The unit tests' programs, and those of their cases that qemu cannot run, each with its reason.
UNITS = {
    "supply_test": {}, "segment_test": {}, "modules_test": {}, "budget_test": {}, "network_test": {},
    "test_base": {
        "a program that cannot start is an error": "qemu's vfork is a fork: why a program did not start is lost",
        "a process is told of while it runs*": "qemu may lose a signal that comes between fork and exec",
    },
    "test_json": {
        "json: what nobody asks for takes no memory*": "qemu does not keep a limit of address space",
    },
    "test_symbolic": {}, "test_nodes": {}, "test_profile": {},
}


def run(*command, **options):
    return subprocess.run(list(map(str, command)), check=True, stdin=subprocess.DEVNULL, **options)


def skipped(*programs, libraries=False):
    """Says what is missing; true if something is."""
    missing = [name for name in (f"{TRIPLET}-gcc", f"{TRIPLET}-g++", "qemu-aarch64-static", "ninja", *programs)
               if not shutil.which(name)]
    if libraries and not (LIBRARIES / "complete").exists():
        missing.append("libraries of arm64 (./scripts/arm64-libraries)")
    if missing:
        print("SKIPPED: not here:", ", ".join(missing))
    return bool(missing)


def build(folder, *options):
    """The runtime of arm64, or more."""
    run("cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DTARE_RUNTIME_ONLY=ON", "-DCMAKE_SYSTEM_NAME=Linux",
        "-DCMAKE_SYSTEM_PROCESSOR=aarch64", f"-DCMAKE_C_COMPILER={TRIPLET}-gcc",
        f"-DCMAKE_CXX_COMPILER={TRIPLET}-g++", *options, stdout=subprocess.DEVNULL)
    run("cmake", "--build", folder, "--parallel", 1, stdout=subprocess.DEVNULL)


# ---- small programs ----

def made_prefix(folder):
    """A prefix whose programs are those of this processor, and whose runtime is arm64's."""
    build(folder / "build")
    for name in ("bin", "libexec/tare", "lib"):
        (folder / "prefix" / name).mkdir(parents=True)
    for name in ("bin/tare", "libexec/tare/tare-instrument", "bin/check_profile"):
        shutil.copy(PREFIX / name, folder / "prefix" / name)
    for library in (folder / "build/lib").glob("libtare-rt*"):
        shutil.copy(library, folder / "prefix/lib", follow_symlinks=False)
    return folder / "prefix"


def chosen(compiler, environment, most):
    names = subprocess.run([sys.executable, HERE / "run.py", "--list"], check=True, text=True, capture_output=True,
                           env=environment).stdout.split()
    step = max(1, -(-len(names) // most))
    return [name for name in names[::step] if name not in LEFT_OUT[compiler]], len(names)


def environment_of(compiler, folder):
    environment = {**os.environ, "TARE_TEST_CROSS": f"{TRIPLET}-", "TARE_TEST_EMULATOR": " ".join(EMULATOR)}
    if compiler == "clang":  # by this name it compiles for that processor
        (folder / "bin").mkdir()
        for name in ("clang-19", "clang++-19"):
            (folder / "bin" / f"{TRIPLET}-{name}").symlink_to(shutil.which(name))
        environment["PATH"] = f"{folder / 'bin'}:{os.environ['PATH']}"
        environment["TARE_TEST_LINK_FLAGS"] = f"-L{LIBOMP} -Wl,-rpath,{LIBOMP}"
    return environment


def try_programs(compiler, most, folder):
    environment = environment_of(compiler, folder)
    environment["TARE_PREFIX"] = str(made_prefix(folder))
    names, of = chosen(compiler, environment, most)
    print(f"arm64, {compiler}: {len(names)} of {of} programs", flush=True)
    for name, reason in LEFT_OUT[compiler].items():
        print(f"  left out: {name}: {reason}", flush=True)
    pattern = "^(" + "|".join(names) + ")$"
    done = subprocess.run([sys.executable, HERE / "run.py", "--compiler", compiler, "--filter", pattern,
                           "--threads", "1,2", "--jobs", "1"], check=False, env=environment)
    wrong = wrong_paths(compiler, folder, environment)
    print("\n".join(wrong) or "arm64: call paths are right")
    return 1 if done.returncode or wrong else 0


# ---- call paths ----

WAYS = r"""#define APART __attribute__((noinline))
static volatile int cells[1000];
APART static void sweep(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; ++i)
    cells[i] += i;
}
APART static int once(void) {
  sweep();
  return cells[1];
}
APART static int often(void) {
  for (int i = 0; i < 9; ++i)
    sweep();
  return cells[2];
}
int main(void) { return once() + often() != 1 + 20; }
"""
WHOLE = {("main", "once", "sweep"): 1, ("main", "often", "sweep"): 9}
LAST_CALL = {("sweep",): 10}  # where the compiler was told to leave no frame records


def functions_of(program, addresses):
    """Of return addresses, which may lie behind their function's end."""
    calls = [hex(int(address, 16) - 1) for address in addresses]
    names = subprocess.run([f"{TRIPLET}-addr2line", "-f", "-e", program, *calls], check=True, text=True,
                           capture_output=True).stdout.splitlines()[::2]
    return tuple(names[names.index("main"):] if "main" in names else names)


def paths_of(compiler, options, folder, environment):
    """Names of the functions of each call path -> instances."""
    for old in folder.glob("tare-results"):
        shutil.rmtree(old)
    tare = pathlib.Path(environment["TARE_PREFIX"]) / "bin/tare"
    (folder / "ways.c").write_text(WAYS)
    cross = f"{TRIPLET}-{'clang-19' if compiler == 'clang' else 'gcc'}"
    run(tare, "cc", cross, "-g", "-fopenmp", *options, "ways.c", "-o", "ways",
        *environment.get("TARE_TEST_LINK_FLAGS", "").split(), cwd=folder, env=environment)
    run(*EMULATOR, "-cpu", "max", folder / "ways", cwd=folder, env={**environment, "OMP_NUM_THREADS": "2"})
    profile = next(folder.glob("tare-results/**/*.tare"))
    table = json.loads(subprocess.run([tare, "report", profile, "--format", "json"], check=True, text=True,
                                      capture_output=True).stdout)["tables"][0]
    found = collections.Counter()  # a loop that the compiler unrolled has several calls
    for path in table.get("paths", []):
        calls = [call["function"].split()[0] for call in path["calls"]]
        found[functions_of(folder / "ways", calls)] += path["instances"]
    return found


def wrong_paths(compiler, folder, environment):
    wrong = []
    for options, expected in ((["-O0"], WHOLE), (["-O2"], WHOLE), (["-O2", "-mbranch-protection=standard"], WHOLE),
                              (["-O2", "-fomit-frame-pointer"], LAST_CALL)):
        got = paths_of(compiler, options, folder, environment)
        if got != expected:
            wrong.append(f"call paths with {' '.join(options)}: {got}, not {expected}")
    return wrong


# ---- unit tests ----

def try_units(folder):
    build(folder, "-DTARE_PORTABLE_TESTS=ON", "-DTARE_UNITY=ON", "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
          f"-DTARE_LIBELF={LIBELF}/libelf.so", f"-DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags,-rpath,{LIBZ} "
          f"-Wl,-rpath-link,{LIBZ}")
    failed = []
    for name, cases in UNITS.items():
        print(f"arm64: {name}", flush=True)
        for case, reason in cases.items():
            print(f"  left out: {case}: {reason}", flush=True)
        command = [*EMULATOR, folder / "bin" / name, *(f"~{case}" for case in cases)]
        if subprocess.run(command, check=False, stdin=subprocess.DEVNULL, cwd=folder).returncode != 0:
            failed.append(name)
    print("FAILED: " + ", ".join(failed) if failed else f"{len(UNITS)} programs of unit tests are right")
    return 1 if failed else 0


def main():
    what = sys.argv[1]
    if skipped(*(["clang-19", "clang++-19"] if what == "clang" else []), libraries=what != "gcc"):
        return 0
    with tempfile.TemporaryDirectory(prefix="tare-arm64-") as made:
        if what == "units":
            return try_units(pathlib.Path(made))
        return try_programs(what, int(sys.argv[2]) if len(sys.argv) > 2 else 100, pathlib.Path(made))


if __name__ == "__main__":
    sys.exit(main())
