// SPDX-License-Identifier: Apache-2.0
// A case for each rule about the program, by the rule's name.
#pragma once

#include "case.h"

#include <functional>
#include <map>

namespace tare::test {

using Catalogue = std::map<std::string, Case>;

namespace c = category;

inline constexpr auto evenly = [](int) { return 4; };
inline constexpr auto more_and_more = [](int k) { return k + 1; };
inline constexpr auto in_one_bin = [](int k) { return k == 3 ? 90 : 2; };

inline Case with(Case made, const std::function<void(Case &)> &change) {
  change(made);
  return made;
}

inline Case slowed(std::string_view category) {
  return with(Case(category), [](Case &made) {
    OwnCost &own = made.table().own_cost;
    own.measured_s = own.measured_low_s = own.measured_high_s = 0.9;
    own.observed_high_s = 0.03;
    own.approximated = true;
  });
}

inline Case ofOneThread(std::string_view category, const char *kind) {
  return with(Case(category, kind).times(200000),
              [](Case &made) { made.construct().nested_team = 1; });
}

inline Case tooDeep(std::string_view category) {
  return with(Case(category, "section"), [](Case &made) {
    made.construct().nested_team = 1.1;
    made.table().notes.push_back({"too-deep"});
  });
}

inline Case atomics(std::string_view category) {
  return with(Case(category, "for"), [](Case &made) {
    made.construct().work = WorkTimes{0.5, 1, 1.3};
    made.construct().atomics = 1e8;
  });
}

inline void addImbalance(Catalogue &all) {
  constexpr auto row = c::load_imbalance;
  auto loop = [&](const std::string &clauses = "") { return Case(row, "for", "for " + clauses); };
  all.emplace("imbalance-at-start", with(loop(), [](Case &made) {
                for (int k = 0; k < 10; ++k)
                  made.construct().over_time.push_back(
                      {0.1 * k, 0.1 * k + 0.1, 3, k < 2 ? 0.08 : 0.005, 0.1});
              }));
  all.emplace("schedule-chunk-too-large", loop("schedule(dynamic, 1000)").withIterations(evenly));
  all.emplace("schedule-triangular", loop().withIterations(more_and_more));
  all.emplace("schedule-too-short", loop().withIterations(in_one_bin).times(50));
  all.emplace("schedule-heavy-iterations", loop().withIterations(in_one_bin));
  all.emplace("schedule-last-chunks", loop("schedule(dynamic, 8)"));
  all.emplace("schedule-scattered", loop().withIterations(evenly).scattered(1, 4));
  all.emplace("schedule-smaller-chunk",
              loop("schedule(static, 90)").withIterations(evenly).scattered(0, 0.2));
  all.emplace("iterations-do-not-divide",
              with(loop().withIterations(evenly).scattered(0, 1).times(33), [](Case &made) {
                made.construct().over_time = {{0, 1, 33, 0.3, 1}};
              }));
  all.emplace("schedule-unknown", loop("schedule(runtime)").withIterations(evenly));
  all.emplace("imbalance-not-schedule", loop().withIterations(evenly));
  all.emplace("loop-execution-short", loop().times(50000));
  all.emplace("schedule-try", loop());
  all.emplace("sections-unequal", Case(row, "section"));
  all.emplace("region-of-loop", Case(row, "parallel", "parallel for"));
  all.emplace("region-of-regions", with(Case(row, "parallel"), [](Case &made) {
                made.construct().work = WorkTimes{0, 0.05, 0.05};
              }));
  all.emplace("region-unequal", Case(row, "parallel"));
  all.emplace("imbalance-one-thread", Case(row, "single"));
  all.emplace("imbalance-places", Case(row));
}

inline void addCriticalPath(Catalogue &all) {
  constexpr auto partial = c::partially_parallelised, serial = c::unparallelised;
  all.emplace("tasks-too-few", Case(partial, "taskwait"));
  all.emplace("tasks-waited-for-at-once", with(Case(partial, "taskwait").times(40), [](Case &made) {
                ConstructLines task = made.construct();
                task.kind = task.directive = "task";
                task.overheads.clear();
                task.line = task.end_line = made.construct().line - 1;
                task.work = WorkTimes{0, 0.5, 0.5};
                made.table().constructs.push_back(task);
              }));
  all.emplace("tasks-coarser-waits", with(Case(partial, "task").times(1e6), [](Case &made) {
                made.construct().work = WorkTimes{0, 0.1, 0.1};
              }));
  all.emplace("loop-too-short", Case(partial, "for"));
  all.emplace("single-overlap", Case(partial, "single"));
  all.emplace("sections-too-few", Case(partial, "sections"));
  all.emplace("team-by-if", Case(partial, "parallel", "parallel if(n)"));
  all.emplace("team-too-small", Case(partial, "parallel"));
  all.emplace("partial-places", Case(partial));
  all.emplace("serial-messages", Case(serial, "call", "MPI_Allreduce"));
  all.emplace("serial-slower-there", with(Case(serial, "loop"), [](Case &made) {
                made.construct().work = WorkTimes{0, 0.15, 0.4};
              }));
  all.emplace("serial-idle",
              with(Case(serial, "call", "wait"), [](Case &made) { made.ledger.idle_s = 0.309; }));
  all.emplace("serial-hot-spot", Case(serial, "loop"));
  all.emplace("serial-limit",
              with(Case(serial), [](Case &made) { made.table().speedup_limit = 4; }));
  all.emplace("serial-more",
              with(Case(serial), [](Case &made) { made.table().serial_fraction = 1.2; }));
  all.emplace("replicated-share-out", Case(c::replicated_work, "parallel"));
}

inline void addInformation(Catalogue &all) {
  Case two = Case(c::locks, "critical").withLock(1e-4);
  two.table().constructs.push_back(two.construct());
  two.table().constructs.back().overheads.clear();
  all.emplace("critical-unnamed", two);
  all.emplace("ordered-serialises", Case(c::locks, "ordered"));
  all.emplace("critical-reduction", Case(c::locks, "critical").withLock(1e-4));
  all.emplace("lock-hold-less", Case(c::locks, "lock").withLock(0.1));
  all.emplace("lock-less-often", Case(c::locks, "critical"));
  all.emplace("barrier-of-one", ofOneThread(c::barriers, "single"));
  all.emplace("barrier-nowait", Case(c::barriers, "for"));
  all.emplace("barrier-fewer", Case(c::barriers, "barrier"));
  all.emplace("spin-wait", Case(c::user_waits, "spin"));
  for (auto [category, tail] : {std::pair(c::work_rate, ""), std::pair(c::data_access, "-data")}) {
    auto add = [&all, tail = std::string(tail)](const std::string &name, const Case &made) {
      all.emplace(name + tail, made);
    };
    add("sleeps-in-work",
        with(Case(category, "for"), [](Case &made) { made.table().asleep_s = 0.055; }));
    add("page-faults", with(Case(category, "for"), [](Case &made) {
          made.table().parallel_counts.faults = 120000;
          made.table().one_counts.faults = 20000;
        }));
    add("bind-threads",
        with(Case(category), [](Case &made) { made.table().parallel_counts.migrations = 500; }));
    add("serial-slower",
        with(Case(category, "loop"), [](Case &made) { made.construct().in_serial_code = true; }));
    add("array-reduction", Case(category, "for", "for reduction(+ : h[:n])"));
    add("atomic-shared", atomics(category));
    add("memory-shared", Case(category, "for"));
    add("library-lock",
        with(Case(category, "for"), [](Case &made) { made.construct().locking_calls = "rand"; }));
  }
}

inline void addManagement(Catalogue &all) {
  all.emplace("regions-of-one", ofOneThread(c::fork_join, "parallel"));
  all.emplace("regions-too-deep", tooDeep(c::partially_parallelised));
  all.emplace("regions-too-deep-computation", tooDeep(c::additional_computation));
  all.emplace("regions-too-deep-instructions", tooDeep(c::instruction_level));
  all.emplace("regions-of-one-computation", ofOneThread(c::additional_computation, "parallel"));
  all.emplace("regions-of-one-instructions", ofOneThread(c::instruction_level, "parallel"));
  all.emplace("regions-array-reduction",
              Case(c::fork_join, "parallel", "parallel reduction(+ : h[:n])").times(6000));
  all.emplace("regions-copies", Case(c::fork_join, "parallel", "parallel copyin(a)"));
  all.emplace("regions-if", Case(c::fork_join, "parallel", "parallel if(n)").times(5000));
  all.emplace("regions-merge", Case(c::fork_join, "parallel").times(5000));
  all.emplace("regions-fewer", Case(c::fork_join));
  all.emplace("schedule-larger-chunk", Case(c::user_scheduling, "for", "for schedule(dynamic)"));
  all.emplace("loop-longer", Case(c::user_scheduling, "for"));
  auto of = [](std::string_view category, double each_s) {
    return with(Case(category, "task").times(1000), [&](Case &made) {
      made.construct().work = WorkTimes{0, 1000 * each_s, 1000 * each_s};
    });
  };
  all.emplace("tasks-coarser", of(c::task_creation, 1e-6));
  all.emplace("tasks-copies", of(c::task_creation, 64e-6));
  all.emplace("tasks-coarser-fetch", of(c::runtime_scheduling, 1e-6));
  all.emplace("tasks-late", of(c::runtime_scheduling, 64e-6));
}

inline void addOther(Catalogue &all) {
  constexpr auto more = c::additional_computation, compiler = c::instruction_level;
  auto executed = [&](double ratio, bool not_on_one) {
    return with(Case(more, "for"), [&](Case &made) {
      made.construct().work = WorkTimes{1, 1, 1.2, ratio, not_on_one};
    });
  };
  all.emplace("executed-only-there", executed(0, true));
  all.emplace("array-reduction-computation", Case(more, "for", "for reduction(+ : h[:n])"));
  all.emplace("array-reduction-instructions", Case(compiler, "for", "for reduction(+ : h[:n])"));
  all.emplace("executed-more", executed(1.2, false));
  all.emplace("atomic-computation", atomics(more));
  all.emplace("compare-compilation", Case(more, "for"));
  all.emplace("atomic-instructions", atomics(compiler));
  all.emplace("serial-compiles-otherwise", with(Case(compiler), [](Case &made) {
                made.table().pairing = PairingCoverage{1, 0, 0, 1.2};
              }));
  all.emplace("compare-instructions", Case(compiler, "for"));
}

/// A case for each rule about the program.
inline void addMessages(Catalogue &all) {
  all.emplace("mpi-start", Case(c::mpi_start));
  all.emplace("uneven-ranks", Case(c::mpi_imbalance));
  all.emplace("late-partners", Case(c::mpi_serialisation));
  all.emplace("message-time", Case(c::mpi_transfer));
}

inline Catalogue catalogue() {
  Catalogue all;
  addImbalance(all);
  addCriticalPath(all);
  addInformation(all);
  addManagement(all);
  addMessages(all);
  addOther(all);
  return all;
}

} // namespace tare::test
