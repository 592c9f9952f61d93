// SPDX-License-Identifier: Apache-2.0
// Moving and sharing data: locks, barriers, memory.
#include "analyzer/advice/rule.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/slowed_code.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

constexpr double short_hold_s = 1e-6; // of a few instructions, such as an update

bool hasLock(const Situation &s) {
  return s.construct && s.construct->lock && s.construct->lock->acquisitions > 0;
}

/// Seconds that one acquisition holds the lock.
double holdOf(const Situation &s) {
  return s.construct->lock->held_s / s.construct->lock->acquisitions;
}

/// A critical without a name: all of these exclude each other.
bool isUnnamed(const ConstructLines &construct) {
  const Clause *name = findClause(construct.clauses, "critical");
  return construct.kind == "critical" && (!name || name->expression.empty());
}

/// How often a lock was taken, held and waited for. A lock routine's time held is not known.
std::string lockFigures(const Situation &s) {
  const LockUse &lock = *s.construct->lock;
  std::string held = lock.held_s > 0 ? ", held " + timeText(holdOf(s)) + " each" : "";
  return "taken " + countText(lock.acquisitions) + " times" + held + ", " +
         percentOf(lock.contended, lock.acquisitions) + " of them waited";
}

std::vector<Rule> lockRules() {
  constexpr std::string_view line = category::locks;
  return {
      busyMachineRule("busy-locks", line),
      {"critical-unnamed", line, "OpenMP 5.2, critical construct",
       [](const Situation &s) {
         return s.construct && isUnnamed(*s.construct) &&
                std::ranges::count_if(s.table.constructs, isUnnamed) > 1;
       },
       "all criticals without a name exclude each other, and this program has several: "
       "give each its own name if they protect different data."},
      {"ordered-serialises", line, "OpenMP 5.2, ordered construct",
       [](const Situation &s) { return isKind(s, "ordered"); },
       "iterations wait for their turn: keep only what needs the order inside, and use "
       "schedule(static, 1) so that neighbours run at the same time."},
      {"critical-reduction", line, "OpenMP 5.2, reduction clause and atomic construct",
       [](const Situation &s) { return hasLock(s) && holdOf(s) > 0 && holdOf(s) < short_hold_s; },
       [](const Situation &s) {
         return lockFigures(s) + ": for a sum or a maximum use a reduction, for one update atomic; "
                                 "else collect in private data and take the lock once.";
       }},
      {"lock-hold-less", line, "OpenMP 5.2, lock routines", hasLock,
       [](const Situation &s) {
         return lockFigures(s) +
                ": do less while it is held, or protect parts of the data by locks of their own.";
       }},
      {"lock-less-often", line, "OpenMP 5.2, critical construct",
       [](const Situation &) { return true; },
       "threads wait for a lock: take it less often, hold it for less, or use a "
       "reduction."},
  };
}

/// How often, and how long each time; empty: not known.
std::string eachPrefix(const Situation &s) {
  if (!s.construct || !(s.construct->instances > 0))
    return "";
  return countText(s.construct->instances) + " times, " +
         timeText(s.line.time.time_s / s.construct->instances) + " each: ";
}

/// A barrier at its end that nowait may take away: what copyprivate hands on, and tasks that take
/// part in a reduction, need theirs.
bool mayGoWithoutBarrier(const Situation &s) {
  if (!isKind(s, "for") && !isKind(s, "sections") && !isKind(s, "single"))
    return false;
  return !hasClause(s, "nowait") && !hasClause(s, "copyprivate") &&
         !hasClause(s.construct->clauses, "reduction", "task");
}

std::vector<Rule> barrierRules() {
  constexpr std::string_view line = category::barriers;
  return {
      {"barrier-of-one", line, "teams of this run", isOfOneThread,
       [](const Situation &s) {
         return oneThreadText(s, "so nobody waits, and what the barrier costs buys nothing");
       }},
      busyMachineRule("busy-barriers", line),
      {"barrier-nowait", line, "OpenMP 5.2, nowait clause", mayGoWithoutBarrier,
       [](const Situation &s) {
         return eachPrefix(s) + "add nowait if what follows does not need all of its results.";
       }},
      {"barrier-fewer", line, "OpenMP 5.2, barrier construct",
       [](const Situation &) { return true; },
       [](const Situation &s) {
         return eachPrefix(s) + "let more work stand between two barriers, or leave out those that "
                                "no data needs.";
       }},
      busyMachineRule("busy-spin", category::user_waits),
      {"spin-wait", category::user_waits, "OpenMP 5.2, depend clause and ordered construct",
       [](const Situation &) { return true; },
       "threads spin until another one has written: give them other work meanwhile, or "
       "say the order by task dependences or ordered(n) with doacross."},
  };
}

/// More than ten moves between cores a thread.
bool migrates(const Situation &s) {
  return ofProgram(s) && s.table.parallel_counts.migrations &&
         *s.table.parallel_counts.migrations > 10.0 * s.table.threads;
}

