// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/note_rules.h"

#include <iterator>

namespace tare {
namespace {

constexpr NoteRule rules[] = {
    {"quoted", "<sentence>"},

    // ---- one run: books, accounts ----
    {"cut-off", "cut off[ranks?, <ranks>]: <reason>"},
    {"foreign-regions",
     "<regions> regions were started by threads other than the initial one. The table does not "
     "cover them: what runs meanwhile counts as serial code, and no limit of the speed-up is "
     "known"},
    {"disk-full",
     "the disk was full, so the log stopped early. Waits are split by the part that was written"},
    {"two-runtimes",
     "libgomp and libomp are both loaded, and their threads compete: link only one"},
    {"log-sampled", "the log was sampled, so the causes of waits are an estimate"},
    {"paths-sampled", "the log was sampled, so the share of each call path is an estimate"},
    {"unbalanced", "a construct was left without reaching its end; its time was closed at the next "
                   "probe"},
    {"too-deep", "regions or tasks were nested deeper than is measured; the innermost ones are in "
                 "the time of those around them"},
    {"own-number-of-threads",
     "the program sets its number of threads itself: started with <threads>, there were more in "
     "its regions on average (if its command says how many, write {threads} there)"
     "[one?. What is called work on one thread was not done by one]"},
    {"surplus-threads",
     "more threads ran than the <threads> asked for (teams inside teams, or teams of the program's "
     "own size). Their time is taken off 'waiting for a CPU', which may be negative, and other "
     "rows may exceed 100 %"},
    {"hidden-tasks",
     "no probe sees some tasks (of a taskloop, or left out by the plan). The regions and their "
     "waits may hide them, and what no pilot run tells is unexplained"},
    {"log-incomplete", "the log is not complete: cores that a small team left to nested ones are "
                       "in 'too little parallel work', and 'waiting for a CPU' is smaller by as "
                       "much"},
    {"copied-sources",
     "files of the serial program count as copies: [copy*those in <copy> of those in "
     "<original>|, ]. What has the same name and code in both is its own serial counterpart"},

    // ---- all runs of one p ----
    {"too-short",
     "the program takes less than a millisecond, which is too short to measure: give it more work"},
    {"unlike-runs",
     "runs with <size> did not all do the same: <place> [loop?did][!loop?was executed] "
     "<low:count> to <high:count> [loop?iterations][!loop?times] (a race, chance, polling, or an "
     "end by time). So rows differ from run to run by more than noise: remove the chance, and "
     "check the results (--check)"},
    {"probes-cost-otherwise",
     "beside this program the probes cost <factor:decimal> times what their calibration says, so "
     "the plain runs decide[beyond?, and what exceeds their possible cost is unexplained]"},
    {"lock-waits-shorter",
     "probes change who waits for whom at locks that are held so briefly. By the plain runs, waits "
     "for locks are shorter than a queue says, by <moved:percent> of T_p, and the row has that"},
    {"lock-waits-longer",
     "probes change who waits for whom at locks that are held so briefly. By the plain runs, waits "
     "for locks are longer than a queue says, by <moved:percent> of T_p, and the row has that"},
    {"void-rows",
     "a row with a range is not known better than that[rest?: <rest:percent> of T_p is "
     "unexplained, "
     "more than its band, so some of these rows are wrong by as much][!rest?, because its band is "
     "wide]. More repetitions may help (--repeat)"},
    {"budget-unmeasured",
     "[one?in the run on one thread: ]the budget skipped executions of <skipped-places:part>, and "
     "the log holds none that was measured. Only their time is known, not its overheads"},
    {"budget-one-measured",
     "[one?in the run on one thread: ]one measured execution stands for all others of "
     "<skipped-places:part>, which the budget skipped; the bands do not include that error"},
    {"skipped-places", "<regions+region> ([place*<place>: <skipped>|, ][more? and <more> more])"},
    {"first-rank", "single iterations and the order of constructs are rank 0's. For jobs there are "
                   "no call paths"},
    {"job-probes",
     "probes, and the records of messages, made ranks wait for each other. That is taken out: the "
     "job took <with:time> with them, and <without:time> without[optimistic?. What messages take "
     "for which nobody waited is not known, so it is <optimistic:time> to <pessimistic:time>, and "
     "bands have that]"},
    {"job-reference",
     "the job of <ranks+rank> that this one is compared with spends <mpi:time> of its <whole:time> "
     "in MPI itself. The MPI rows hold only what is added to that"},
    {"one-source",
     "both programs have one source, so extra time on one thread counts as a compiler effect, "
     "code under #ifdef _OPENMP included; 'work inflation: extra code' is what is executed more "
     "often on several threads"},
    {"shared-cores", "more threads than CPUs: waits contain time without a CPU"},

    // ---- the serial program with probes ----
    {"unpaired",
     "<unpaired> of <constructs> constructs (a parallel for counts as two, and serial loops in it "
     "count too) have no serial counterpart; they did <share:percent> of T_s on one "
     "thread[folder?; its files are in <folder>, and the parallel program's in "
     "<parallel_folder>]"},
    {"serial-longer",
     "with probes the serial program took <longer:percent> longer, because it spends much time in "
     "short constructs[wider?. What its probes take is not known, so single constructs have wider "
     "bands of work inflation]"},
    {"serial-slowed",
     "with probes the serial program took <longer:percent> longer, more than its probes take: its "
     "code is slower, by what the compiler makes of it or by where it lies. Where is not known, so "
     "single constructs have wider bands of work inflation; the sums come from the plain "
     "programs[unaligned?. Compile all programs with -falign-functions=64 and measure again]"},
    {"serial-page-faults",
     "the serial program has <plain:count> page faults, with probes <probed:count>: "
     "[kept?its compiler drops work there that it keeps with probes (zeroing what was just "
     "allocated, say)][!kept?memory is taken and given back otherwise there, and that is in the "
     "times of its constructs]"},

    // ---- rows of a table ----
    {"wide-band",
     "the band of '<label>' is wide, <low:tenths> to <high:tenths> % of T_p[runs_differ?, because "
     "the runs of the serial program and on one thread differ from each other: more of them "
     "(--repeat) make it narrower][wrong_when?. This row is wrong when <wrong_when>]"},
    {"lines-of-work", "'<additional_computation.instruction_level:label>', "
                      "'<additional_computation.implementation:label>' and "
                      "'<information_movement.work_rate:label>'"},
    {"slowed-code",
     "[one?on one thread ]the instrumented program took <longer:percent> of T_p longer than the "
     "plain one, and its probes take at most <probes:percent>. Its code is slower, by what the "
     "compiler makes of it or by where it lies, so <lines-of-work:part> are void"},
    {"sped-up-code",
     "the instrumented program took <less:percent> of T_p less than the plain one: its code is "
     "faster, by what the compiler makes of it or by where it lies. So <lines-of-work:part> are "
     "too small by about as much, and '<unidentified:label>' is too large"},
    {"longer-alone",
     "the instrumented program took <longer:percent> of T_1 longer than the plain one beyond what "
     "its probes take: <lines-of-work:part> may be too large by as much, at every number of "
     "threads"},
    {"other-threads",
     "threads that took part in no measured region (of the program's own, or of a library) had "
     "<cpu:time> of CPU time, which the table does not cover. What of it ran outside of regions "
     "counts as serial code; how much is not known, so no limit of the speed-up is stated"},
    {"reference-off-cpu",
     "the locations of '<label>' add up to <places:percent> of T_p, more than the row "
     "(<line:percent>): the run that T_s is of waited too (<reference:time>), and only the row is "
     "corrected for that"},
    {"asleep",
     "in at least <share:percent> of T_p threads slept in what counts as work, by the CPU time of "
     "the process. No probe sees waits for locks that are not OpenMP's (std::mutex, "
     "pthread_mutex_t), nor for input and output: they are in work inflation and replicated work"},
    {"fewer-iterations",
     "with [size?<size>][!size?<threads> threads] <place> did <ratio:ratio> times as many "
     "iterations as on one thread: what the program computes depends on the number of "
     "[size?ranks and ]threads ([size?each rank's part has a border of its own, ]a race, or an end "
     "that comes earlier). Work inflation then compares unlike work; check the results (--check)"},
    {"page-faults",
     "the instrumented program had <instrumented:count> page faults, the plain one <plain:count>: "
     "its times have at least <share:percent> of T_p [more?more][!more?less] by them than the "
     "program's own. Memory is taken and given back otherwise: measure again with "
     "MALLOC_TOP_PAD_=67108864 in the environment, and see whether they are alike"},

    // ---- constructs without probes ----
    {"unprobed", "without probes by the plan: [kind*<count> <kind>|, ]; "},
    {"unprobed-told", "<unprobed:part>what these wait and manage is known from pilot runs; what "
                      "they compute is part of what is around them or calls them"},
    {"unprobed-tasks",
     "<unprobed:part>such tasks run in the waits of their regions, so what these take more than on "
     "one thread is unexplained"},
    {"unprobed-inside",
     "<unprobed:part>their time, with waits for locks and at barriers, is part of the constructs "
     "around them, and what is more of that than on one thread is unexplained"},
    {"unprobed-alone",
     "<unprobed:part>nothing around these is measured in their own function, so their time, with "
     "waits, is in constructs that call it and looks like work there (work inflation: memory, "
     "cache, clock; replicated work; load imbalance)"},

    // ---- the experiment ----
    {"serial-unprobed",
     "the serial program has no probes, so how long it spends in what each construct does is not "
     "known. Build it once more with `tare cc --role serial --parallel INSTRUMENTED COMPILER ...` "
     "and name it with --serial-instrumented"},
    {"pragmas-not-ignored",
     "the OpenMP source was not run with its pragmas ignored, so what the compiler makes of it "
     "counts as extra code. Build it with `tare cc --role ignored COMPILER ...` and name it with "
     "--ignored (if the serial program is that build, name that there as well)"},
    {"not-approximated",
     "times without what the probes took do not add up, so the table has those that were measured, "
     "probes included (<reason>)"},
    {"costs-not-kept", "the costs of the probes are not kept: <reason>"},
    {"costs-unknown", "the cost of the probes stays in the times: <reason>"},
    {"costs-not-measured", "the cost of the probes stays in the times: what they cost was not "
                           "measured beside these runs"},
    {"symbols-not-kept", "names of calls and unseen regions are not kept: <reason>"},
    {"timeline-not-kept", "the timelines are not kept: <reason>"},
    {"symbols-unread",
     "the names of calls cannot be read, so call paths are shown by address, and regions that were "
     "compiled without Tare are not named: <reason>"},
    {"noisy-machine",
     "other programs disturbed most repetitions: [accepted*<accepted> of <tuples> with "
     "<size> were undisturbed|; ]. The disturbed ones are used too, so bands are wide "
     "(the last because: <reason>). Use an idle machine[unbound?, or try OMP_PROC_BIND=true]"},
    {"bypassed",
     "on one thread the program executes no parallel region (it takes another way then): "
     "[no_table?there is no table for 1 thread, and ]<parts-unknown:part>"},
    {"quick",
     "a quick look (--quick): [serial?the serial program was run once, and its band is not known; ]"
     "<parts-unknown:part>"},
    {"one-not-measured", "no run on one thread was measured: <parts-unknown:part>"},
    {"parts-unknown", "work inflation is one row, 'extra code', and replicated work is part of it"},
    {"pilot-unread", "a pilot run with <threads+thread> does not stand for constructs without "
                     "probes: <reason>"},
    {"single-runs",
     "the experiment did not end: with [size?<size>][!size?<threads+thread>] the table rests on "
     "run <instrumented>, of "
     "the instrumented program; T_p is from [parallel?run <parallel>, of the parallel program]"
     "[!parallel?this run too, with probes][serial?; T_s is from run <serial>, of the serial "
     "program][plain_one?; T_s is from run <plain_one>, of the parallel program]"},
    {"ended-for-noise", "the experiment did not end: it made more runs because of noise"},
    {"ended-early",
     "the experiment did not end: everything was run <whole> of <repetitions> times"},
    {"run-failed", "run <number> (<role>, [size?<size>][!size?<threads+thread>]) "
                   "[interrupted?was ended: ]"
                   "[!interrupted?failed: ][timed_out?it did not end in time]"
                   "[signal?signal <signal>][exit_status?exit status <exit_status>]"
                   "[lost?; lost: <lost>]"},
    {"idle",
     "in <idle:time> of <whole:time> the program on one [rank?rank][!rank?thread] neither computed "
     "nor waited for a CPU: it slept, or waited for input, output or another process. The table "
     "counts that as "
     "work"},
    {"constructs-changed",
     "changed since the run: [construct*<construct>|; ][more?; and <more> more]; their figures are "
     "of the code that was run"},
    {"constructs-gone", "gone from the sources since the run: [construct*<construct>|; ][more?; "
                        "and <more> more]; they are shown as they were run"},
    {"constructs-new",
     "new in the sources, in no run yet: [construct*<construct>|; ][more?; and <more> more]"},
    {"sources-changed-outside",
     "the text of [file*<file>|, ] changed since the run, but none of the constructs in it; "
     "functions that they call may be different now"},
    {"sources-missing",
     "no source of [unit*<unit>|, ] was found; its constructs are shown as they were run"},
    {"sources-changed", "sources changed since the run, lines may not fit: [file*<file>|, ]"},
};

} // namespace

std::span<const NoteRule> allNoteRules() { return rules; }

} // namespace tare
