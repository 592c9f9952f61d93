// SPDX-License-Identifier: Apache-2.0
// Each rule applies where it should and not beside it.
#include "analyzer/advice/advice.h"
#include "analyzer/advice/rule.h"
#include "analyzer/ledger/categories.h"
#include "case.h"
#include "catch.hpp"
#include "directive.h"
#include "sample_ledger.h"

#include <set>
#include <tuple>

using namespace tare;
using namespace tare::test;
using Catch::Contains;

namespace {

auto rising = [](int k) { return k + 1; };
auto peaked = [](int k) { return k == 3 ? 90 : 2; };
auto even = [](int) { return 4; };

} // namespace

TEST_CASE("every rule has a name, a source and a known category, and each name comes once") {
  std::set<std::string_view> names,
      categories = {category::instruction_level, category::data_access};
  for (const CategoryInfo &info : allCategories())
    categories.insert(info.name);
  for (const Rule &rule : allRules()) {
    INFO(rule.name);
    CHECK(names.insert(rule.name).second);
    CHECK(rule.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
    CHECK_FALSE(rule.source.empty());
    CHECK(categories.count(rule.category) == 1);
  }
}

TEST_CASE("every line that can be large has advice, except that of the probes' set-up") {
  for (const CategoryInfo &info : allCategories()) {
    INFO(info.name);
    bool some = false;
    for (const char *kind : {"", "for", "parallel", "single", "section", "task", "critical"})
      some |= !Case(info.name, kind).advice().empty();
    CHECK(some == (info.name != category::own_cost));
  }
}

TEST_CASE("load imbalance of a loop: by what its iterations look like") {
  constexpr std::string_view line = category::load_imbalance;
  CHECK(Case(line, "for", "for schedule(static)").rule() == "schedule-try");
  CHECK(Case(line, "for").withIterations(rising).rule() == "schedule-triangular");
  CHECK(Case(line, "for").withIterations(peaked).rule() == "schedule-heavy-iterations");
  CHECK(Case(line, "for").withIterations(even).rule() == "imbalance-not-schedule");
  CHECK(Case(line, "for").withIterations(peaked, true).rule() == "schedule-try"); // executions
  CHECK(Case(line, "for", "for schedule(static, 1)").withIterations(rising).rule() !=
        "schedule-triangular");
  CHECK(Case(line, "for", "for schedule(dynamic, 8)").withIterations(rising).rule() ==
        "schedule-last-chunks");
  Advice advice = Case(line, "for").withIterations(rising).advice().at(0);
  CHECK(advice.construct == "x.c#main#for#0");
  CHECK(advice.category == line);
  CHECK_THAT(advice.sentence,
             Contains(" at x.c:7 (20.0 % of T_p): Use schedule(static, 1), which deals the "
                      "iterations out in turn. Later iterations cost more. ") &&
                 Contains("(60 to 99) hold half of the loop's time."));
}

TEST_CASE("load imbalance at the start of the run only") {
  Case start(category::load_imbalance, "for");
  for (int k = 0; k < 10; ++k)
    start.construct().over_time.push_back({0.1 * k, 0.1 * k + 0.1, 3, k < 2 ? 0.08 : 0.005, 0.1});
  CHECK(start.rule() == "imbalance-at-start");
  for (ImbalanceBin &bin : start.construct().over_time)
    bin.wait_s = 0.02;
  CHECK(start.rule() == "schedule-try");
}

TEST_CASE("other places of imbalance and of too little parallelism") {
  CHECK(Case(category::load_imbalance, "section").rule() == "sections-unequal");
  CHECK(Case(category::load_imbalance, "parallel").rule() == "region-unequal");
  CHECK(Case(category::load_imbalance, "parallel", "parallel for").rule() == "region-of-loop");
  CHECK(Case(category::load_imbalance, "single").rule() == "imbalance-one-thread");
  CHECK(Case(category::load_imbalance).rule() == "imbalance-places");
  constexpr std::string_view partial = category::partially_parallelised;
  CHECK(Case(partial, "for").rule() == "loop-too-short");
  CHECK(Case(partial, "single").rule() == "single-overlap");
  CHECK(Case(partial, "master").rule() == "single-overlap");
  CHECK(Case(partial, "sections").rule() == "sections-too-few");
  CHECK(Case(partial, "taskwait").rule() == "tasks-too-few");
  CHECK(Case(partial, "parallel").rule() == "team-too-small");
  CHECK(Case(partial, "parallel", "parallel for if(n > 9)").rule() == "team-by-if");
  CHECK(Case(category::replicated_work, "parallel").rule() == "replicated-share-out");
  Case full(partial, "parallel");
  full.table().mean_threads_in_regions = full.table().threads;
  CHECK(full.rule() == "tasks-too-few");
  Case waits(partial, "single");
  waits.construct().work = WorkTimes{0, 0.4, 0.4};
  waits.construct().overheads[0].time = {1, 1, 1};
  CHECK(waits.rule() == "tasks-too-few");
  waits.construct().work = WorkTimes{0, 10, 10};
  CHECK(waits.rule() == "single-overlap");
}

TEST_CASE("a region shares out by hand what it executes itself, and nothing else") {
  Case region(category::load_imbalance, "parallel");
  region.construct().work = WorkTimes{0, 0.05, 0.05};
  CHECK(region.rule() == "region-of-regions");
  CHECK_THAT(region.advice()[0].sentence, !Contains("by hand"));
  region.construct().work = WorkTimes{0, 0.6, 0.6};
  CHECK(region.rule() == "region-unequal");
}

TEST_CASE("serial code: where it is, else what it limits") {
  Case hot(category::unparallelised, "loop", "for (i)");
  CHECK(hot.rule() == "serial-hot-spot");
  CHECK_THAT(hot.advice()[0].sentence, Contains("for 400 ms")); // 2 threads: half of it is loss
  hot.construct().work = WorkTimes{0, 0.25, 0.4};
  CHECK(hot.rule() == "serial-hot-spot");
  hot.construct().work = WorkTimes{0, 0.15, 0.4};
  CHECK(hot.rule() == "serial-slower-there");
  CHECK_THAT(hot.advice()[0].sentence, Contains("for 400 ms") && Contains("it takes 150 ms."));
  hot.construct().work->executions_ratio = 1.5; // 225 ms would be as before
  CHECK(hot.rule() == "serial-hot-spot");
  Case spread(category::unparallelised);
  spread.table().serial_fraction = 0.25;
  spread.table().speedup_limit = 4;
  CHECK(spread.rule() == "serial-limit");
  CHECK_THAT(spread.advice()[0].sentence,
             Contains("at most 4 times as fast") && Contains("25.0 %"));
  spread.table().serial_fraction = 1.2; // no limit can be told from that
  CHECK(spread.rule() == "serial-more");
}

TEST_CASE("many atomic operations are named before memory and the compiler") {
  for (auto [line, rule, other] :
       {std::tuple(category::work_rate, "atomic-shared", "memory-shared"),
        std::tuple(category::instruction_level, "atomic-instructions", "compare-instructions"),
        std::tuple(category::additional_computation, "atomic-computation",
                   "compare-compilation")}) {
    Case loop(line, "for");
    loop.construct().work = WorkTimes{0.5, 1, 1.3};
    CHECK(loop.rule() == other);
    loop.construct().atomics = 1e6; // 5 ms of 1.3 s
    CHECK(loop.rule() == other);
    loop.construct().atomics = 1e8;
    CHECK(loop.rule() == rule);
    CHECK_THAT(loop.advice()[0].sentence, Contains("atomic operations"));
    loop.construct().work = WorkTimes{0.1, 0.4, 90}; // contention makes the work grow, not smaller
    loop.construct().atomics = 2.9e7;
    CHECK(loop.rule() == rule);
  }
}

TEST_CASE("a reduction over an array: what is filled and combined is named before memory") {
  Case loop(category::work_rate, "for", "for reduction(+ : h[:100000])");
  loop.construct().instances = 150;
  CHECK(loop.rule() == "array-reduction");
  CHECK_THAT(loop.advice()[0].sentence,
             Contains("Each of 150 executions fills and combines an array for each thread") &&
                 Contains("h[:100000]"));
  Case scalar(category::work_rate, "for", "for reduction(+ : sum)");
  CHECK(scalar.rule() == "memory-shared");
  Case table(category::work_rate, "for", "for reduction(+ : sum)");
  table.construct().clauses.back().items = {{"h", 128 * 1024}};
  CHECK(table.rule() == "array-reduction");
}

TEST_CASE("serial code while other threads are busy") {
  Case join(category::unparallelised, "call", "std::thread::join");
  join.table().foreign_regions = 10;
  CHECK(join.rule() == "serial-other-threads");
  join.table().foreign_regions = 0;
  CHECK(join.rule() == "serial-hot-spot");
  join.table().other_threads_s = 0.5;
  CHECK(join.rule() == "serial-other-threads");
  CHECK_THAT(join.advice()[0].sentence, Contains("had 500 ms of CPU time"));
}

TEST_CASE("serial code that passes messages") {
  Case exchange(category::unparallelised, "call", "MPI_Allreduce");
  CHECK(exchange.rule() == "serial-messages");
  CHECK_THAT(exchange.advice()[0].sentence, Contains("messages for 400 ms"));
  Case wrapped(category::unparallelised, "call", "hypre_MPI_Init");
  CHECK(wrapped.rule() == "serial-messages");
  CHECK_THAT(wrapped.advice()[0].sentence, Contains("Starting and ending MPI"));
  CHECK(Case(category::unparallelised, "call", "myMPI_Init").rule() != "serial-messages");
  Case start(category::unparallelised, "call", "MPI_Init_thread");
  CHECK_THAT(start.advice()[0].sentence, Contains("Starting and ending MPI takes 400 ms"));
}

TEST_CASE("serial code without a place: why, as far as it is known") {
  Case serial(category::unparallelised);
  serial.table().speedup_limit = 4;
  auto sentence = [&] { return serial.advice().back().sentence; };
  CHECK_THAT(sentence(), Contains("has no location") && !Contains("main"));
  serial.ledger.coverage.main_unit = "";
  CHECK_THAT(sentence(), Contains("Compile the file of main by tare cc with -fopenmp"));
  serial.table().paths.push_back({{{"main", "src/main.c", 3}, {"solve", "", 0}}, {}, 1, {}, {}});
  CHECK_THAT(sentence(),
             Contains("Compile src/main.c, where main stands, by tare cc with -fopenmp"));
  serial.ledger.coverage.main_unit = "src/main.c";
  CHECK_THAT(sentence(), Contains("neither in a loop nor in a plain call of main"));
  serial.ledger.coverage.units_not_measured = {"src/main.c: it does not compile"};
  CHECK_THAT(sentence(), Contains("could not be instrumented (src/main.c: it does not compile)"));
  for (int i = 0; i < 5; ++i) // each too small to be named, together more than half
    serial.table().constructs.push_back({"x.c#main#call#" + std::to_string(i), "call", "x.c"});
  for (ConstructLines &construct : serial.table().constructs)
    construct.overheads = {{std::string(category::unparallelised), {0.03, 0.03, 0.03}, {}}};
  CHECK_THAT(sentence(), Contains("Look for its longest loops"));
}

TEST_CASE("a construct is named only where its own band excludes 0") {
  Case sure(category::work_rate, "for");
  sure.construct().overheads[0].time = {0.3, 0.1, 0.5};
  CHECK_FALSE(sure.advice()[0].construct.empty());
  sure.construct().overheads[0].time = {0.3, -0.1, 0.7};
  CHECK(sure.advice()[0].construct.empty());
}

TEST_CASE("a serial hot spot is named beside what has no place") {
  Case hot(category::unparallelised, "call", "init");
  hot.table().speedup_limit = 4;
  CHECK(hot.advice().size() == 1);
  hot.construct().overheads[0].time = {0.08, 0.08, 0.08};
  REQUIRE(hot.advice().size() == 2);
  CHECK(hot.advice()[0].rule == "serial-limit");
  CHECK(hot.advice()[1].rule == "serial-hot-spot");
}

TEST_CASE("barriers, waits of the user's, memory") {
  CHECK(Case(category::barriers, "for").times(1000).rule() == "barrier-nowait");
  CHECK_THAT(Case(category::barriers, "for").times(1000).advice()[0].sentence,
             Contains("Add nowait if") && Contains("1000 times, and lose 200 us each time."));
  CHECK(Case(category::barriers, "for", "for nowait").rule() == "barrier-fewer");
  CHECK(Case(category::barriers, "barrier").rule() == "barrier-fewer");
  CHECK(Case(category::user_waits, "spin").rule() == "spin-wait");
  Case memory(category::work_rate, "for");
  CHECK(memory.rule() == "memory-shared");
  memory.construct().work = WorkTimes{1, 1, 1.3};
  CHECK_THAT(memory.advice()[0].sentence, Contains("takes 30.0 % more thread time"));
  memory.construct().work = WorkTimes{0, 0.001, 1.3};
  CHECK_THAT(memory.advice()[0].sentence,
             !Contains("% more") &&
                 Contains("takes 1.30 s of thread time on 2 threads, and 1.00 ms "
                          "on one"));
  memory.construct().in_serial_code = true;
  CHECK(memory.rule() == "serial-slower");
  Case more(category::additional_computation, "for");
  CHECK(more.rule() == "compare-compilation");
  more.construct().work = WorkTimes{1, 1, 1.2, 1.2};
  CHECK(more.rule() == "executed-more");
  more.construct().work->not_on_one = true;
  CHECK(more.rule() == "executed-only-there");
  more.construct().work = WorkTimes{1, 0, 1.2}; // nothing is known of one thread
  CHECK(more.rule() == "one-thread-unknown");
  more.construct().overheads.clear();
  CHECK(more.rule() == "one-thread-unknown");
  CHECK_THAT(more.advice()[0].sentence,
             Contains("There is no run on one thread to compare each construct with."));
  more.setLine(category::off_cpu, 0.1); // of a quiet machine it would not have one, either
  CHECK(more.advice()[0].rule == "quiet-machine"); // the other changes nothing of the program
  CHECK(more.advice()[1].rule == "one-thread-unknown");
  Case faults(category::work_rate, "for"); // T_p is 1 s
  faults.table().parallel_counts.faults = 120000;
  CHECK(faults.rule() == "memory-shared");  // nobody knows how many one thread has
  faults.table().one_counts.faults = 20000; // 25 ms on each thread, of 200
  CHECK(faults.rule() == "page-faults");
  CHECK_THAT(faults.advice()[0].sentence,
             Contains("120000 page faults") && Contains("20000 on one"));
  faults.table().one_counts.faults = 60000;
  CHECK(faults.rule() == "memory-shared");
  faults.table().one_counts.faults.reset();
  faults.table().serial_counts.faults = 20000; // of another program
  CHECK(faults.rule() == "memory-shared");
  Table alone;
  alone.threads = 1;
  alone.parallel_counts.faults = 119000;
  faults.ledger.tables.push_back(alone);
  CHECK(faults.rule() == "memory-shared");
  faults.ledger.tables.back().parallel_counts.faults = 20000;
  CHECK(faults.rule() == "page-faults");
  Case moved(category::work_rate);
  moved.table().parallel_counts.migrations = 500;
  CHECK(moved.rule() == "bind-threads");
}

TEST_CASE("the runtime's own cost, and added work") {
  CHECK(Case(category::fork_join, "parallel").times(5000).rule() == "regions-merge");
  CHECK_THAT(Case(category::fork_join, "parallel").times(5000).advice()[0].sentence,
             Contains("started and joined 5000 times, 40.0 us each."));
  Case bounded = Case(category::fork_join, "parallel", "parallel for if (n > 10000)").times(20000);
  CHECK(bounded.rule() == "regions-if");
  CHECK_THAT(bounded.advice()[0].sentence, !Contains("each") && !Contains("if(n"));
  CHECK(Case(category::fork_join).rule() == "regions-fewer");
  CHECK(Case(category::startup).rule() == "startup-once");
  CHECK(Case(category::user_scheduling, "for", "for schedule(dynamic)").rule() ==
        "schedule-larger-chunk");
  CHECK(Case(category::user_scheduling, "for").rule() == "loop-longer");
  CHECK(Case(category::task_creation, "task").times(1e6).rule() == "tasks-coarser");
  CHECK(Case(category::runtime_scheduling, "taskwait").rule() == "tasks-coarser-fetch");
  CHECK(Case(category::additional_computation).rule() == "compare-compilation");
  CHECK(Case(category::instruction_level).rule() == "compare-instructions");
  Case slowed(category::instruction_level, "for"); // its places are not sure
  slowed.construct().overheads[0].time = {0.2, -0.1, 0.3};
  CHECK(slowed.rule() == "compare-instructions");
  slowed.table().pairing = PairingCoverage{1, 0, 0, 1.2};
  CHECK(slowed.rule() == "serial-compiles-otherwise");
}

TEST_CASE("an if clause is a region's own, or that of another part of its directive") {
  auto rule = [](const std::string &clauses) {
    Case region(category::fork_join, "parallel", "parallel for simd " + clauses);
    return std::move(region).times(20000).rule();
  };
  for (const char *own :
       {"if(n > 9)", "num_threads(2)if(n > 9)", "if (parallel: n > 9)", "if( parallel : n > 9)",
        "if(n ? a : b)", "if(app::large)", "if(::large)", "if(simd: n > 9) if(parallel: n > 9)"}) {
    INFO(own);
    CHECK(rule(own) == "regions-if");
  }
  for (const char *other :
       {"if(simd: n > 9)", "if (taskloop : n > 9)", "if(task: n)", "if(target data: n)",
        "private(if_large) shared(elif)", "shared(iff)"}) {
    INFO(other);
    CHECK(rule(other) == "regions-merge");
  }
  Case tasks(category::task_creation, "taskloop", "taskloop simd if(simd: n > 9)");
  CHECK_THAT(tasks.advice()[0].sentence, !Contains("An if clause"));
  setDirective(tasks.construct(), "taskloop simd if(taskloop: n > 9)");
  CHECK_THAT(tasks.advice()[0].sentence, Contains("An if clause"));
}

TEST_CASE("lines that the probes have made are not explained by the program") {
  for (auto [category, rule, other] :
       {std::tuple{category::instruction_level, "probes-slow-code", "compare-instructions"},
        {category::additional_computation, "probes-slow-more", "compare-compilation"},
        {category::work_rate, "probes-slow-work", "memory-shared"}}) {
    Case slowed(category);
    OwnCost &own = slowed.table().own_cost;
    own.measured_s = own.measured_low_s = own.measured_high_s = 0.9;
    own.observed_high_s = 0.03;
    CHECK(slowed.rule() == other); // nothing is known of what the probes take
    own.approximated = true;
    CHECK(slowed.rule() == rule);
    CHECK_THAT(slowed.advice()[0].sentence, Contains("a plan (TARE_PLAN)"));
    Estimate &delay =
        std::ranges::find(slowed.table().overheads, category::off_cpu, &LedgerLine::category)->time;
    delay.high_s = 0.3;
    CHECK(slowed.rule() == other); // it may have waited for cores
    delay.high_s = 0;
    own.observed_high_s = 0.4;
    CHECK(slowed.rule() == other);
    own.observed_high_s = 0; // none of their costs could be measured
    CHECK(slowed.rule() == other);
  }
}

TEST_CASE("unidentified: the probes, or constructs that none can bracket") {
  Case probes(category::unidentified);
  probes.table().unidentified_parts.agreement_s = 0.2;
  probes.table().own_cost.measured_s = -0.2;
  CHECK(probes.rule() == "probes-disturb");
  CHECK_THAT(probes.advice()[0].sentence, Contains("took 200 ms less"));
  probes.table().repetitions_accepted = probes.table().repetitions_total = 0;
  CHECK(probes.rule() == "broken-off");
  Case opaque(category::unidentified);
  CHECK(opaque.rule() == "opaque-constructs");
  opaque.table().unidentified_parts.unpaired_s = 0.15;
  CHECK(opaque.rule() == "unpaired-constructs");
  Case place(category::unidentified, "for");
  place.ledger.reference = "serial";
  CHECK(place.rule() == "waits-without-log");
  place.ledger.coverage.outside = 1;
  CHECK(place.rule() == "opaque-constructs");
  place.construct().work = WorkTimes{0, 0, 1}; // too short to be seen without its probes
  CHECK(place.rule() == "opaque-constructs");
  place.construct().work->not_on_one = true;
  CHECK(place.rule() == "not-on-one-thread");
  place.ledger.reference = "none";
  CHECK(place.rule() == "opaque-constructs");
  opaque.ledger.coverage.unprobed.emplace_back();
  CHECK(opaque.rule() == "left-out-constructs");
}

TEST_CASE("more threads than cores: that comes first, and waits say nothing") {
  Case crowded(category::load_imbalance, "for");
  crowded.ledger.machine.cores = 1;
  CHECK(crowded.rule() == "fewer-threads");
  Case slow(category::work_rate, "for");
  slow.ledger.machine.cores = 1;
  CHECK(slow.rule() == "fewer-threads");
  Case busy(category::off_cpu, "for");
  CHECK(busy.rule() == "quiet-machine");
  CHECK(busy.advice()[0].construct.empty()); // where it happened is chance
}

TEST_CASE("teams that the program itself makes larger than the cores are named") {
  Case crowded(category::load_imbalance, "for");
  crowded.ledger.machine.cores = 2;
  CHECK(crowded.rule() != "fewer-threads");
  crowded.table().mean_threads_in_regions = 7.9;
  CHECK(crowded.rule() == "fewer-threads");
  CHECK_THAT(crowded.advice()[0].sentence,
             Contains("The program's own teams have 7.9 threads on average, and share 2 cores"));
}

TEST_CASE("where more time was lost without a CPU than in a wait, the wait says nothing") {
  Case noisy(category::load_imbalance, "for");
  noisy.setLine(category::off_cpu, 0.1);
  CHECK(noisy.advice().size() == 2); // the rest of the wait is large
  noisy.setLine(category::off_cpu, 0.3);
  CHECK(noisy.rule() == "quiet-machine");
}

TEST_CASE("small, negative and uncertain lines get no advice") {
  Case small(category::load_imbalance, "for");
  small.setLine(category::load_imbalance, 0.02);
  CHECK(small.advice().empty());
  small.setLine(category::load_imbalance, -0.2);
  CHECK(small.advice().empty());
  small.setLine(category::load_imbalance, 0.2);
  for (LedgerLine &line : small.table().overheads)
    if (line.category == category::load_imbalance)
      line.time.low_s = -0.1, line.time.high_s = 0.5;
  CHECK(small.advice().empty());
}

TEST_CASE("largest gain first, eight at most, and no ledger is too odd") {
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    Ledger ledger = randomLedger(seed);
    advise(ledger);
    for (const Table &table : ledger.tables) {
      CHECK(table.advice.size() <= 8);
      for (const Advice &advice : table.advice)
        CHECK(advice.sentence.back() == '.');
    }
  }
  Case both(category::load_imbalance, "for");
  both.setLine(category::startup, 0.3); // once a run: the program gets no faster
  both.setLine(category::barriers, 0.1);
  std::vector<Advice> advice = both.advice();
  REQUIRE(advice.size() == 3);
  CHECK(advice[0].rule == "schedule-try");
  CHECK(advice[0].gain_s == 0.2);
  CHECK(advice[1].rule == "barrier-fewer");
  CHECK(advice[2].rule == "startup-once");
  CHECK(advice[2].gain_s == 0);
}
