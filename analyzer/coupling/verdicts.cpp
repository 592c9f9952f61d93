// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/verdicts.h"

#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tare {
namespace {

constexpr const char *leave_out = "leave it out of --couple, or name a function that it calls";
constexpr const char *on_their_own = "some threads of a region call the kernels on their own";
constexpr const char *by_hand = "name the function that holds the region, or let all threads of it "
                                "call the kernels in the same order";

bool isSameWork(uint64_t one, uint64_t other) {
  auto a = static_cast<double>(one), b = static_cast<double>(other);
  return std::abs(a - b) <= same_work * std::max(a, b) + 16; // a chunk or two more of a short loop
}

std::string ordinal(int number) {
  return std::to_string(number) + (number == 2 ? "nd" : number == 3 ? "rd" : "th");
}

/// Calls by kernel: a call site in each branch of an `if` is one position.
std::vector<int> kernelsOf(const CouplingRecord &record) {
  std::map<std::string, int> numbers;
  std::vector<int> calls;
  for (const CouplingRecord::Call &call : record.calls)
    calls.push_back(numbers
                        .try_emplace(record.sites[static_cast<size_t>(call.site)].kernel,
                                     static_cast<int>(numbers.size()))
                        .first->second);
  return calls;
}

void refuseUncalled(const CouplingRecord &record, const std::vector<std::string> &kernels,
                    std::vector<KernelRefusal> &refused) {
  for (const std::string &kernel : kernels)
    if (std::ranges::none_of(record.sites, [&](const auto &site) { return site.kernel == kernel; }))
      refused.push_back({kernel, "not-called", "it was not called in this run",
                         "give the program's arguments behind --, or another kernel"});
}

/// Whether all threads of the team made the same calls.
bool isCollective(const CouplingRecord &record, int team) {
  std::set<std::pair<uint64_t, uint64_t>> ways;
  int callers = 0;
  for (const CouplingRecord::Thread &thread : record.threads)
    if (thread.calls > 0) {
      ways.insert({thread.calls, thread.order});
      ++callers;
    }
  return ways.size() == 1 && callers == team;
}

void judgePlace(const CouplingRecord &record, KernelOrder &order,
                std::vector<KernelRefusal> &refused) {
  int inside = 0, teams = 0, nested = 0;
  order.team = record.calls[order.cycle.first].team;
  for (size_t i = order.cycle.first; i < order.cycle.end(); ++i) {
    inside += record.calls[i].level > 0;
    nested += record.calls[i].level > 1;
    teams += record.calls[i].team != order.team;
  }
  order.in_region = inside > 0;
  if (inside > 0 && static_cast<size_t>(inside) < order.cycle.end() - order.cycle.first)
    refused.push_back({"", "order",
                       "some of the calls of a pass stand inside of a parallel region, "
                       "others outside",
                       "name kernels of one kind"});
  else if (nested > 0)
    refused.push_back({"", "order", "the kernels are called in a region inside another one",
                       "name the function that holds the outer region"});
  else if (order.in_region && (teams > 0 || !isCollective(record, order.team)))
    refused.push_back({"", "order", on_their_own, by_hand});
  if (record.strays > 0)
    refused.push_back({"", "order", "a thread that is none of OpenMP's calls the kernels",
                       "name functions that the initial thread calls"});
}

/// Sites and times of the cycle.
void measureLoop(const CouplingRecord &record, KernelOrder &order) {
  const CallCycle &cycle = order.cycle;
  for (size_t i = cycle.end() - cycle.length; i < cycle.end(); ++i)
    order.sites.push_back(record.calls[i].site);
  size_t first = cycle.first + (static_cast<size_t>(order.pass) - 1) * cycle.length;
  order.loop_s = 1e-9 * static_cast<double>(record.calls[cycle.end() - 1].end_ns -
                                            record.calls[first].begin_ns);
  for (size_t i = first; i < cycle.end(); ++i)
    order.kernels_s +=
        1e-9 * static_cast<double>(record.calls[i].end_ns - record.calls[i].begin_ns);
}

bool hasGoodTimes(const CouplingRecord &record) {
  uint64_t last = 0;
  for (const CouplingRecord::Call &call : record.calls) {
    if (call.begin_ns < last || call.end_ns < call.begin_ns)
      return false;
    last = call.end_ns;
  }
  return true;
}

} // namespace

