// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/note_rules.h"

#include <iterator>

namespace tare {
namespace {

constexpr NoteRule rules[] = {
    {"quoted", "<sentence>"},

    // ---- one run: books, accounts ----
    {"cut-off", "cut off: <reason>"},
    {"foreign-regions",
     "<regions> regions were forked by threads other than the initial one; the books do not cover "
     "them: what runs meanwhile counts as serial code, and no limit of the speed-up is known"},
    {"disk-full",
     "the disk was full: the log stopped early, waits are split by the part that was written"},
    {"two-runtimes", "libgomp and libomp are both loaded: their threads compete; link one"},
    {"log-sampled", "the log was sampled: the split of waits by cause is an estimate"},
    {"paths-sampled", "the log was sampled: what each call path has is an estimate"},
    {"unbalanced", "a construct was left without passing its end; its time was closed at the next "
                   "probe"},
    {"too-deep", "regions or tasks were nested deeper than is measured; the innermost ones are in "
                 "the time of those around them"},
    {"own-number-of-threads",
     "the program sets its number of threads itself: started with <threads>, there were more in "
     "its regions on average (if its command says how many, write {threads} there)"
     "[one?; what is called work on one thread was not done by one]"},
    {"surplus-threads",
     "threads ran beyond the <threads> asked for (teams inside teams, or of the program's own "
     "size): their time is taken off 'without a core', which may be negative, and other lines may "
     "exceed 100 %"},
    {"hidden-tasks",
     "tasks that no probe sees (of a taskloop, or left out by the plan): the time of all regions "
     "and their waits may hide them, and what is more of it than on one thread, and no pilot run "
     "tells, is unidentified"},
    {"log-incomplete", "the log is not complete: cores that a small team left to nested ones are "
                       "in partially parallelised, and off CPU is lower by as much"},
    {"copied-sources",
     "files of the serial program are taken: [copy*those in <copy> for copies of those in "
     "<original>|, ]; what has the same name and code in both is its own twin"},

    // ---- all runs of one p ----
    {"too-short",
     "the program takes less than a millisecond: too little to weigh; give it more work"},
    {"unlike-runs",
     "runs with <threads+thread> did not all do the same: <place> [loop?did][!loop?was executed] "
     "<low:count> to <high:count> [loop?iterations][!loop?times] (a race, chance, polling, or an "
     "end by time), so lines differ from run to run by more than noise; fix what is chance, and "
     "see whether results agree (--check)"},
    {"probes-cost-otherwise",
     "beside this program the probes cost <factor:decimal> times what their calibration says: so "
     "the plain runs tell[beyond?, and more than they can have cost is unidentified]"},
    {"budget-unmeasured",
     "[one?in the run on one thread: ]the budget left out executions of <skipped-places:part>, and "
     "none of these that the log has was measured: only their time is known, it is not divided "
     "into overheads"},
    {"budget-one-measured",
     "[one?in the run on one thread: ]one measured execution stands for all others of "
     "<skipped-places:part>, which the budget left out: how exact that is the bands do not tell"},
    {"skipped-places", "<regions+region> ([place*<place>: <skipped>|, ][more? and <more> more])"},
    {"one-source",
     "one source makes both programs: what it computes more on one thread is at instruction level; "
     "additional computation is what it executes more often on several"},
    {"shared-cores", "more threads than cores: waits contain time without a core"},

    // ---- the serial program with probes ----
    {"unpaired",
     "<unpaired> of <constructs> constructs (a region and its loop are two, loops of its code "
     "count as well) have no twin in the serial program; they did <share:percent> of T_s on one "
     "thread[folder?; its files are in <folder>, those of the parallel program in "
     "<parallel_folder>]"},
    {"serial-longer",
     "with probes the serial program took <longer:percent> longer: its share of constructs that "
     "are short is too large[wider?; what its probes take is not known, so single constructs have "
     "wider bands of what they compute more]"},
    {"serial-slowed",
     "with probes the serial program took <longer:percent> longer, more than its probes take: its "
     "code is slower, by what the compiler makes of it or by where it lies. Where is not known, so "
     "single constructs have wider bands of what they compute more; the sums are those of the "
     "plain programs[unaligned?. Compile all programs with -falign-functions=64 and weigh again]"},
    {"serial-page-faults",
     "the serial program has <plain:count> page faults, with probes <probed:count>: "
     "[kept?its compiler drops work there that it keeps with probes (zeroing what was just "
     "allocated, say)][!kept?its memory is taken and given back otherwise there, and that is in "
     "the times of its constructs]"},

    // ---- lines of a table ----
    {"wide-band",
     "the band of '<label>' is wide, <low:tenths> to <high:tenths> % of T_p[runs_differ?, because "
     "the runs of the serial program and on one thread differ from each other: more of them "
     "(--repeat) make it narrower][wrong_when?; this line is wrong when <wrong_when>]"},
    {"lines-of-work", "'<additional_computation.instruction_level:label>', "
                      "'<additional_computation.implementation:label>' and "
                      "'<information_movement.work_rate:label>'"},
    {"slowed-code",
     "[one?on one thread ]the instrumented program took <longer:percent> of T_p longer than the "
     "plain one, and its probes take at most <probes:percent>: its code is slower, by what the "
     "compiler makes of it or by where it lies, so <lines-of-work:part>, which rest on its work on "
     "one thread, are void"},
    {"sped-up-code",
     "the instrumented program took <less:percent> of T_p less than the plain one: its code is "
     "faster, by what the compiler makes of it or by where it lies, so <lines-of-work:part> are "
     "too small by about as much, and '<unidentified:label>' is too large"},
    {"longer-alone",
     "the instrumented program took <longer:percent> of T_1 longer than the plain one beyond what "
     "its probes take: <lines-of-work:part> may be too large by as much, at every number of "
     "threads"},
    {"other-threads",
     "threads that took part in no measured region (of the program's own, or of a library) had "
     "<cpu:time> of CPU time; the books do not cover them: what of it ran while the initial thread "
     "was outside of regions counts as serial code, how much is not known, and no limit of the "
     "speed-up is stated"},
    {"reference-off-cpu",
     "the places of '<label>' are those of the parallel run and have <places:percent> of T_p, "
     "which is more than the line's <line:percent>: the line is smaller because the reference run "
     "also waited for a core (<reference:time>); that part has no place"},
    {"asleep",
     "in at least <share:percent> of T_p threads slept in what counts as work, as the CPU time of "
     "the process tells: no probe sees waits for locks that are not OpenMP's (std::mutex, "
     "pthread_mutex_t), nor for input and output; they are in what work rate, replicated work and "
     "additional computation are made of"},
    {"fewer-iterations",
     "with <threads> threads <place> did <ratio:ratio> times as many iterations as on one: what "
     "the program computes depends on the number of threads (a race, or an end that comes "
     "earlier), so net work compares unlike work; see whether its results agree (--check)"},
    {"page-faults",
     "the instrumented program had <instrumented:count> page faults, the plain one <plain:count>: "
     "its times have at least <share:percent> of T_p [more?more][!more?less] by them than the "
     "program's own, so memory is taken and given back otherwise; weigh it again with "
     "MALLOC_TOP_PAD_=67108864 in the environment, and see whether they agree"},

    // ---- constructs without probes ----
    {"unprobed", "left out by the plan: [kind*<count> <kind>|, ]; "},
    {"unprobed-told", "<unprobed:part>what these wait and manage is that of pilot runs; what they "
                      "compute is part of what is around them or calls them"},
    {"unprobed-tasks",
     "<unprobed:part>such tasks run in the waits of their regions, so what these regions and their "
     "waits take more than on one thread is unidentified"},
    {"unprobed-inside",
     "<unprobed:part>the time of these, waits for locks and at barriers included, is part of the "
     "constructs around them, and what is more of that than on one thread is unidentified"},
    {"unprobed-alone",
     "<unprobed:part>nothing around these is measured in their own function, so their time, waits "
     "included, is in constructs that call it and looks like work there (work rate, replicated "
     "work, load imbalance)"},

    // ---- the experiment ----
    {"serial-unprobed",
     "the serial program has no probes: how long it spends in what each construct does is not "
     "known; build it once more with `tare cc --role serial --parallel INSTRUMENTED COMPILER ...` "
     "and name it with --serial-instrumented"},
    {"pragmas-not-ignored",
     "the OpenMP source was not run with its pragmas ignored: what the compiler makes of it counts "
     "as implementation; build it with `tare cc --role ignored COMPILER ...` and name it with "
     "--ignored (if the serial program is that build, name that there as well)"},
    {"not-approximated",
     "times without what the probes took do not add up, so the table has those that were measured, "
     "probes included (<reason>)"},
    {"costs-not-kept", "the costs of the probes are not kept: <reason>"},
    {"costs-unknown", "the probes' own cost stays in the times: <reason>"},
    {"costs-not-measured", "the probes' own cost stays in the times: what they cost was not "
                           "measured beside these runs"},
    {"symbols-not-kept", "names of calls and unseen regions are not kept: <reason>"},
    {"symbols-unread",
     "the names of calls cannot be read, so call paths are shown by address, and regions that were "
     "compiled without Tare are not named: <reason>"},
    {"noisy-machine",
     "noisy machine: [accepted*<accepted> of <tuples> tuples with <threads+thread> accepted|; ]; "
     "all are used and bands are wide (the last because: <reason>); free the "
     "machine[unbound?, or try OMP_PROC_BIND=true]"},
    {"bypassed",
     "on one thread the program executes no parallel region (it takes another way then): "
     "[no_table?there is no table for 1 thread, and ]<parts-unknown:part>"},
    {"one-not-measured", "no run on one thread was measured: <parts-unknown:part>"},
    {"parts-unknown",
     "what its constructs take on one thread is not known, so work rate and replicated work are "
     "part of additional computation"},
    {"pilot-unread", "a pilot run with <threads+thread> does not stand for constructs without "
                     "probes: <reason>"},
    {"single-runs",
     "the experiment did not end: with <threads+thread> the table rests on run <instrumented>, of "
     "the instrumented program; T_p is that of [parallel?run <parallel>, of the parallel program]"
     "[!parallel?this run too, with probes][serial?; T_s is that of run <serial>, of the serial "
     "program][plain_one?; T_s is that of run <plain_one>, of the parallel program]"},
    {"ended-for-noise", "the experiment did not end: it ran more because of noise"},
    {"ended-early",
     "the experiment did not end: everything was run <whole> of <repetitions> times"},
    {"run-failed", "run <number> (<role>, <threads+thread>) [interrupted?was ended: ]"
                   "[!interrupted?failed: ][timed_out?it did not end in time]"
                   "[signal?signal <signal>][exit_status?exit status <exit_status>]"},
    {"idle",
     "in <idle:time> of <whole:time> the program on one thread neither computed nor waited for a "
     "core: it slept, or waited for input, output or another process; the table counts that as "
     "work"},
    {"sources-changed", "sources changed since the run, lines may not fit: [file*<file>|, ]"},
};

} // namespace

std::span<const NoteRule> allNoteRules() { return rules; }

} // namespace tare
