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
  std::string held =
      lock.held_s > 0 ? " and held for " + timeText(holdOf(s)) + " each time" : std::string();
  return "The lock was taken " + countText(lock.acquisitions) + " times" + held + ", and " +
         percentOf(lock.contended, lock.acquisitions) + " of these had to wait.";
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
       "Give each critical its own name if they protect different data. All criticals without a "
       "name "
       "exclude each other, and this program has several."},
      {"ordered-serialises", line, "OpenMP 5.2, ordered construct",
       [](const Situation &s) { return isKind(s, "ordered"); },
       "Keep only what needs the order inside, and use schedule(static, 1), so that neighbours run "
       "at the same time. Iterations wait for their turn here."},
      {"critical-reduction", line, "OpenMP 5.2, reduction clause and atomic construct",
       [](const Situation &s) { return hasLock(s) && holdOf(s) > 0 && holdOf(s) < short_hold_s; },
       [](const Situation &s) {
         return "Use a reduction for a sum or a maximum, and atomic for one update. Else collect "
                "in "
                "private data and take the lock once. " +
                lockFigures(s);
       }},
      {"lock-hold-less", line, "OpenMP 5.2, lock routines", hasLock,
       [](const Situation &s) {
         return "Do less while the lock is held, or protect parts of the data by locks of their "
                "own. " +
                lockFigures(s);
       }},
      {"lock-less-often", line, "OpenMP 5.2, critical construct", always,
       "Take the lock less often, hold it for less, or use a reduction. Threads wait for it."},
  };
}

/// How often, and how long each time, as a further sentence; empty: not known.
std::string eachTimeText(const Situation &s) {
  if (!s.construct || !(s.construct->instances > 0))
    return "";
  return " The threads pass this barrier " + countText(s.construct->instances) +
         " times, and lose " + timeText(s.line.time.time_s / s.construct->instances) +
         " each time.";
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
         return oneThreadText(s, "so nobody waits and its barriers buy nothing");
       }},
      busyMachineRule("busy-barriers", line),
      debugBuildRule("debug-build-barriers", line),
      {"barrier-nowait", line, "OpenMP 5.2, nowait clause", mayGoWithoutBarrier,
       [](const Situation &s) {
         return "Add nowait if what follows does not need all of its results." + eachTimeText(s);
       }},
      {"barrier-fewer", line, "OpenMP 5.2, barrier construct", always,
       [](const Situation &s) {
         return "Let more work stand between two barriers, or leave out those that no data needs." +
                eachTimeText(s);
       }},
      busyMachineRule("busy-spin", category::user_waits),
      {"spin-wait", category::user_waits, "OpenMP 5.2, depend clause and ordered construct", always,
       "Give the threads other work meanwhile, or state the order by task dependences or "
       "ordered(n) "
       "with doacross. They spin until another thread has written."},
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

/// Of the row, what page faults take that one thread does not have. 0: none, or not known.
double partByFaults(const Situation &s) {
  const std::optional<double> many = s.table.parallel_counts.faults, one = oneThreadsFaults(s);
  double whole = timeOf(s.table, s.line.category);
  return many && one && whole > 0 ? timeOfFaults(*many - *one, s.table.threads) / whole : 0;
}

/// They explain a tenth of the program's row, and 1 % of T_p.
bool faultsMore(const Situation &s) {
  double part = partByFaults(s);
  return part > 0.1 &&
         part * timeOf(s.table, s.line.category) > 0.01 * s.table.parallel_time.time_s;
}

std::string faultsText(const Situation &s) {
  return "The plain program has " + countText(*s.table.parallel_counts.faults) +
         " page faults, and " + countText(*oneThreadsFaults(s)) + " on one thread.";
}

/// Where they explain too little of the program's row to be its cause, and 1 % of T_p: a further
/// sentence.
std::string someFaultsText(const Situation &s) {
  double least_s = partByFaults(s) * timeOf(s.table, s.line.category);
  if (!ofProgram(s) || least_s <= 0.01 * s.table.parallel_time.time_s)
    return "";
  return " Page faults take " + timeText(least_s) +
         " of it or more, so keep blocks instead of "
         "freeing them. " +
         faultsText(s);
}

/// Of the row, the least that threads slept.
double partAsleep(const Situation &s) {
  double whole = timeOf(s.table, s.line.category);
  return whole > 0 ? s.table.asleep_s / whole : 0;
}

bool sleepsInWork(const Situation &s) { return partAsleep(s) > 0.25; }

std::string asleepText(const Situation &s) {
  return "Compute outside of the lock what needs none. Threads slept for " +
         timeText(s.table.asleep_s * s.table.threads) +
         " or more in what counts as work: locks that are not OpenMP's (std::mutex, "
         "pthread_mutex_t), input or output. Tare shows waits for a critical construct or "
         "omp_set_lock.";
}

/// What to do about functions of the C library that take a lock, and why.
std::string lockingCallsText(const Situation &s) {
  const std::string &calls = s.construct->locking_calls;
  bool draws = calls.find("rand") != std::string::npos;
  std::string text = draws ? "Use rand_r, or a generator of C++ for each thread."
                           : "Collect in each thread what it reads or writes, and do that once.";
  return text + " Threads wait for each other in " + printable(calls) +
         ", which takes a lock of the C library at each call. OpenMP does not see these waits.";
}

