# SPDX-License-Identifier: Apache-2.0
"""One runtime and one profile per process, however instrumented units come together: executable,
archive, linked and loaded shared libraries, with -flto, --gc-sections, -static, both compilers.
And the stub is text that every dialect accepts."""
import os
import subprocess

from support import (ARCHIVE, C_COMPILERS, CLOSED, FORK, PROGRAMS, RUNTIME, Workspace,
                     check_books, check_log, expect, one_profile)

KINDS = "parallel,for"
EXPECTED = sum(i & 3 for i in range(1000))


def objects(work, compiler, units, *flags):
    made = {}
    for unit in units:
        source = work.stub("unit", unit=unit, kinds=KINDS)
        made[unit] = work.compile(compiler, [source], f"{unit}.o", "-c", f"-DUNIT={unit}", *flags)
    return made


def library(work, compiler, unit, *flags):
    source = work.stub("unit", unit=unit, kinds=KINDS)
    return work.compile(compiler, [source], f"lib{unit}.so", "-shared", "-fPIC", f"-DUNIT={unit}",
                        *flags)


def main_program(work, compiler, calls, inputs, *flags):
    source = work.path / "main.c"
    source.write_bytes((PROGRAMS / "main.c").read_bytes())
    text = " + ".join(f"run_{unit}(1000)" for unit in calls)
    return work.compile(compiler, [source, *inputs], "program", f"-DCALLS={text}", *flags)


def check(work, name, program, modules, *arguments, lines=None):
    outcome = work.run(program, *arguments)
    expect(outcome.stderr == "", f"{name}: {outcome.stderr}")
    profile = one_profile(outcome)
    expect(profile["modules"] == modules, f"{name}: {profile['modules']} modules")
    expect(profile["regions"] == modules, f"{name}: {profile['regions']} regions")
    expect(profile["status"] == CLOSED, f"{name}: status {profile['status']}")
    expect(outcome.stdout.split() == (lines or [str(EXPECTED * modules)]), outcome.stdout)
    check_books(profile)
    check_log(profile)
    print("ok", name, flush=True)


def executables(work, cc):
    for name, compile_flags, link_flags in (
            ("executable", [], []),
            ("hidden and gc-sections", ["-fvisibility=hidden", "-ffunction-sections",
                                        "-fdata-sections"], ["-Wl,--gc-sections"]),
            ("-no-pie", ["-fno-pie"], ["-no-pie"]),
            ("-O0 -g", ["-O0", "-g"], [])):
        units = objects(work, cc, "ab", *compile_flags)
        check(work, f"{cc} {name}", main_program(work, cc, "ab", units.values(), *link_flags), 2)


def cores(work, cc):
    """What the process may use, also where the OpenMP runtime has bound the thread that asks."""
    units = objects(work, cc, "a")
    program = main_program(work, cc, "a", units.values())
    allowed = len(os.sched_getaffinity(0))
    for environment in ({}, {"OMP_PROC_BIND": "true"}, {"OMP_PLACES": "cores"}):
        profile = one_profile(work.run(program, **environment))
        expect(profile["cores"] == allowed, f"{environment}: {profile['cores']} cores")
        bind = ("taskset", "-c", str(min(os.sched_getaffinity(0))))
        profile = one_profile(work.run(program, wrapper=bind, **environment))
        expect(profile["cores"] == 1, f"bound, {environment}: {profile['cores']} cores")
    print("ok", cc, "cores", flush=True)


def lto(work, cc):
    link = [] if cc == "gcc" else ["-fuse-ld=/usr/bin/ld.lld-19"]
    units = objects(work, cc, "ab", "-flto")
    program = main_program(work, cc, "ab", units.values(), "-flto", *link)
    check(work, f"{cc} -flto", program, 2)


def archives_and_libraries(work, cc):
    units = objects(work, cc, "ab")
    archive = work.path / "libunits.a"
    subprocess.run(["ar", "rcs", archive, units["a"]], check=True)
    shared = library(work, cc, "c")
    rpath = [f"-Wl,-rpath,{work.path}"]
    program = main_program(work, cc, "abc", [units["b"], archive, shared], *rpath)
    check(work, f"{cc} archive and linked library", program, 3)
    script = work.path / "map"
    script.write_text("{ global: run_c; local: *; };\n")
    shared = library(work, cc, "c", f"-Wl,--version-script={script}", "-Wl,-Bsymbolic")
    program = main_program(work, cc, "abc", [units["b"], archive, shared], *rpath)
    check(work, f"{cc} version script", program, 3)


