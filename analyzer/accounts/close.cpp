// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/close.h"

#include "analyzer/accounts/asleep.h"
#include "analyzer/accounts/cut_off.h"
#include "analyzer/accounts/line_shift.h"
#include "analyzer/accounts/team_notes.h"
#include "analyzer/accounts/told_by_pilot.h"
#include "analyzer/books/lock_probes.h"
#include "analyzer/books/own_reference.h"
#include "analyzer/books/serial_run.h"
#include "analyzer/ledger/teams.h"

#include <algorithm>

namespace tare {

namespace {

Ticks workOf(const RunBalance &run) {
  Ticks sum = run.serial;
  for (const NodeBalance &n : run.nodes)
    sum += n.sum(work_states) + n[State::Opaque];
  return sum;
}

/// Which take part in no region with probes.
bool hasUnseenThreads(const Profile &profile) {
  for (const ProfileThread &thread : profile.threads)
    for (uint32_t index = 0; index < thread.nodes.size(); ++index)
      if (profile.hidesTeam(index) &&
          std::ranges::any_of(thread.nodes[index].cells,
                              [](const ProfileCell &cell) { return cell.entries > 0; }))
        return true;
  return false;
}

void describeRun(const Profile &profile, RepetitionAccount &account) {
  account.cut_off |= profile.cut_off;
  account.foreign_regions += profile.foreign_regions;
  account.other_cpu_s += hasUnseenThreads(profile) ? 0 : profile.other_cpu_s;
  if (profile.foreign_regions)
    addOnce(account.notes,
            {.rule = "foreign-regions", .figures = {{"regions", profile.foreign_regions}}});
  auto note = [&](bool applies, const char *rule) {
    if (applies)
      addOnce(account.notes, {rule});
  };
  note(profile.disk_full, "disk-full");
  note(profile.two_runtimes, "two-runtimes");
  note(profile.isLogSampled(), "log-sampled");
  note(profile.unbalanced, "unbalanced");
  note(profile.too_deep, "too-deep");
}

/// cycles / reference cycles: the cores' clock, of its nominal rate.
std::optional<double> clockOf(const RunCounts &counts) {
  bool counted = counts.cycles && counts.reference_cycles && *counts.cycles > 0;
  if (!counted || *counts.reference_cycles <= 0)
    return std::nullopt;
  return *counts.cycles / *counts.reference_cycles;
}

class RepetitionCloser {
public:
  RepetitionCloser(const Repetition &repetition, RunBooks &books, bool same_source)
      : repetition_(repetition), books_(books), keys_(books.table()), same_source_(same_source),
        pilot_(repetition, keys_) {}

  Result<RepetitionAccount> close() {
    const Profile &profile = *repetition_.instrumented.profile;
    addRuns(repetition_, books_);
    TARE_TRY(BalancedRun many, books_.balance(repetition_.instrumented, repetition_.size()));
    Balances balances;
    balances.keys = &keys_;
    balances.many = many.balance;
    pilot_.tellMany(balances.many);
    balances.many = withoutRewriting(balances.many, repetition_.rewriting);
    TARE_DO(reference(balances));
    balances.known = pilot_.known();
    if (repetition_.parallel)
      balances.plain = repetition_.parallel->ticks;
    TARE_TRY(RepetitionAccount account, closeBalances(balances));
    TARE_DO(pilot_.addDoubt(balances, account));
    TARE_DO(tellShift(account, balances));
    TARE_DO(tellRewriting(balances, account));
    TARE_DO(tellLocks(balances, account));
    TARE_DO(tellMessages(balances, account));
    if (repetition_.one)
      account.asleep_s = asleepBeyondOne({balances.many, repetition_.instrumented},
                                         {balances.one, *repetition_.one});
    finish(account, many);
    account.loops = insideLoops(profile, books_.teams(profile), books_.keys(profile));
    return account;
  }

private:
  static bool hasMeasured(const InstrumentedRun &run) {
    bool has = false;
    forEachRank(run, [&](const InstrumentedRun &rank) { has = has || rank.measured; });
    return has;
  }

