// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/close.h"

#include "analyzer/accounts/balance_run.h"
#include "analyzer/ledger/categories.h"

namespace tare {

namespace {

// Reference `none`: the run is its own reference, without inflation.
RunBalance ownReference(const RunBalance &many, const KeyTable &keys) {
  RunBalance one;
  one.threads = 1;
  one.serial = many.serial;
  one.nodes.resize(many.nodes.size());
  for (size_t key = 0; key < many.nodes.size(); ++key) {
    const NodeBalance &from = many.nodes[key];
    NodeBalance &to = one.nodes[key];
    to.work = from.work;
    to.opaque = from.opaque;
    to.executions = from.executions;
    bool replicated = keys.node(static_cast<int>(key)).kind == NodeKind::Parallel;
    to.region = replicated ? from.region / many.threads : from.region;
    if (replicated && from.instances)
      to.executions = from.instances;
  }
  return one;
}

Ticks workOf(const RunBalance &run) {
  Ticks sum = run.serial;
  for (const NodeBalance &n : run.nodes)
    sum += n.work + n.region + n.opaque;
  return sum;
}

void describeRun(const Profile &profile, TupleAccount &account) {
  if (profile.cut_off) {
    account.cut_off = true;
    account.notes.push_back("cut off: " + profile.cut_reason);
  }
  if (profile.foreign_regions)
    account.notes.push_back(std::to_string(profile.foreign_regions) +
                            " regions were forked by a thread other than the initial one; the "
                            "books do not cover them");
  if (profile.status & TARE_STATUS_DISK_FULL)
    account.notes.push_back("the disk was full: the log stopped early, waits are split by the part "
                            "that was written");
  if (profile.status & TARE_STATUS_TWO_RUNTIMES)
    account.notes.push_back("libgomp and libomp are both loaded: their threads compete; link one");
  if (profile.level_regions || profile.level_barriers)
    account.notes.push_back("the log was sampled: the split of waits by cause is an estimate");
  if (profile.status & TARE_STATUS_UNBALANCED)
    account.notes.push_back("a construct was left without passing its end; its time was closed at "
                            "the next probe");
  if (profile.status & TARE_STATUS_TOO_DEEP)
    account.notes.push_back("regions or tasks were nested deeper than is measured; the innermost "
                            "ones are in the time of those around them");
}

class TupleCloser {
public:
  TupleCloser(const Tuple &tuple, KeyTable &keys) : tuple_(tuple), keys_(keys) {}

  Result<TupleAccount> close() {
    std::vector<int> many_keys = keys_.add(*tuple_.instrumented.profile);
    std::vector<int> one_keys;
    if (tuple_.one)
      one_keys = keys_.add(*tuple_.one->profile);
    Result<BalancedRun> many = balance(tuple_.instrumented, tuple_.threads, many_keys);
    if (!many.ok())
      return many.error();
    Balances balances;
    balances.keys = &keys_;
    balances.many = many.value().balance;
    if (Result<void> one = reference(balances, one_keys); !one.ok())
      return one.error();
    if (tuple_.parallel)
      balances.plain = tuple_.parallel->ticks;
    Result<TupleAccount> account = closeBalances(balances);
    if (!account.ok())
      return account;
    finish(account.value(), many.value());
    return account;
  }

private:
  Result<BalancedRun> balance(const InstrumentedRun &run, int threads,
                              const std::vector<int> &keys) {
    return balanceRun(*run.profile, threads, keys_, keys);
  }

  Result<void> reference(Balances &balances, const std::vector<int> &one_keys) {
    if (!tuple_.one) {
      balances.one = ownReference(balances.many, keys_);
      balances.serial = workOf(balances.one);
      return {};
    }
    Result<BalancedRun> one = balance(*tuple_.one, 1, one_keys);
    if (!one.ok())
      return one.error();
    balances.one = one.value().balance;
    balances.serial = balances.one.window - balances.one.serial_probe;
    if (tuple_.serial) {
      balances.serial = tuple_.serial->ticks;
      double rate = tuple_.instrumented.profile->ticks_per_second;
      balances.serial_off_cpu = static_cast<Ticks>(tuple_.serial->runq_s * rate);
    }
    return {};
  }

  void finish(TupleAccount &account, const BalancedRun &many) {
    const Profile &profile = *tuple_.instrumented.profile;
    account.ticks_per_second = profile.ticks_per_second;
    account.mean_threads_in_regions = many.mean_threads_in_regions;
    account.notes.insert(account.notes.end(), many.notes.begin(), many.notes.end());
    describeRun(profile, account);
  }

  const Tuple &tuple_;
  KeyTable &keys_;
};

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

Result<TupleAccount> closeBalances(const Balances &balances) {
  TupleAccount account;
  account.threads = balances.threads();
  account.serial = balances.serial;
  account.instrumented = balances.many.window;
  account.has_plain = balances.plain != 0;
  account.parallel =
      account.has_plain ? balances.plain : balances.many.window - balances.many.serial_probe;
  account.serial_part = balances.many.serial + balances.many.serial_off_cpu;
  account.totals.assign(allOverheads().size(), 0);
  Ticks sum = 0;
  for (size_t line = 0; line < allOverheads().size(); ++line) {
    std::vector<Posting> postings;
    allOverheads()[line]->formula(balances, postings);
    addPostings(account, line, postings);
    sum += account.totals[line];
  }
  account.unidentified = unidentifiedParts(balances);
  for (size_t key = 0; key < balances.many.nodes.size(); ++key) {
    const NodeBalance &n = balances.many.nodes[key];
    account.instances[static_cast<int>(key)] = n.instances;
    if (n.acquisitions)
      account.locks[static_cast<int>(key)] = {n.work, n.acquisitions, n.contended};
  }
  Ticks expected = account.threads * account.parallel - account.serial;
  if (sum != expected)
    return Error{"the books do not close: the overheads sum to " + std::to_string(sum) +
                     " ticks, p*T_p - T_s is " + std::to_string(expected),
                 "", "this is a defect of Tare; please report it"};
  return account;
}

Result<TupleAccount> closeTuple(const Tuple &tuple, KeyTable &keys) {
  return TupleCloser(tuple, keys).close();
}

} // namespace tare