def plugins(work, cc):
    script = work.path / "map"
    script.write_text("{ global: run_*; local: *; };\n")
    paths = [library(work, cc, "a"), library(work, cc, "b", f"-Wl,--version-script={script}")]
    host = work.path / "host"
    subprocess.run([cc, "-w", PROGRAMS / "host.c", "-o", host], check=True)
    check(work, f"{cc} plugins in a plain host", host, 2, paths[0], "run_a", paths[1], "run_b",
          lines=[str(EXPECTED)] * 2)


def static(work, cc):
    units = objects(work, cc, "ab")
    program = main_program(work, cc, "ab", units.values(), "-static", "-Wl,-u,tare_rt_attach",
                           ARCHIVE)
    check(work, f"{cc} -static", program, 2)


def probes_off(work, cc):
    """Probes that are off name their object where that is asked for, and nothing else is left."""
    host, library_path = work.path / "host", work.path / "liba.so"
    mark = work.path / "idle"
    outcome = work.run(host, library_path, "run_a", TARE_ENABLE=0, TARE_IDLE=mark)
    expect(outcome.returncode == 0 and outcome.stderr == "" and not outcome.profiles, outcome)
    found = list(work.path.glob("idle.*"))
    expect([f.read_text().strip() for f in found] == [str(library_path)], found)
    found[0].unlink()
    work.run(host, library_path, "run_a", TARE_ENABLE=0)
    work.run(host, library_path, "run_a", TARE_IDLE=mark)
    expect(not list(work.path.glob("idle.*")), "a mark of a run that was not to leave one")
    print("ok", cc, "probes that are off")


def same_unit_twice(work, cc):
    """One object in two libraries: the table is in the profile once."""
    units = objects(work, cc, "a", "-fPIC")
    paths = []
    for name in "xy":
        path = work.path / f"lib{name}.so"
        subprocess.run([cc, "-shared", "-fopenmp", units["a"], "-o", path], check=True)
        paths += [path, "run_a"]
    host = work.path / "host"
    outcome = work.run(host, *paths)
    profile = one_profile(outcome)
    expect(profile["modules"] == 1 and profile["regions"] == 2, "a unit in two libraries")
    check_books(profile)
    print("ok", cc, "one unit in two libraries")


def slow_start(work, cc):
    """What the OpenMP runtime takes to start is the first fork's, though our question starts it."""
    source = work.path / "slow.c"
    source.write_text("""
        #include <time.h>
        static long long now(void) {
          struct timespec t;
          clock_gettime(CLOCK_MONOTONIC, &t);
          return t.tv_sec * 1000000000ll + t.tv_nsec;
        }
        int omp_get_max_threads(void) {
          for (long long end = now() + 20000000; now() < end;)
            ;
          return 2;
        }
        """)
    units = objects(work, cc, "a")
    outcome = work.run(main_program(work, cc, "a", [*units.values(), source], "-rdynamic"))
    profile = one_profile(outcome)
    check_books(profile)
    forked = sum(t["nodes"][0]["slots"][FORK][0] for t in profile["threads"] if t["initial"])
    expect(forked >= 0.019 * profile["rate"], f"the first fork has {forked} ticks")
    print("ok", cc, "start of the OpenMP runtime")


def missing_runtime(work, cc):
    sources = [work.stub("unit", unit=unit, kinds=KINDS, runtime="/nowhere/libtare-rt.so.1")
               for unit in "ab"]
    made = [work.compile(cc, [source], f"{unit}.o", "-c", f"-DUNIT={unit}")
            for unit, source in zip("ab", sources)]
    outcome = work.run(main_program(work, cc, "ab", made))
    expect(outcome.returncode == 0 and outcome.stdout.split() == [str(2 * EXPECTED)], "output")
    expect(outcome.stderr.count("\n") == 1 and "/nowhere/libtare-rt.so.1" in outcome.stderr,
           f"one line about the missing runtime: {outcome.stderr}")
    expect(not outcome.profiles, "no profile")
    print("ok", cc, "missing runtime")