  /// The same books from the times as measured: what differs is what the probes' costs decide.
  Result<void> tellShift(RepetitionAccount &account, const Balances &balances) {
    const InstrumentedRun &run = repetition_.instrumented;
    if (!hasMeasured(run) || !repetition_.one)
      return {};
    Balances raw = balances;
    TARE_TRY(BalancedRun many, books_.balance(run, repetition_.size(), true));
    raw.many = many.balance;
    tellAsBefore(repetition_.pilot, raw.many);
    raw.many = withoutRewriting(raw.many, repetition_.rewriting);
    TARE_DO(tellShift(account, raw, account.shift));
    bool is_reference = !repetition_.serial && !repetition_.plain_one;
    if (hasMeasured(*repetition_.one) && !is_reference) {
      TARE_TRY(BalancedRun one, books_.balance(*repetition_.one, repetition_.reference, true));
      raw.one = one.balance;
      tellAsBefore(repetition_.pilot_one, raw.one);
      raw.one = withoutRewriting(raw.one, repetition_.rewriting_one);
      if (!repetition_.serial)
        oneAsReference(raw);
    }
    return tellShift(account, raw, account.shift_of_both);
  }

  RunBalance withoutRewriting(const RunBalance &run,
                              const std::optional<Rewriting> &rewriting) const {
    bool is_known = rewriting && !rewriting->exceeds_probes;
    return is_known ? tare::withoutRewriting(run, keys_, ticksOf(rewriting->part, run.window))
                    : run;
  }

  /// The same books with as much more taken out as the bands of the pairs of runs allow. What is
  /// unsure of the run on one thread is doubt; of the p-thread run the plain runs may tell more.
  Result<void> tellRewriting(const Balances &balances, RepetitionAccount &account) const {
    if (std::optional<RunBalance> many = withMore(balances.many, repetition_.rewriting)) {
      Balances other = balances;
      other.many = *many;
      if (repetition_.threads == 1 && repetition_.one)
        setOne(*many, other);
      TARE_DO(tellChange(account, other, account.rewriting_shift));
    }
    if (repetition_.threads == 1 || !repetition_.one)
      return {};
    if (std::optional<RunBalance> one = withMore(balances.one, repetition_.rewriting_one)) {
      Balances other = balances;
      setOne(*one, other);
      LineShift change;
      TARE_DO(tellChange(account, other, change));
      addAsDoubt(change, account);
    }
    return {};
  }

  std::optional<RunBalance> withMore(const RunBalance &run,
                                     const std::optional<Rewriting> &rewriting) const {
    if (!rewriting || rewriting->exceeds_probes || rewriting->half <= 0)
      return std::nullopt;
    return tare::withoutRewriting(run, keys_, ticksOf(rewriting->half, run.window));
  }

  void setOne(const RunBalance &one, Balances &balances) const {
    balances.one = one;
    if (!repetition_.serial)
      oneAsReference(balances);
  }

  Result<void> tellLocks(const Balances &balances, RepetitionAccount &account) const {
    Balances other = balances;
    other.many = withShorterLockWaits(balances.many, lockProbesOf(repetition_.instrumented));
    return other.many.window == balances.many.window
               ? Result<void>()
               : tellChange(account, other, account.lock_shift);
  }

  /// Of a job without its probes: messages for which nobody waited may have taken more or less than
  /// the plain case says.
  Result<void> tellMessages(const Balances &balances, RepetitionAccount &account) const {
    LineShift most;
    for (size_t bound = 0; bound < repetition_.instrumented.mpi_bounds.size(); ++bound) {
      InstrumentedRun run = repetition_.instrumented;
      forEachRank(run, [&](InstrumentedRun &rank) { rank.mpi = rank.mpi_bounds[bound]; });
      Balances other = balances;
      TARE_TRY(BalancedRun many, books_.balance(run, repetition_.size()));
      other.many = many.balance;
      tellAsBefore(repetition_.pilot, other.many);
      other.many = withoutRewriting(other.many, repetition_.rewriting);
      LineShift change;
      TARE_DO(tellChange(account, other, change));
      keepLarger(change, most);
    }
    addAsDoubt(most, account);
    return {};
  }