/// How much slower its work is than on one thread, as a sentence and a blank; empty: it is not, or
/// not known. Ratios beyond measure say nothing, so both times are given.
std::string slower(const Situation &s) {
  if (!s.construct || !s.construct->work || !(s.construct->work->one_s > 0))
    return "";
  const WorkTimes &work = *s.construct->work;
  if (!(work.many_s > work.one_s))
    return "";
  if (work.many_s > 10 * work.one_s)
    return "Its work takes " + timeText(work.many_s) + " of thread time on " +
           sizeText(sizeOf(s.table)) + ", and " + timeText(work.one_s) +
           " on one, so check first whether it is the same work. ";
  return "Its work takes " + percentOf(work.many_s - work.one_s, work.one_s) +
         (hasSingleThreads(s.table) ? " more time, all ranks together, than on one. "
                                    : " more thread time than on one thread. ");
}

/// The rules of one of two rows with the same causes: counters may part data access from the work
/// rate. The names of the rules for data access end in "-data".
class MemoryRules {
public:
  explicit MemoryRules(std::string_view line) : line_(line) {}

  std::vector<Rule> rules() {
    if (isRate())
      rules_.push_back(slowedCodeRule("probes-slow-work", line_));
    add("sleeps-in-work", "sleeps-in-work-data", "CPU time of the instrumented runs", sleepsInWork,
        asleepText, partAsleep);
    add(
        "page-faults", "page-faults-data", "page faults of this run; mallopt(3)", faultsMore,
        [](const Situation &s) {
          return "Try MALLOC_TOP_PAD_=67108864 with glibc; if that helps, keep blocks instead of "
                 "freeing them. Memory is given back to the kernel and taken anew. " +
                 faultsText(s);
        },
        partByFaults);
    rules_.push_back(busyMachineRule(isRate() ? "busy-work" : "busy-data", line_));
    rules_.push_back(debugBuildRule(isRate() ? "debug-build-work" : "debug-build-data", line_));
    add("bind-threads", "bind-threads-data", "OpenMP 5.2, OMP_PROC_BIND and OMP_PLACES", migrates,
        [](const Situation &s) {
          std::string times = countText(*s.table.parallel_counts.migrations) + " times.";
          if (hasSingleThreads(s.table))
            return "Let the launcher bind ranks to cores (mpirun --bind-to core, srun "
                   "--cpu-bind=cores). Ranks were moved between cores " +
                   times;
          return "Try OMP_PROC_BIND=true OMP_PLACES=cores. Threads were moved between cores " +
                 times;
        });
    addPlaces();
    return std::move(rules_);
  }

private:
  static constexpr std::string_view ovaltine =
      "Bane and Riley, Overheads Profiler, Table 1: data accesses";

  bool isRate() const { return line_ == category::work_rate; }

  void add(const char *rate_name, const char *data_name, std::string_view source,
           bool (*applies)(const Situation &), RuleSentence sentence,
           double (*part)(const Situation &) = nullptr) {
    rules_.push_back(
        {isRate() ? rate_name : data_name, line_, source, applies, sentence, About::Program, part});
  }

  void addPlaces() {
    add(
        "serial-slower", "serial-slower-data", ovaltine,
        [](const Situation &s) {
          return s.construct && s.construct->in_serial_code && !hasSingleThreads(s.table);
        },
        [](const Situation &s) {
          return "Try OMP_WAIT_POLICY=passive. " + slower(s) +
                 "One thread executes it as before, but its data may lie in other cores' caches. "
                 "Threads that wait actively may disturb it, too.";
        });
    add(
        "array-reduction", "array-reduction-data", reduction_clause,
        [](const Situation &s) { return arrayReductionOf(s) != nullptr; }, arrayReductionText);
    add("atomic-shared", "atomic-shared-data", atomic_construct, hasManyAtomics,
        [](const Situation &s) {
          return "Use a reduction, or a copy for each thread. " + slower(s) + atomicsText(s) +
                 " For each of them cores take a cache line from each other.";
        });
    add(
        "library-lock", "library-lock-data", "C11 7.22.2.1 (rand), POSIX flockfile",
        [](const Situation &s) { return s.construct && !s.construct->locking_calls.empty(); },
        lockingCallsText);
    add("memory-shared", "memory-shared-data", ovaltine, always, [](const Situation &s) {
      if (hasSingleThreads(s.table))
        return "Work on blocks that fit a cache, or put fewer ranks on a node. " + slower(s) +
               "Work is slower when ranks run beside each other, most often because of memory.";
      return "Initialise data where it is used, keep what different threads write 64 bytes apart, "
             "and work on blocks that fit a cache. " +
             slower(s) + "Work is slower when threads run together, most often because of memory." +
             someFaultsText(s);
    });
    rules_.back().everywhere = true;
  }

  std::string_view line_;
  std::vector<Rule> rules_;
};

} // namespace

std::vector<Rule> informationRules() {
  std::vector<Rule> rules = lockRules();
  append(rules, barrierRules());
  for (std::string_view line : {category::work_rate, category::data_access})
    append(rules, MemoryRules(line).rules());
  return rules;
}

} // namespace tare
