#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runtime built for arm64, and small programs with its probes under qemu: they print and end as they
should, and their books close. Times say nothing there: qemu translates.

Usage: arm64.py [PROGRAMS].  At most so many programs (default 100), from all groups.
Needs gcc and g++ for aarch64-linux-gnu and qemu-aarch64-static; what is missing is said.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
TRIPLET = "aarch64-linux-gnu"
EMULATOR = f"qemu-aarch64-static -L /usr/{TRIPLET}"
# What there is no such thing as on arm64, each with its reason.
LEFT_OUT = {
    "options/avx.c": "-mavx2 and -mfma are options of x86",
    "options/frame.c": "-mno-red-zone is an option of x86",
}


def run(*command, **options):
    return subprocess.run(list(map(str, command)), check=True, stdin=subprocess.DEVNULL, **options)


def build(folder):
    """A prefix whose programs are those of this processor, and whose runtime is arm64's."""
    run("cmake", "-S", ROOT, "-B", folder / "build", "-G", "Ninja", "-DTARE_RUNTIME_ONLY=ON",
        "-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", f"-DCMAKE_C_COMPILER={TRIPLET}-gcc",
        f"-DCMAKE_CXX_COMPILER={TRIPLET}-g++", stdout=subprocess.DEVNULL)
    run("cmake", "--build", folder / "build", stdout=subprocess.DEVNULL)
    for name in ("bin", "libexec/tare", "lib"):
        (folder / "prefix" / name).mkdir(parents=True)
    for name in ("bin/tare", "libexec/tare/tare-instrument", "bin/check_profile"):
        shutil.copy(PREFIX / name, folder / "prefix" / name)
    for library in (folder / "build/lib").glob("libtare-rt*"):
        shutil.copy(library, folder / "prefix/lib", follow_symlinks=False)
    return folder / "prefix"


def chosen(environment, most):
    names = subprocess.run([sys.executable, HERE / "run.py", "--list"], check=True, text=True, capture_output=True,
                           env=environment).stdout.split()
    step = max(1, -(-len(names) // most))
    return [name for name in names[::step] if name not in LEFT_OUT], len(names)


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    missing = [name for name in (f"{TRIPLET}-gcc", f"{TRIPLET}-g++", "qemu-aarch64-static", "ninja")
               if not shutil.which(name)]
    if missing:
        print("SKIPPED: not here:", ", ".join(missing))
        return 0
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-arm64-"))
    try:
        environment = {**os.environ, "TARE_PREFIX": str(build(folder)), "TARE_TEST_CROSS": f"{TRIPLET}-",
                       "TARE_TEST_EMULATOR": EMULATOR}
        names, of = chosen(environment, most)
        print(f"arm64: {len(names)} of {of} programs", flush=True)
    for name, reason in LEFT_OUT.items():
        print(f"  left out: {name}: {reason}")
        pattern = "^(" + "|".join(names) + ")$"
        return subprocess.run([sys.executable, HERE / "run.py", "--compiler", "gcc", "--filter", pattern,
                               "--threads", "1,2", "--jobs", "1"], check=False, env=environment).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