  /// Only the repetition's own times are as they were measured.
  void tellAsBefore(const std::optional<InstrumentedRun> &pilot, RunBalance &run) const {
    if (pilot)
      tellPlannedOut(*pilot->profile, *teamsOf(*pilot), keys_, run);
  }

  static Result<void> tellShift(const RepetitionAccount &account, const Balances &raw,
                                LineShift &shift) {
    TARE_TRY(const RepetitionAccount then, closeBalances(raw));
    shift = shiftBetween(account, then);
    return {};
  }

  /// Towards the other books.
  static Result<void> tellChange(const RepetitionAccount &account, const Balances &other,
                                 LineShift &change) {
    TARE_TRY(const RepetitionAccount then, closeBalances(other));
    change = shiftBetween(then, account);
    return {};
  }

  Result<void> reference(Balances &balances) {
    if (!repetition_.one) {
      balances.one = ownReference(balances.many, keys_, repetition_.serial.has_value());
      if (repetition_.serial)
        return serialProgram(balances);
      balances.own_reference = true;
      balances.serial = workOf(balances.one);
      return {};
    }
    TARE_TRY(BalancedRun one, books_.balance(*repetition_.one, repetition_.reference));
    balances.one = one.balance;
    pilot_.tellOne(balances.one);
    balances.one = withoutRewriting(balances.one, repetition_.rewriting_one);
    compareClocks(balances);
    noteTeams(one, repetition_.reference.threads);
    if (repetition_.serial)
      return serialProgram(balances);
    reference_further_threads_ = one.further_threads;
    oneAsReference(balances);
    return {};
  }

  /// What the work of other lines is compared with is in the instrumented run; T_s is the plain
  /// one.
  void oneAsReference(Balances &balances) const {
    balances.one_is_reference = true;
    balances.serial = balances.one.threads * (balances.one.window - balances.one.serial_probe);
    balances.serial_off_cpu = offCpuOf(balances.one);
    if (repetition_.plain_one)
      balances.plain_one_longer =
          balances.one.threads * repetition_.plain_one->ticks - balances.serial;
  }

  static Ticks offCpuOf(const RunBalance &run) {
    Ticks sum = run.serial_off_cpu;
    for (const NodeBalance &node : run.nodes)
      sum += node[State::OffCpu];
    return sum;
  }

  void noteTeams(const BalancedRun &run, int threads) {
    append(teams_, moreThreadsNote(run.mean_threads_in_regions, threads));
  }

  void compareClocks(Balances &balances) {
    std::optional<double> many = clockOf(repetition_.instrumented.counts);
    std::optional<double> one = clockOf(repetition_.one->counts);
    if (many && one)
      balances.clock_ratio = *many / *one;
  }

  Result<void> serialProgram(Balances &balances) {
    balances.serial = repetition_.serial->ticks;
    balances.serial_off_cpu = offCpu(*repetition_.serial);
    balances.same_source = same_source_;
    if (repetition_.ignored)
      balances.ignored = repetition_.ignored->ticks - offCpu(*repetition_.ignored);
    if (!repetition_.serial_instrumented)
      return {};
    Result<SerialBalance> serial =
        balanceSerial(*repetition_.serial_instrumented->profile,
                      balances.serial - balances.serial_off_cpu, balances.one, keys_);
    if (!serial.ok())
      return serial.error();
    balances.serial_program = std::move(serial).value();
    return {};
  }

  /// One thread waits no longer than the run takes; a program with threads of its own may.
  Ticks offCpu(const PlainRun &run) const {
    Ticks waited =
        static_cast<Ticks>(run.runq_s * repetition_.instrumented.profile->ticks_per_second);
    return std::min(waited, run.ticks);
  }

