// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/close.h"

#include "analyzer/accounts/asleep.h"
#include "analyzer/accounts/team_notes.h"
#include "analyzer/accounts/told_by_pilot.h"
#include "analyzer/books/counts.h"
#include "analyzer/books/own_reference.h"
#include "analyzer/books/serial_run.h"
#include "analyzer/ledger/teams.h"
#include "analyzer/overheads/additional_split.h"
#include "analyzer/overheads/moved_work.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

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

void describeRun(const Profile &profile, TupleAccount &account) {
  account.cut_off = profile.cut_off;
  if (profile.cut_off)
    account.notes.push_back({.rule = "cut-off", .figures = {{"reason", profile.cut_reason}}});
  account.foreign_regions = profile.foreign_regions;
  account.other_cpu_s = hasUnseenThreads(profile) ? 0 : profile.other_cpu_s;
  if (profile.foreign_regions)
    account.notes.push_back(
        {.rule = "foreign-regions", .figures = {{"regions", profile.foreign_regions}}});
  auto note = [&](bool applies, const char *rule) {
    if (applies)
      account.notes.push_back({rule});
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

class TupleCloser {
public:
  TupleCloser(const Tuple &tuple, RunBooks &books, bool same_source)
      : tuple_(tuple), books_(books), keys_(books.table()), same_source_(same_source),
        pilot_(tuple, keys_) {}

  Result<TupleAccount> close() {
    const Profile &profile = *tuple_.instrumented.profile;
    addRuns(tuple_, books_);
    Result<BalancedRun> many = books_.balance(profile, tuple_.threads);
    if (!many.ok())
      return many.error();
    Balances balances;
    balances.keys = &keys_;
    balances.many = many.value().balance;
    pilot_.tellMany(balances.many);
    if (Result<void> one = reference(balances); !one.ok())
      return one.error();
    balances.known = pilot_.known();
    if (tuple_.parallel)
      balances.plain = tuple_.parallel->ticks;
    Result<TupleAccount> account = closeBalances(balances);
    if (!account.ok())
      return account;
    if (Result<void> told = pilot_.addDoubt(balances, account.value()); !told.ok())
      return told.error();
    if (Result<void> told = tellShift(account.value(), balances); !told.ok())
      return told.error();
    if (tuple_.one)
      account.value().asleep_s =
          asleepBeyondOne({balances.many, tuple_.instrumented}, {balances.one, *tuple_.one});
    finish(account.value(), many.value());
    account.value().loops = insideLoops(profile, books_.teams(profile), books_.keys(profile));
    return account;
  }

private:
  /// The same books from the times as measured: what differs is what the probes' costs decide.
  Result<void> tellShift(TupleAccount &account, const Balances &balances) {
    const InstrumentedRun &run = tuple_.instrumented;
    if (!run.measured || !tuple_.one)
      return {};
    Balances raw = balances;
    Result<BalancedRun> many = books_.balance(*run.measured, tuple_.threads);
    if (!many.ok())
      return many.error();
    raw.many = many.value().balance;
    tellAsBefore(tuple_.pilot, raw.many);
    if (Result<void> told = tellShift(account, raw, account.shift); !told.ok())
      return told;
    bool is_reference = !tuple_.serial && !tuple_.plain_one;
    if (tuple_.one->measured && !is_reference) {
      Result<BalancedRun> one = books_.balance(*tuple_.one->measured, 1);
      if (!one.ok())
        return one.error();
      raw.one = one.value().balance;
      tellAsBefore(tuple_.pilot_one, raw.one);
      if (!tuple_.serial)
        oneAsReference(raw);
    }
    return tellShift(account, raw, account.shift_of_both);
  }

  /// Only the tuple's own times are as they were measured.
  void tellAsBefore(const std::optional<InstrumentedRun> &pilot, RunBalance &run) const {
    if (pilot)
      tellPlannedOut(*pilot->profile, keys_, run);
  }

  static Result<void> tellShift(const TupleAccount &account, const Balances &raw,
                                ProbeShift &shift) {
    Result<TupleAccount> measured = closeBalances(raw);
    if (!measured.ok())
      return measured.error();
    const TupleAccount &then = measured.value();
    shift.totals = differences(account.totals, then.totals);
    for (const auto &[key, lines] : account.at) {
      auto found = then.at.find(key);
      shift.at[key] =
          differences(lines, found == then.at.end() ? std::vector<Ticks>() : found->second);
    }
    shift.unidentified = {account.unidentified.agreement - then.unidentified.agreement,
                          account.unidentified.unpaired - then.unidentified.unpaired,
                          account.unidentified.opaque - then.unidentified.opaque,
                          account.unidentified.reference - then.unidentified.reference};
    return {};
  }

  static std::vector<Ticks> differences(const std::vector<Ticks> &a, const std::vector<Ticks> &b) {
    std::vector<Ticks> all(std::max(a.size(), b.size()), 0);
    for (size_t i = 0; i < all.size(); ++i)
      all[i] = (i < a.size() ? a[i] : 0) - (i < b.size() ? b[i] : 0);
    return all;
  }

  Result<void> reference(Balances &balances) {
    if (!tuple_.one) {
      balances.one = ownReference(balances.many, keys_, tuple_.serial.has_value());
      if (tuple_.serial)
        return serialProgram(balances);
      balances.own_reference = true;
      balances.serial = workOf(balances.one);
      return {};
    }
    Result<BalancedRun> one = books_.balance(*tuple_.one->profile, 1);
    if (!one.ok())
      return one.error();
    balances.one = one.value().balance;
    pilot_.tellOne(balances.one);
    compareClocks(balances);
    noteTeams(one.value(), 1);
    if (tuple_.serial)
      return serialProgram(balances);
    oneAsReference(balances);
    return {};
  }

  /// What the work of other lines is compared with is in the instrumented run; T_s is the plain
  /// one.
  void oneAsReference(Balances &balances) const {
    balances.serial = balances.one.window - balances.one.serial_probe;
    balances.serial_off_cpu = offCpuOf(balances.one);
    if (tuple_.plain_one)
      balances.plain_one_longer = tuple_.plain_one->ticks - balances.serial;
  }

  static Ticks offCpuOf(const RunBalance &run) {
    Ticks sum = run.serial_off_cpu;
    for (const NodeBalance &node : run.nodes)
      sum += node[State::OffCpu];
    return sum;
  }

  void noteTeams(const BalancedRun &run, int threads) {
    if (std::optional<Note> note = moreThreadsNote(run.mean_threads_in_regions, threads))
      teams_.push_back(*note);
  }

  void compareClocks(Balances &balances) {
    std::optional<double> many = clockOf(tuple_.instrumented.counts);
    std::optional<double> one = clockOf(tuple_.one->counts);
    if (many && one)
      balances.clock_ratio = *many / *one;
  }

  Result<void> serialProgram(Balances &balances) {
    balances.serial = tuple_.serial->ticks;
    balances.serial_off_cpu = offCpu(*tuple_.serial);
    balances.same_source = same_source_;
    if (tuple_.ignored)
      balances.ignored = tuple_.ignored->ticks - offCpu(*tuple_.ignored);
    if (!tuple_.serial_instrumented)
      return {};
    Result<SerialBalance> serial =
        balanceSerial(*tuple_.serial_instrumented->profile,
                      balances.serial - balances.serial_off_cpu, balances.one, keys_);
    if (!serial.ok())
      return serial.error();
    balances.serial_program = std::move(serial).value();
    return {};
  }

  /// One thread waits no longer than the run takes; a program with threads of its own may.
  Ticks offCpu(const PlainRun &run) const {
    Ticks waited = static_cast<Ticks>(run.runq_s * tuple_.instrumented.profile->ticks_per_second);
    return std::min(waited, run.ticks);
  }

  void finish(TupleAccount &account, const BalancedRun &many) {
    const Profile &profile = *tuple_.instrumented.profile;
    account.ticks_per_second = profile.ticks_per_second;
    describeRemoval(account, many.balance);
    if (tuple_.serial && tuple_.serial_instrumented) {
      const Profile &serial = *tuple_.serial_instrumented->profile;
      account.serial_program = serial.window;
      account.serial_probes = tuple_.serial_instrumented->observed.high;
      for (const ProfileThread &thread : serial.threads)
        account.serial_program -= thread.serial_probe_ticks;
    }
    account.mean_threads_in_regions = many.mean_threads_in_regions;
    if (!tuple_.one) // its own reference: nothing was done on one thread
      for (auto &[key, work] : account.work) {
        work.one = 0;
        work.executions_one = 0;
        work.not_on_one = false;
      }
    append(account.notes, many.notes);
    noteTeams(many, tuple_.threads);
    if (std::optional<Note> note = surplusNote(many.balance, tuple_.threads))
      teams_.push_back(*note);
    append(account.notes, teams_);
    describeRun(profile, account);
  }

  void describeRemoval(TupleAccount &account, const RunBalance &many) const {
    const InstrumentedRun &run = tuple_.instrumented;
    account.approximated = run.measured_window > 0;
    account.unfounded = run.unfounded;
    account.observed = run.observed;
    account.set_up = account.approximated ? run.set_up : setUpTicks(*run.profile);
    if (account.approximated)
      account.instrumented = run.measured_window;
    account.removed = account.instrumented - (many.window - many.serial_probe);
    if (tuple_.null && tuple_.parallel)
      account.rewriting = tuple_.null->ticks - tuple_.parallel->ticks;
  }

  const Tuple &tuple_;
  RunBooks &books_;
  const KeyTable &keys_;
  bool same_source_;
  ToldByPilot pilot_;
  std::vector<Note> teams_; // notes on them
};

/// Its executions are divided among the threads, or each is one thread's.
bool isShared(NodeKind kind) {
  return kind == NodeKind::For || kind == NodeKind::Section || kind == NodeKind::Single ||
         kind == NodeKind::Task || kind == NodeKind::Critical;
}

/// Of region code, those that threads repeat count once.
void addRegionCount(TwinWork &work, const Balances &balances, int key) {
  const Node &node = balances.keys->node(key);
  if ((node.kind != NodeKind::Parallel && node.kind != NodeKind::Loop) || isOpaque(balances, key))
    return;
  CountRatio ratio = countRatio(balances, key);
  if (!ratio.paired || std::fabs(ratio.many - ratio.one) <= 1e-9 * ratio.one)
    return;
  work.executions_one = static_cast<uint64_t>(std::llround(ratio.one));
  work.executions_many = static_cast<uint64_t>(std::llround(ratio.many));
}

/// Of other pieces on p threads, as its time says: more or fewer of them tell nothing.
bool isOfPieces(const Balances &balances, int key) {
  CountRatio ratio = countRatio(balances, key);
  return ratio.paired && ratio.one == ratio.many &&
         balances.one.nodes[key].executions != balances.many.nodes[key].executions;
}

void addWork(TupleAccount &account, const Balances &balances) {
  std::vector<AtomicsIn> atomics = atomicsIn(balances.many, *balances.keys);
  account.has_serial_program = balances.serial_program.has_value();
  account.unpaired_work = splitAdditional(balances).unpaired_work;
  if (balances.serial_program) {
    account.files_apart = balances.serial_program->apart;
    if (const std::optional<Note> &copies = balances.serial_program->copies)
      account.notes.push_back(*copies);
  }
  for (size_t i = 0; i < balances.many.nodes.size(); ++i) {
    int key = static_cast<int>(i);
    const NodeBalance &many = balances.many.nodes[i];
    TwinWork work;
    work.one = computedOnOne(balances, key);
    work.many = many.sum(work_states) + many[State::Opaque] + many[State::Serial];
    if (balances.serial_program)
      work.serial = balances.serial_program->work[i];
    work.twin_by = twinOf(balances, key);
    work.atomics = atomics[i];
    work.not_on_one = !wasExecuted(balances.one.nodes[i]);
    const NodeBalance &one = balances.one.nodes[i];
    if (isShared(balances.keys->node(key).kind)) {
      if (!isOfPieces(balances, key)) {
        work.executions_one = one.executions;
        work.executions_many = many.executions;
      }
    } else if (balances.keys->node(key).serial) {
      work.executions_one = one.instances;
      work.executions_many = many.instances;
    } else {
      addRegionCount(work, balances, key);
    }
    if (work.one || work.many || work.serial)
      account.work[key] = work;
  }
}

void addPostings(TupleAccount &account, size_t line, const std::vector<Posting> &postings) {
  size_t lines = allOverheads().size();
  for (const Posting &posting : postings) {
    account.totals[line] += posting.ticks;
    if (posting.key == Posting::program)
      continue;
    std::vector<Ticks> &at = account.at[posting.key];
    at.resize(lines, 0);
    at[line] += posting.ticks;
  }
}

} // namespace

std::vector<double> disturbances(const std::vector<TupleAccount> &accounts) {
  std::vector<double> worst(accounts.size(), 1);
  for (Ticks TupleAccount::*run :
       {&TupleAccount::serial, &TupleAccount::parallel, &TupleAccount::instrumented}) {
    auto quickest = std::ranges::min_element(accounts, {}, run);
    if (quickest == accounts.end() || (*quickest).*run <= 0)
      continue;
    for (size_t i = 0; i < accounts.size(); ++i)
      worst[i] = std::max(worst[i], double(accounts[i].*run) / double((*quickest).*run));
  }
  return worst;
}

Result<TupleAccount> closeBalances(const Balances &given) {
  Balances balances = given;
  balances.moved = movedWork(given);
  TupleAccount account;
  account.threads = balances.threads();
  account.serial = balances.serial + balances.plain_one_longer;
  account.instrumented = balances.many.window;
  account.has_plain = balances.plain != 0;
  account.parallel =
      account.has_plain ? balances.plain : balances.many.window - balances.many.serial_probe;
  account.serial_part = balances.many.serial;
  if (!balances.own_reference)
    account.serial_part += balances.many.serial_off_cpu;
  account.totals.assign(allOverheads().size(), 0);
  Ticks sum = 0;
  for (size_t line = 0; line < allOverheads().size(); ++line) {
    const Overhead &overhead = *allOverheads()[line];
    account.applies.push_back(!overhead.applies || overhead.applies(balances));
    addPostings(account, line, overhead.postings(balances));
    sum += account.totals[line];
  }
  account.unidentified = unidentifiedParts(balances);
  addWork(account, balances);
  for (size_t key = 0; key < balances.many.nodes.size(); ++key) {
    const NodeBalance &n = balances.many.nodes[key];
    account.instances[static_cast<int>(key)] = n.instances;
    if (Ticks lacking = n[State::LackOfTasks])
      account.lack_of_tasks[static_cast<int>(key)] = lacking;
    if (n.acquisitions)
      account.locks[static_cast<int>(key)] = {n[State::Work], n.acquisitions, n.contended};
  }
  Ticks expected = account.threads * account.parallel - account.serial;
  if (sum != expected)
    return disagreement("the books do not close: the overheads sum to " + std::to_string(sum) +
                            " ticks, p*T_p - T_s is " + std::to_string(expected),
                        "", "this is a defect of Tare; please report it");
  return account;
}

void addRuns(const Tuple &tuple, RunBooks &books) {
  books.add(tuple.instrumented);
  if (tuple.one)
    books.add(*tuple.one);
}

Result<TupleAccount> closeTuple(const Tuple &tuple, RunBooks &books, bool same_source) {
  return TupleCloser(tuple, books, same_source).close();
}

} // namespace tare
