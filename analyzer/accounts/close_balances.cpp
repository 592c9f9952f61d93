// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/close_balances.h"

#include "analyzer/books/counts.h"
#include "analyzer/overheads/additional_split.h"
#include "analyzer/overheads/moved_work.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

/// Its executions are divided among the threads, or each is one thread's.
bool isShared(NodeKind kind) {
  return kind == NodeKind::For || kind == NodeKind::Section || kind == NodeKind::Single ||
         kind == NodeKind::Task || kind == NodeKind::Critical;
}

/// Of region code, those that threads repeat count once.
void addRegionCount(CounterpartWork &work, const Balances &balances, int key) {
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

void addWork(RepetitionAccount &account, const Balances &balances) {
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
    CounterpartWork work;
    work.one = computedOnOne(balances, key);
    work.many = many.sum(work_states) + many[State::Opaque] + many[State::Serial];
    if (balances.serial_program)
      work.serial = balances.serial_program->work[i];
    work.counterpart_by = counterpartOf(balances, key);
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

Ticks cpuWaitAt(const RunBalance &run, size_t key) {
  return key < run.cpu_waits.size() ? run.cpu_waits[key] : 0;
}

void addPostings(RepetitionAccount &account, size_t line, const std::vector<Posting> &postings) {
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

Result<RepetitionAccount> closeBalances(const Balances &given) {
  Balances balances = given;
  balances.moved = movedWork(given);
  RepetitionAccount account;
  account.threads = balances.threads();
  account.serial = balances.serial + balances.plain_one_longer;
  account.instrumented = balances.many.window;
  account.has_plain = balances.plain != 0;
  account.parallel =
      account.has_plain ? balances.plain : balances.many.window - balances.many.serial_probe;
  account.serial_part = balances.many.serial;
  if (!balances.own_reference)
    account.serial_part += balances.many.serial_off_cpu;
  account.serial_part /= std::max(balances.many.ranks, 1); // ranks execute it side by side
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
    const Node &node = balances.keys->node(static_cast<int>(key));
    if (node.kind == NodeKind::For && node.counted_iterations && n.executions)
      account.iterations[static_cast<int>(key)] = n.executions;
    RepetitionAccount::Counted counted{n.instances, 0, n.acquisitions};
    if (node.kind == NodeKind::Task)
      counted.entries = n.executions;
    if ((node.kind == NodeKind::For && node.counted_iterations) || node.kind == NodeKind::Taskloop)
      counted.iterations = n.executions;
    if (counted != RepetitionAccount::Counted())
      account.counts[static_cast<int>(key)] = counted;
    if (Ticks area = balances.many.areaAt(n))
      account.area[static_cast<int>(key)] = area;
    Ticks one = cpuWaitAt(balances.one, key), many = cpuWaitAt(balances.many, key);
    if (one || many)
      account.cpu_waits[static_cast<int>(key)] = {one, many};
    if (Ticks lacking = n[State::LackOfTasks])
      account.lack_of_tasks[static_cast<int>(key)] = lacking;
    if (n.acquisitions)
      account.locks[static_cast<int>(key)] = {n[State::Work], n.acquisitions, n.contended};
  }
  Ticks expected = account.threads * account.parallel - account.serial;
  if (sum != expected)
    return disagreement("the overheads sum to " + std::to_string(sum) +
                            " ticks, but p*T_p - T_s is " + std::to_string(expected),
                        "", "this is a defect of Tare; please report it");
  return account;
}

} // namespace tare