def too_many_nodes(work, cc):
    """A unit whose constructs could not be numbered is left out, and that is said."""
    size = "(unsigned int)sizeof(struct tare_module), "
    forged = work.stub("unit", unit="a", kinds=KINDS)
    text = forged.read_text()
    expect(text.count(size + "2,") == 1, "the stub says how many nodes there are")
    forged.write_text(text.replace(size + "2,", size + f"{2**28},"))
    made = [work.compile(cc, [source], f"{unit}.o", "-c", f"-DUNIT={unit}")
            for unit, source in (("a", forged), ("b", work.stub("unit", unit="b", kinds=KINDS)))]
    outcome = work.run(main_program(work, cc, "ab", made))
    expect(outcome.stdout.split() == [str(2 * EXPECTED)], "output")
    expect(outcome.stderr == "tare: the constructs of a unit are not measured: they are too many, "
           "or there is no memory or disk space for them\n", outcome.stderr)
    profile = one_profile(outcome)
    expect(profile["modules"] == 1 and profile["regions"] == 1, "the other unit is measured")
    check_books(profile)
    print("ok", cc, "too many nodes")


def no_region(work, cc):
    """Build tools that never run a region leave nothing behind, and link without OpenMP."""
    source = work.stub("main", "weak", kinds="function", unit="nothing")
    program = work.path / "tool"
    subprocess.run([cc, "-w", "-DCALLS=7", source, "-o", program], check=True)
    outcome = work.run(program)
    expect(outcome.stdout == "7\n" and outcome.stderr == "" and not outcome.results.exists(),
           "a program without a region leaves no trace")
    print("ok", cc, "no region, no folder, no OpenMP")


def dialect(work, cc, language, standard, *flags):
    """One dialect, warnings as errors, as preprocessed text, beside the real declarations."""
    text = work.path / ("plain." + ("ii" if language == "c++" else "i"))
    subprocess.run([cc, "-E", "-x", language, "-std=" + standard, PROGRAMS / "empty.c", "-o", text],
                   check=True)
    source = work.stub("empty", *flags, kinds=",".join(["function"] * 40), source=text)
    strict = ["-pedantic-errors", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    if cc != "gcc":
        strict.append("-Wno-gnu-line-marker")  # any preprocessed text has them
    form = "cpp-output" if language == "c" else "c++-cpp-output"
    for extra in ([], ["-fno-exceptions", "-fvisibility=hidden", "-fPIC"]):
        done = subprocess.run([cc, "-x", form, "-std=" + standard, *strict, *extra, source],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        expect(done.returncode == 0, f"{cc} {standard}: {done.stdout[:2000]}")


def dialects(work, cc):
    for standard in "c89 c99 c11 c17 gnu89 gnu17 c2x".split():
        dialect(work, cc, "c", standard)
        dialect(work, cc, "c", standard, "weak")
    for standard in "c++98 c++11 c++14 c++17 c++20 gnu++17 c++2b".split():
        dialect(work, cc, "c++", standard, "c++")
        dialect(work, cc, "c++", standard, "c++", "weak")
    print("ok", cc, "dialects", flush=True)


HEAP = """malloc calloc realloc free aligned_alloc posix_memalign strdup asprintf getline fopen
opendir qsort localtime localtime_r gmtime gmtime_r mktime strftime tzset setlocale""".split()


def heap_left_alone():
    """What is taken from the program's heap moves the program's blocks.  (Those that deal with time
    read the time zone's file into it.)"""
    listed = subprocess.run(["nm", "-D", "--undefined-only", "--format=posix", RUNTIME], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    used = {line.split()[0].split("@")[0] for line in listed.splitlines()}
    expect("mmap" in used, listed)
    expect(not used & set(HEAP), f"the runtime uses {sorted(used & set(HEAP))}")
    print("ok heap", flush=True)


heap_left_alone()
with Workspace() as work:
    for compiler in C_COMPILERS:
        executables(work, compiler)
        cores(work, compiler)
        lto(work, compiler)
        archives_and_libraries(work, compiler)
        plugins(work, compiler)
        probes_off(work, compiler)
        same_unit_twice(work, compiler)
        if compiler == "gcc":  # Debian has no libomp.a
            static(work, compiler)
        slow_start(work, compiler)
        missing_runtime(work, compiler)
        too_many_nodes(work, compiler)
        no_region(work, compiler)
        dialects(work, compiler)