  void finish(RepetitionAccount &account, const BalancedRun &many) {
    const Profile &profile = *repetition_.instrumented.profile;
    account.ticks_per_second = profile.ticks_per_second;
    describeRemoval(account, many.balance);
    account.run_cpu_waits = cpuWaits(many.balance);
    if (repetition_.serial && repetition_.serial_instrumented) {
      const Profile &serial = *repetition_.serial_instrumented->profile;
      account.serial_program = serial.window;
      account.serial_probes = repetition_.serial_instrumented->observed.high;
      for (const ProfileThread &thread : serial.threads)
        account.serial_program -= thread.serial_probe_ticks;
    }
    account.mean_threads_in_regions = many.mean_threads_in_regions;
    account.reference_further_threads = reference_further_threads_;
    if (!repetition_.one) // its own reference: nothing was done on one thread
      for (auto &[key, work] : account.work) {
        work.one = 0;
        work.executions_one = 0;
        work.not_on_one = false;
      }
    append(account.notes, many.notes);
    noteTeams(many, repetition_.threads);
    append(teams_, surplusNote(many.balance, repetition_.threads));
    append(account.notes, teams_);
    append(account.notes, cutOffNotes(repetition_.instrumented));
    forEachRank(repetition_.instrumented,
                [&](const InstrumentedRun &rank) { describeRun(*rank.profile, account); });
  }

  RunCpuWaits cpuWaits(const RunBalance &many) const {
    auto of = [](const auto &run) { return run ? run->runq_s : 0; };
    RunCpuWaits waits;
    waits.serial_s = of(repetition_.serial);
    waits.ignored_s = of(repetition_.ignored);
    waits.parallel_s = of(repetition_.parallel);
    waits.one_s = repetition_.one ? readIn(*repetition_.one) : 0;
    waits.many_s = readIn(repetition_.instrumented);
    waits.many_serial_s = static_cast<double>(many.serial_off_cpu) /
                          repetition_.instrumented.profile->ticks_per_second;
    return waits;
  }

  /// The window knows of threads that are alive at its end, the profile of those that it measured.
  static double readIn(const InstrumentedRun &run) {
    uint64_t read_ns = 0;
    forEachRank(run, [&](const InstrumentedRun &rank) {
      for (const ProfileThread &thread : rank.profile->threads)
        read_ns += thread.runq_ns + thread.serial_runq_ns;
    });
    return std::max(run.runq_s, static_cast<double>(read_ns) * 1e-9);
  }

  void describeRemoval(RepetitionAccount &account, const RunBalance &many) const {
    const InstrumentedRun &run = repetition_.instrumented;
    account.approximated = run.measured_window > 0;
    double ranks = 0;
    Ticks measured = 0;
    forEachRank(run, [&](const InstrumentedRun &rank) {
      account.unfounded += rank.unfounded;
      account.observed.add(rank.observed);
      account.set_up += account.approximated ? rank.set_up : setUpTicks(*rank.profile);
      measured =
          std::max(measured, rank.before + std::max(rank.measured_window, rank.profile->window) -
                                 rank.shortened);
      ++ranks;
    });
    account.set_up /= ranks;
    if (account.approximated)
      account.instrumented = ranks > 1 ? measured : run.measured_window;
    account.removed = account.instrumented - (many.window - many.serial_probe);
    account.rewriting = repetition_.rewriting;
  }

  const Repetition &repetition_;
  RunBooks &books_;
  const KeyTable &keys_;
  bool same_source_;
  ToldByPilot pilot_;
  std::vector<Note> teams_; // notes on them
  Ticks reference_further_threads_ = 0;
};

} // namespace

void addRuns(const Repetition &repetition, RunBooks &books) {
  books.add(repetition.instrumented);
  if (repetition.one)
    books.add(*repetition.one);
}

Result<RepetitionAccount> closeRepetition(const Repetition &repetition, RunBooks &books,
                                          bool same_source) {
  return RepetitionCloser(repetition, books, same_source).close();
}

} // namespace tare