/// Page faults of the plain OpenMP program on one thread: beside these runs where that is the
/// reference, else in the table of one thread. Nothing: not known.
std::optional<double> oneThreadsFaults(const Situation &s) {
  if (s.table.one_counts.faults)
    return s.table.one_counts.faults;
  const Table *alone = tableWith(s.ledger.tables, 1);
  return alone ? alone->parallel_counts.faults : std::nullopt;
}

/// Page faults that one thread does not have, which explain a tenth of the program's line, and
/// 1 % of T_p.
bool faultsMore(const Situation &s) {
  const Table &table = s.table;
  const std::optional<double> many = table.parallel_counts.faults, one = oneThreadsFaults(s);
  if (!many || !one)
    return false;
  double time = timeOfFaults(*many - *one, table.threads);
  return time > 0.01 * table.parallel_time.time_s && time > 0.1 * timeOf(table, s.line.category);
}

std::string faultsText(const Situation &s) {
  return countText(*s.table.parallel_counts.faults) + " page faults in the plain program, and " +
         countText(*oneThreadsFaults(s)) + " on one thread: ";
}

/// Threads that sleep explain a quarter of the program's line or more: the least that they slept.
bool sleepsInWork(const Situation &s) {
  return s.table.asleep_s > 0 && s.table.asleep_s > 0.25 * timeOf(s.table, s.line.category);
}

std::string asleepText(const Situation &s) {
  return "threads slept for " + timeText(s.table.asleep_s * s.table.threads) +
         " or more of their time in what counts as work: locks that are not OpenMP's (std::mutex, "
         "pthread_mutex_t), input or output. Compute what needs no lock outside of it; as a "
         "critical construct or omp_set_lock Tare shows how long it is waited for and held.";
}

/// How much slower its work is than on one thread; empty: it is not, or not known.
std::string slower(const Situation &s) {
  if (!s.construct || !s.construct->work || !(s.construct->work->one_s > 0))
    return "";
  const WorkTimes &work = *s.construct->work;
  if (!(work.many_s > work.one_s))
    return "";
  if (work.many_s > 10 * work.one_s)
    return "one thread alone executes next to nothing of it, so this may be other work: if not, ";
  return "its work takes " + percentOf(work.many_s - work.one_s, work.one_s) +
         " more thread time than on one thread: ";
}

/// Counters may part data access from the work rate. Both lines have the same causes, so they share
/// these rules; the names of the rules for data access end in "-data".
std::vector<Rule> memoryRules() {
  std::vector<Rule> rules;
  for (std::string_view line : {category::work_rate, category::data_access}) {
    bool rate = line == category::work_rate;
    if (rate)
      rules.push_back(slowedCodeRule("probes-slow-work", line));
    rules.push_back({rate ? "sleeps-in-work" : "sleeps-in-work-data", line,
                     "CPU time of the instrumented runs", sleepsInWork, asleepText});
    rules.push_back({rate ? "page-faults" : "page-faults-data", line,
                     "page faults of this run; mallopt(3)", faultsMore, [](const Situation &s) {
                       return faultsText(s) +
                              "memory is given back to the kernel and taken anew: try "
                              "MALLOC_TOP_PAD_=67108864 with glibc; if that helps, keep blocks "
                              "instead of freeing them.";
                     }});
    rules.push_back(busyWorkRule(rate ? "busy-work" : "busy-data", line));
    rules.push_back({rate ? "bind-threads" : "bind-threads-data", line,
                     "OpenMP 5.2, OMP_PROC_BIND and OMP_PLACES", migrates, [](const Situation &s) {
                       return "threads were moved between cores " +
                              countText(*s.table.parallel_counts.migrations) +
                              " times: try OMP_PROC_BIND=true OMP_PLACES=cores.";
                     }});
    rules.push_back({rate ? "serial-slower" : "serial-slower-data", line,
                     "Bane and Riley, Overheads Profiler, Table 1: data accesses",
                     [](const Situation &s) { return s.construct && s.construct->in_serial_code; },
                     [](const Situation &s) {
                       return slower(s) +
                              "one thread executes it as before, but its data may lie in other "
                              "cores' caches, and threads that wait actively may disturb it: try "
                              "OMP_WAIT_POLICY=passive.";
                     }});
    rules.push_back({rate ? "atomic-shared" : "atomic-shared-data", line, atomic_construct,
                     hasManyAtomics, [](const Situation &s) {
                       return slower(s) + atomicsText(s) +
                              ", for which cores take a cache line from each other: a reduction, "
                              "or a copy for each thread.";
                     }});
    rules.push_back({rate ? "memory-shared" : "memory-shared-data", line,
                     "Bane and Riley, Overheads Profiler, Table 1: data accesses",
                     [](const Situation &) { return true; },
                     [](const Situation &s) {
                       return slower(s) +
                              "the same work is slower when threads run together, most often "
                              "because of memory: initialise data where it is used, keep what "
                              "different threads write 64 bytes apart, work on blocks that fit "
                              "into a cache.";
                     }});
  }
  return rules;
}

} // namespace

std::vector<Rule> informationRules() {
  std::vector<Rule> rules = lockRules();
  append(rules, barrierRules());
  append(rules, memoryRules());
  return rules;
}

} // namespace tare
