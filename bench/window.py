# SPDX-License-Identifier: Apache-2.0
"""The time of a plain program as `tare` takes it, T_s and T_p: from constructor to destructor, so
without the start of its process. libtare-window.so, preloaded, writes it down."""

import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "samples"))

import weigh  # noqa: E402

FIELDS = struct.Struct("<8sII7Q")  # tare_pf_window of runtime/profile_format.h, up to its threads
DELAYED = 0.01  # of all threads' time in their run queues: such runs are no part of a table


def prefix_of(tare):
    return pathlib.Path(shutil.which(tare) or tare).resolve().parent.parent


def delay_of(path):
    """Seconds of one window, and the share of its threads' time that they waited for a core."""
    magic, _, _, _, _, start_ns, _, stop_ns, runq_ns, threads = FIELDS.unpack_from(path.read_bytes())
    if magic != b"TAREWIND" or stop_ns <= start_ns:
        raise weigh.Failure(f"{path}: no window, or one without an end")
    return (stop_ns - start_ns) * 1e-9, runq_ns / (max(threads, 1) * (stop_ns - start_ns))


def seconds(tare, command, environment):
    """Of a command that is one process."""
    return measured(tare, command, environment)[0]


def undelayed(tare, command, environment, tries):
    """Of the first run whose threads have not waited for a core, as in a table; else of the one that
    has least."""
    runs = []
    while len(runs) < tries and (not runs or runs[-1][1] > DELAYED):
        runs.append(measured(tare, command, environment))
    return min(runs, key=lambda run: run[1])[0]


def measured(tare, command, environment):
    """delay_of a command that is one process."""
    library = prefix_of(tare) / "lib" / "libtare-window.so"
    if not library.exists():
        raise weigh.Failure(f"{library} is missing: is {tare} built or installed?")
    with tempfile.TemporaryDirectory(prefix="tare-window-") as folder:
        subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL,
                       env={**environment, "LD_PRELOAD": str(library),
                            "TARE_WINDOW": f"{folder}/window"})
        path, = pathlib.Path(folder).iterdir()
        return delay_of(path)
