# SPDX-License-Identifier: Apache-2.0
"""Starting a foreign command: its environment, its time limit, and nothing left running."""
import hashlib
import os
import signal
import subprocess
import time

OUTPUT_LIMIT = 64 << 20


class Outcome:
    def __init__(self, status, stdout, stderr, seconds):
        self.status, self.stdout, self.stderr, self.seconds = status, stdout, stderr, seconds

    @property
    def timed_out(self):
        return self.status is None


def environment(extra):
    """The caller's, without what would steer Tare or OpenMP behind the list file's back."""
    kept = {key: value for key, value in os.environ.items()
            if not key.startswith(("TARE_", "OMP_", "GOMP_", "KMP_", "MAKE"))}
    return {**kept, "LC_ALL": "C", **extra}


def run_command(command, folder, extra, timeout):
    """A shell command in a process group of its own, all of which ends at the time limit."""
    start = time.monotonic()
    process = subprocess.Popen(["/bin/sh", "-c", "ulimit -c 0; " + command], cwd=folder,
                               env=environment(extra), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True)
    try:
        stdout, stderr = process.communicate(timeout=timeout)
        status = process.returncode
    except subprocess.TimeoutExpired:
        stop_group(process.pid)
        stdout, stderr = process.communicate()
        status = None
    stop_group(process.pid)  # what the command left in the background
    return Outcome(status, text_of(stdout), text_of(stderr), time.monotonic() - start)


def stop_group(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def text_of(data):
    return data[:OUTPUT_LIMIT].decode("utf-8", "replace")


def fingerprint(check, outcome, folder):
    """What must be the same in every right run of a check that compares."""
    shown = {"": "", "stdout": outcome.stdout, "stderr": outcome.stderr,
             "both": outcome.stdout + outcome.stderr}[check.compare]
    lines = [line for line in shown.splitlines()
             if not (check.ignore and check.ignore.search(line))]
    digest = hashlib.sha256("\n".join(lines).encode())
    for name in check.files:
        path = folder / name
        digest.update(path.read_bytes() if path.exists() else b"no file")
    return digest.hexdigest(), outcome.status if check.status == "same" else None


def why_wrong(check, outcome, folder, reference):
    """Empty when the run is right, else the first thing that is wrong with it."""
    if outcome.timed_out:
        return f"longer than {check.timeout} s"
    if isinstance(check.status, int) and outcome.status != check.status:
        return f"status {outcome.status}: {last_line(outcome)}"
    shown = outcome.stdout + outcome.stderr
    if check.expect and not check.expect.search(shown):
        return f"no line matches {check.expect.pattern!r}"
    if check.reject and check.reject.search(shown):
        return f"a line matches {check.reject.pattern!r}"
    if reference is not None and fingerprint(check, outcome, folder) != reference:
        return f"output differs (status {outcome.status})"
    return ""


def last_line(outcome):
    lines = (outcome.stderr.strip() or outcome.stdout.strip()).splitlines()
    return lines[-1][:200] if lines else ""
