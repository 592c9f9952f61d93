# SPDX-License-Identifier: Apache-2.0
"""Staged profiles: the same as in place, whole when they come to their place, and nothing local is left of a good
run. Where nothing can be staged, one line says so, and the profile is written in place."""
import os
import resource
import shutil
import signal
import subprocess
import tempfile

from support import ARCHIVE, DISK_FULL, PREFIX, WINDOW, Workspace, check_books, dump, expect, one_profile

KINDS = "parallel,for,barrier,critical"
MAGIC = b"tare-staged 1\n"


def local_folder(work):
    folder = work.path / "local"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def staged(work, program, *words, folder=None, **environment):
    """The outcome of a staged run, which leaves nothing in its local folder."""
    local = folder or local_folder(work)
    outcome = work.run(program, *words, TMPDIR=local, TARE_STAGE="always", **environment)
    expect(not list(local.iterdir()), f"left behind: {list(local.rglob('*'))}")
    left = [path for path in outcome.results.rglob("*") if path.is_file() and path.name != "profile.tare"
            and path.name != ".gitignore"]
    expect(not left, f"left in the results: {left}")
    return outcome


def counts(profile):
    return [[slot[1] for slot in node["slots"]] for thread in profile["threads"] for node in thread["nodes"]]


def as_in_place(work, program):
    """What is no time is equal, and all checksums hold: of a small profile, and of one that grows."""
    for regions in (1, 30000):
        plain = one_profile(work.run(program, "regions", regions, threads=1, TARE_STAGE="never"))
        outcome = staged(work, program, "regions", regions, threads=1)
        expect(not outcome.stderr, outcome.stderr)
        profile = one_profile(outcome)
        check_books(profile)
        for key in ("regions", "status", "cut_off", "asked"):
            expect(profile[key] == plain[key], f"{key}: {profile[key]} and {plain[key]}")
        expect(counts(profile) == counts(plain), "other counts")


def in_place_after(work, program, why, **environment):
    outcome = work.run(program, "regions", 100, TARE_STAGE="always", **environment)
    profile = one_profile(outcome)
    check_books(profile)
    lines = outcome.stderr.splitlines()
    expect(len(lines) == 1 and lines[0].startswith("tare: ") and why in lines[0], f"{why}: {outcome.stderr}")


def no_local_folder(work, program):
    in_place_after(work, program, "there is no such folder", TMPDIR=work.path / "nowhere")
    in_place_after(work, program, "there is no such folder", TMPDIR=program)
    disk = work.path / "disk"
    disk.mkdir()
    for options, why in (("size=1m", "too little space is left"), ("size=1g,ro", "it cannot be written")):
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", disk], stderr=subprocess.DEVNULL)
        if mounted.returncode != 0:
            print("SKIPPED: a full or read-only folder cannot be made here (mount is not permitted)")
            return
        try:
            in_place_after(work, program, why, TMPDIR=disk)
        finally:
            subprocess.run(["umount", disk], check=True)


def full_while_it_runs(work, program):
    """The profile ends there, as on a full disk, and comes to its place."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, hard))
    try:
        outcome = staged(work, program, "regions", 20000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    expect(len(outcome.stderr.splitlines()) == 1 and "no space left" in outcome.stderr, outcome.stderr)
    profile = one_profile(outcome)
    expect(profile["status"] & DISK_FULL, "says nothing of the full disk")
    check_books(profile)


def forked(work, program):
    """Parent and child bring their own; the second child has nothing of its own (limits_test.py)."""
    outcome = staged(work, program, "fork")
    expect(len(outcome.profiles) == 2, f"{len(outcome.profiles)} profiles: {outcome.stderr}")
    for path in outcome.profiles:
        check_books(dump(path))


def closed_descriptors(work, program):
    check_books(one_profile(staged(work, program, "closed", 2000)))


def killed(work, program):
    """Its place says where the profile is; `tare report` says what to do."""
    local, results = local_folder(work), tempfile.mkdtemp(dir=work.path)
    env = dict(os.environ, OMP_NUM_THREADS="2", TARE_OUTPUT_DIR=results, TMPDIR=str(local), TARE_STAGE="always")
    process = subprocess.Popen([program, "forever"], env=env, stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    [folder] = [os.path.join(results, name) for name in os.listdir(results) if name.startswith("tare-")]
    place = os.path.join(folder, "profile.tare")
    magic, host, path = open(place, "rb").read().split(b"\n")[:3]
    expect(magic + b"\n" == MAGIC and host.decode() == os.uname().nodename, "no note")
    expect(os.readlink(os.path.join(os.path.dirname(path.decode()), "place")) == place, "no way back")
    said = subprocess.run([PREFIX / "bin" / "tare", "report", folder], capture_output=True, text=True)
    command = f"cp {path.decode()} {place}"
    expect(said.returncode != 0 and command in said.stderr, said.stderr)
    subprocess.run(command, shell=True, check=True)
    check_books(dump(place))


def windows(work, program):
    """A window that is not mapped is as one that is, and ends before the profile is copied."""
    for stage in ("always", "never"):
        prefix = work.path / "window"
        outcome = work.run(program, "regions", 30000, LD_PRELOAD=WINDOW, TARE_WINDOW=prefix, TARE_STAGE=stage,
                           TMPDIR=local_folder(work))
        one_profile(outcome)
        [path] = work.path.glob("window.*")
        data = path.read_bytes()
        expect(len(data) == 1240 and data.startswith(b"TAREWIND"), f"{stage}: {data[:8]}")
        expect(all(any(data[at:at + 8]) for at in (24, 40)), f"{stage}: no end")
        last = outcome.profiles[0].stat().st_mtime_ns
        expect(stage == "never" or path.stat().st_mtime_ns <= last, "the window ends after the copying")
        path.unlink()


def other_word(work, program):
    outcome = work.run(program, "regions", 10, TARE_STAGE="yes")
    one_profile(outcome)
    expect("TARE_STAGE is neither always nor never" in outcome.stderr, outcome.stderr)


with Workspace() as work:
    program = work.compile("gcc", [work.stub("many", kinds=KINDS)], "many")
    archived = work.compile("gcc", [work.stub("many", kinds=KINDS)], "archived", "-Wl,-u,tare_rt_attach", ARCHIVE)
    for each in (program, archived):
        as_in_place(work, each)
        forked(work, each)
        windows(work, each)
    full_while_it_runs(work, program)
    closed_descriptors(work, program)
    no_local_folder(work, program)
    other_word(work, program)
    killed(work, work.compile("gcc", [work.stub("endless", kinds="parallel,for,barrier,critical,parallel")], "endless"))
