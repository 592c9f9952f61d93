# SPDX-License-Identifier: Apache-2.0
"""One program with one compiler: built and checked plain, then built and checked through Tare."""
import math
import os
import shutil

from trying.census import check_profiles, take_census
from trying.list_file import replaced
from trying.running import fingerprint, run_command, why_wrong

# An accusation needs less than this probability that chance alone did it.
BY_CHANCE = 0.01


class Setting:
    """What is the same for all trials."""

    def __init__(self, options):
        self.tare, self.out, self.repeat = options.tare, options.out, options.repeat
        self.threads, self.jobs, self.keep = options.threads, options.make_jobs, options.keep
        self.profile_tool, self.baseline = options.profile_tool, options.baseline


class Side:
    """The plain or the instrumented copy of a program."""

    def __init__(self, setting, program, compiler, name):
        self.setting, self.program, self.name = setting, program, name
        self.home = setting.out / program.name / compiler.name
        self.folder = self.home / name
        self.results = self.home / "results"
        launcher = f"{setting.tare} cc " if name == "instrumented" else ""
        self.words = {"cc": launcher + compiler.cc, "cxx": launcher + compiler.cxx,
                      "compiler": compiler.name, "jobs": setting.jobs}
        self.references = {}

    def copy(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        if not self.program.copy:
            shutil.copytree(self.program.folder, self.folder, symlinks=True)
            return
        for glob in self.program.copy:
            for path in self.program.folder.glob(glob):
                target = self.folder / path.relative_to(self.program.folder)
                target.parent.mkdir(parents=True, exist_ok=True)
                if path.is_dir():
                    shutil.copytree(path, target, symlinks=True, dirs_exist_ok=True)
                else:
                    shutil.copy2(path, target)

    def command(self, text, timeout, log, **extra):
        words = {**self.words, "threads": extra.get("OMP_NUM_THREADS", 1)}
        outcome = run_command(replaced(text, words), self.folder,
                              {**replaced(self.program.env, words), **extra}, timeout)
        (self.home / f"{self.name}-{log}.log").write_text(
            f"status {outcome.status}, {outcome.seconds:.2f} s\n{outcome.stdout}\n{outcome.stderr}")
        return outcome

    def build(self):
        """Empty, or why there is no program."""
        self.copy()
        if self.program.clean:
            self.command(self.program.clean, self.program.build_timeout, "clean")
        built = self.command(self.program.build, self.program.build_timeout, "build",
                             TARE_OUTPUT_DIR=str(self.results / "build"))
        self.seconds = built.seconds
        return "" if built.status == 0 else f"build: status {built.status}"

    def attempt(self, check, threads, reference=None):
        """One run of a check. Without a reference a comparing check gets its own."""
        results = self.results / f"{check.name}-{threads}".replace("/", "_")
        outcome = self.command(check.run, check.timeout, f"{check.name}-{threads}".replace("/", "_"),
                               OMP_NUM_THREADS=str(threads), TARE_OUTPUT_DIR=str(results))
        wrong = why_wrong(check, outcome, self.folder, reference)
        return wrong, fingerprint(check, outcome, self.folder) if check.compares else None


def rate(attempts):
    return f"{sum(not wrong for wrong in attempts)}/{len(attempts)}"


def share_right(attempts):
    return sum(not wrong for wrong in attempts) / len(attempts)


def chance_of(right, runs, probability):
    """P(at most `right` of `runs` are right), each with this probability."""
    return sum(math.comb(runs, k) * probability**k * (1 - probability)**(runs - k)
               for k in range(right + 1))


def verdict_of(before, after):
    """right | racy (as before) | wrong before | WRONG. One failure where none was before is WRONG;
    of a racy check only what its own rate before makes improbable."""
    share = share_right(before)
    if share == 0:
        return "wrong before"
    right = sum(not wrong for wrong in after)
    if share == 1:
        return "right" if right == len(after) else "WRONG"
    return "WRONG" if chance_of(right, len(after), share) < BY_CHANCE else "racy"


class CheckTrial:
    """A check at one number of threads, before and after, repeated as soon as one run fails."""

    def __init__(self, check, threads, plain, repeat):
        self.check, self.threads, self.plain, self.repeat = check, threads, plain, repeat
        self.before, self.after, self.reference = [], [], None
        if check.compares:
            wrong, self.reference = plain.attempt(check, threads)
            self.before += [wrong] if wrong else []
        self.try_once(plain, self.before)
        if self.before[-1]:
            self.fill(plain, self.before)

    def try_once(self, side, attempts):
        attempts.append(side.attempt(self.check, self.threads, self.reference)[0])

    def fill(self, side, attempts):
        """To `repeat` runs; one that takes too long is not given that time again and again."""
        limit = 2 if "longer than" in attempts[-1] else self.repeat
        while len(attempts) < limit:
            self.try_once(side, attempts)

    def instrumented(self, side):
        self.try_once(side, self.after)
        if self.after[0] and share_right(self.before):
            self.fill(side, self.after)
            self.fill(self.plain, self.before)
        elif 0 < share_right(self.before) < 1:
            self.fill(side, self.after)

    def json(self):
        verdict = verdict_of(self.before, self.after) if self.after else (
            "right" if share_right(self.before) == 1 else
            "racy" if share_right(self.before) else "wrong before")
        why = next((wrong for wrong in self.after or self.before if wrong), "")
        return {"check": self.check.name, "threads": self.threads, "verdict": verdict,
                "before": rate(self.before), "after": rate(self.after) if self.after else "",
                "why": why}


def try_program(setting, program, compiler):
    """The whole trial as JSON."""
    plain = Side(setting, program, compiler, "plain")
    shutil.rmtree(plain.home, ignore_errors=True)
    plain.home.mkdir(parents=True)
    result = {"name": program.name, "compiler": compiler.name, "built": True,
              "built_after": None, "checks": [], "why": plain.build()}
    if result["why"]:
        result["built"] = False
    else:
        result["build_s"] = plain.seconds
        trials = [CheckTrial(check, threads, plain, setting.repeat) for check in program.checks
                  for threads in program.threads or setting.threads]
        if not setting.baseline:
            try_instrumented(Side(setting, program, compiler, "instrumented"), trials, result)
        result["checks"] = [trial.json() for trial in trials]
    tidy(plain.home, setting, accused(result))
    return result


def try_instrumented(side, trials, result):
    result["why"] = side.build()
    result["built_after"] = not result["why"]
    result["build_after_s"] = side.seconds
    result["census"] = take_census(side.folder, side.program.census)
    if result["built_after"]:
        for trial in trials:
            trial.instrumented(side)
        result["profiles"] = check_profiles(side.setting.profile_tool, side.results)


def accused(result):
    """Whether instrumentation made something wrong that was right."""
    return result["built_after"] is False or any(
        check["verdict"] == "WRONG" for check in result["checks"])


def tidy(home, setting, keep):
    """The copies and the profiles go, the logs stay; what failed stays as it is."""
    if setting.keep or keep:
        return
    for name in os.listdir(home):
        if (home / name).is_dir():
            shutil.rmtree(home / name, ignore_errors=True)