std::vector<std::string> positionNames(const std::vector<std::string> &kernels) {
  std::map<std::string, int> seen;
  std::vector<std::string> names;
  for (const std::string &kernel : kernels) {
    int number = ++seen[kernel];
    names.push_back(number == 1 ? kernel : kernel + " (" + ordinal(number) + ")");
  }
  return names;
}

uint64_t callNumber(const CouplingRecord &record, const KernelOrder &order) {
  size_t index = order.cycle.first + (static_cast<size_t>(order.pass) - 1) * order.cycle.length;
  uint64_t number = 0;
  for (size_t i = 0; i < index; ++i)
    number += (record.calls[i].level > 0) == order.in_region;
  return number;
}

OrderVerdict judgeOrder(const CouplingRecord &record, const std::vector<std::string> &kernels,
                        int pass) {
  OrderVerdict verdict;
  refuseUncalled(record, kernels, verdict.refused);
  if (record.call_count > record.calls.size()) {
    verdict.refused.push_back(
        {"", "order",
         "there are more than " + std::to_string(record.calls.size()) + " calls of kernels",
         "name larger functions, or run a smaller problem"});
    return verdict;
  }
  bool elsewhere =
      record.calls.empty() &&
      std::ranges::any_of(record.threads, [](const auto &thread) { return thread.calls > 0; });
  if (elsewhere) {
    verdict.refused.push_back({"", "order", on_their_own, by_hand});
    return verdict;
  }
  std::optional<CallCycle> cycle = cycleOf(kernelsOf(record));
  if (!cycle || !hasGoodTimes(record)) {
    verdict.refused.push_back({"", "order",
                               "no two calls in a row are repeated: there is no loop over "
                               "the kernels",
                               "name kernels that a loop calls, or run more passes"});
    return verdict;
  }
  verdict.order.cycle = *cycle;
  verdict.order.pass = pass;
  if (pass < 2 || static_cast<size_t>(pass) > cycle->passes) {
    verdict.refused.push_back({"", "order",
                               "the loop has " + std::to_string(cycle->passes) +
                                   " passes, and the kernels were to be repeated before pass " +
                                   std::to_string(pass),
                               "give another pass with --at, or run more passes"});
    return verdict;
  }
  judgePlace(record, verdict.order, verdict.refused);
  measureLoop(record, verdict.order);
  if (cycle->length < 2)
    verdict.refused.push_back({"", "order",
                               "the loop calls one kernel alone, and nothing stands beside it",
                               "name another kernel of the loop"});
  return verdict;
}

namespace {

/// Whether executions of a window, one after the other, do the same work as the program's own.
bool repeats(const CouplingRecord::WindowCounts &counts, uint64_t expected) {
  return isSameWork(counts.blocks[0], expected) && isSameWork(counts.blocks[1], expected) &&
         isSameWork(counts.blocks[2], expected);
}

std::string shareText(uint64_t value, uint64_t of) {
  return tenthPercent(static_cast<double>(value) / static_cast<double>(std::max<uint64_t>(of, 1)));
}

KernelRefusal changing(const std::string &name, const CouplingRecord &record,
                       const CouplingRecord::WindowCounts &counts, uint64_t expected) {
  if (record.copies == 0)
    return {name, "counts-change",
            "its work changes when it is repeated (" + shareText(counts.blocks[1], expected) +
                " of the code that it executes in the program), and its data of " +
                std::to_string(record.data_bytes >> 20) + " MB are too large for a copy",
            "run a smaller problem"};
  return {name, "counts-change",
          "repeated on the same data it does other work (" + shareText(counts.blocks[3], expected) +
              " of the code that it executes in the program)",
          leave_out};
}

void refuseKernels(const CouplingRecord &record, const std::vector<std::string> &names,
                   std::vector<KernelRefusal> &refused) {
  for (const CouplingRecord::KernelCounts &counts : record.kernels) {
    if (counts.position >= static_cast<int>(names.size()))
      continue;
    const std::string &name = names[static_cast<size_t>(counts.position)];
    if (counts.io_bytes > 0)
      refused.push_back({name, "input/output",
                         "it reads or writes files (" +
                             numberOf(static_cast<int64_t>(counts.io_bytes), "byte") + ")",
                         "move the input and output out of it"});
    if (counts.kept != 0 || counts.freed != 0)
      refused.push_back({name, "allocates",
                         "it keeps memory that it allocates, or frees what it did not allocate",
                         "allocate outside of it"});
  }
}

} // namespace

RepetitionVerdict judgeRepetition(const CouplingRecord &record,
                                  const std::vector<std::string> &names,
                                  const std::vector<KernelWindow> &windows) {
  RepetitionVerdict verdict;
  const int cycle = static_cast<int>(names.size());
  refuseKernels(record, names, verdict.refused);
  std::vector<uint64_t> blocks(names.size());
  for (const CouplingRecord::KernelCounts &counts : record.kernels) {
    if (counts.position >= cycle)
      continue;
    auto k = static_cast<size_t>(counts.position);
    blocks[k] = counts.blocks;
    if (counts.earlier_blocks && !isSameWork(counts.earlier_blocks, counts.blocks))
      verdict.notes.push_back(
          names[k] + ", repeated, executes " + shareText(counts.blocks, counts.earlier_blocks) +
          " of the code that it executed in the program's pass before: its work changes from pass "
          "to pass, or the compiler made special code for the program's own call");
  }
  if (record.kernels.size() != names.size())
    return verdict; // it ended before
  for (size_t i = 0; i < windows.size() && i < record.windows.size(); ++i) {
    const CouplingRecord::WindowCounts &counts = record.windows[i];
    std::vector<std::string> parts;
    uint64_t expected = 0;
    for (int position : windows[i].positions(cycle)) {
      expected += blocks[static_cast<size_t>(position)];
      parts.push_back(names[static_cast<size_t>(position)]);
    }
    bool free = repeats(counts, expected);
    bool after_restoring = record.copies > 0 && isSameWork(counts.blocks[0], expected) &&
                           isSameWork(counts.blocks[3], expected);
    if (free || after_restoring)
      verdict.windows.push_back({windows[i], !free, static_cast<double>(counts.footprint)});
    else
      verdict.refused.push_back(changing(joinText(parts, " + "), record, counts, expected));
  }
  return verdict;
}

std::vector<std::string> driftNotes(const std::vector<CouplingRecord> &runs,
                                    const std::vector<std::string> &names) {
  constexpr double least_drift = 0.1;
  std::map<std::pair<int, int>, std::vector<double>> ratios;
  for (const CouplingRecord &run : runs)
    for (const CouplingRecord::Drift &drift : run.drifts)
      ratios[{drift.first, drift.length}].push_back(drift.ratio);
  std::vector<std::string> notes;
  for (const auto &[window, found] : ratios) {
    auto [least, most] = std::ranges::minmax(found);
    double drift = least > 1 ? least - 1 : most < 1 ? most - 1 : 0;
    if (runs.size() < 2 || found.size() < runs.size() || std::abs(drift) < least_drift ||
        window.first >= static_cast<int>(names.size()))
      continue;
    std::vector<std::string> parts;
    for (int position :
         KernelWindow{window.first, window.second}.positions(static_cast<int>(names.size())))
      parts.push_back(names[static_cast<size_t>(position)]);
    notes.push_back("after 8 executions on its own results, " + joinText(parts, ", ") + " takes " +
                    tenthPercent(std::abs(drift)) + (drift > 0 ? " more" : " less") +
                    " time, for the same work: the values that it computes may be the reason");
  }
  return notes;
}

KernelRefusal refusalIn(const CouplingRecord &record, const std::vector<std::string> &names,
                        const std::string &ended) {
  auto nameOf = [&](int position) {
    return position >= 0 && position < static_cast<int>(names.size())
               ? names[static_cast<size_t>(position)]
               : std::string();
  };
  if (record.refused) {
    const CouplingRecord::Refusal &refusal = *record.refused;
    static const std::map<std::string, std::pair<std::string, std::string>> texts = {
        {"throws", {"it throws an exception when it is repeated", leave_out}},
        {"allocates",
         {"it keeps memory that it allocates, or frees what it did not allocate",
          "allocate outside of it"}},
        {"gone", {"an argument points to ", "keep what it points to until the next call"}},
        {"arguments", {"the arguments of a call are larger than 1024 bytes: ", "pass an address"}},
        {"team", {"", by_hand}}};
    auto known = texts.find(refusal.reason);
    std::string text = known == texts.end() ? refusal.reason + ": " : known->second.first;
    return {nameOf(refusal.position), refusal.reason, text + printable(refusal.detail),
            known == texts.end() ? leave_out : known->second.second};
  }
  if (!record.reached)
    return {"", "order",
            "the pass that was asked for was not reached: the order of the calls differs from run "
            "to run",
            "give another pass with --at"};
  return {nameOf(record.doing), "ends",
          "the program ended" + (ended.empty() ? "" : " " + ended) + " while it was repeated",
          leave_out};
}

} // namespace tare
