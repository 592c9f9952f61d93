// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/settings.h"

#include "analyzer/launch/launch.h"
#include "analyzer/ledger/lines.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <set>

namespace tare {
namespace {

using Sentences = std::vector<std::string>;
using Named = std::map<std::string, std::string>;

std::string shown(const std::string &value) {
  return value.empty() ? "not set" : "'" + value + "'";
}

void differ(Sentences &out, const std::string &what, const std::string &base,
            const std::string &head) {
  if (base != head)
    out.push_back(what + ": " + shown(base) + " and " + shown(head));
}

void differ(Sentences &out, const std::string &what, const Named &base, const Named &head) {
  std::set<std::string> names;
  for (const Named *side : {&base, &head})
    for (const auto &[name, value] : *side)
      names.insert(name);
  auto value = [](const Named &side, const std::string &name) {
    auto found = side.find(name);
    return found == side.end() ? std::string() : found->second;
  };
  for (const std::string &name : names)
    differ(out, what + " " + name, value(base, name), value(head, name));
}

/// The last part of a path: versions of a program lie in folders of their own.
std::string lastPart(const std::string &word) { return word.substr(word.rfind('/') + 1); }

/// Words from the `first` on, without the folders in them.
std::string wordsFrom(const std::vector<std::string> &words, size_t first) {
  std::vector<std::string> rest;
  for (size_t i = first; i < words.size(); ++i)
    rest.push_back(lastPart(words[i]));
  return quoteCommand(rest);
}

std::string wordsOf(const std::string &command) {
  Result<std::vector<std::string>> words = splitCommand(command);
  return words.ok() ? wordsFrom(words.value(), 0) : command;
}

/// How a program was started, without the folders in it.
struct Start {
  std::string through, arguments;
  Named environment;
};

/// Variables that name folders: each version lies in a folder of its own.
bool isSearchPath(const std::string &variable) {
  return variable == "PATH" || variable == "LD_LIBRARY_PATH" || variable == "LD_PRELOAD";
}

/// The caller's environment, with what the command itself sets in it and takes from it.
Named environmentOf(const Launch &launch, Named environment) {
  for (const std::string &name : launch.unset)
    environment.erase(name);
  for (const auto &[name, value] : launch.environment)
    if (!startsWith(name, "TARE_") && !isSearchPath(name))
      environment[name] = lastPart(value);
  return environment;
}

Start startOf(const RunSummary &run, const Settings &settings) {
  Result<std::vector<std::string>> words = splitCommand(run.command);
  if (!words.ok())
    return {"", run.command, settings.environment};
  Launch launch = launchOf(words.value());
  return {wordsFrom(launch.through, 0), wordsFrom(launch.words, launch.program + 1),
          environmentOf(launch, settings.environment)};
}

bool isSource(const std::string &word) {
  static const std::set<std::string> endings = {"c", "cc", "cp", "cpp", "cxx", "c++", "C", "CPP"};
  size_t dot = word.rfind('.');
  return !startsWith(word, "-") && dot != std::string::npos && endings.count(word.substr(dot + 1));
}

/// A compile command without the names that may be other ones in each version: of sources, and of
/// what is made of them.
std::string wayOf(const std::string &command) {
  Result<std::vector<std::string>> words = splitCommand(command);
  if (!words.ok())
    return command;
  std::vector<std::string> way;
  for (size_t i = 0; i < words.value().size(); ++i) {
    const std::string &word = words.value()[i];
    if (word == "-o")
      ++i;
    else if (!isSource(word) && !startsWith(word, "-o"))
      way.push_back(lastPart(word));
  }
  return quoteCommand(way);
}

/// The first run of a role; null: there is none.
const RunSummary *runOf(const Ledger &ledger, const std::string &role) {
  for (const RunSummary &run : ledger.runs)
    if (run.role == role)
      return &run;
  return nullptr;
}

std::set<RunSize> sizeSetOf(const Ledger &ledger) {
  std::vector<RunSize> sizes = sizesOf(ledger);
  return {sizes.begin(), sizes.end()};
}

/// Constructs that a plan left without probes on this side only: their time is in what is around
/// them.
void differUnprobed(Sentences &out, const Ledger &side, const Ledger &other, const char *name) {
  std::set<std::string> ids = unprobedOf(side), only, both = unprobedOf(other);
  std::set_difference(ids.begin(), ids.end(), both.begin(), both.end(),
                      std::inserter(only, only.begin()));
  if (!only.empty())
    out.push_back("a plan left " + *only.begin() +
                  (only.size() > 1 ? " and " + std::to_string(only.size() - 1) + " more" : "") +
                  " without probes in " + name +
                  " only: there, the time of these is in what is around them");
}

void differThreads(Sentences &out, const Ledger &base, const Ledger &head) {
  std::set<RunSize> common, b = sizeSetOf(base), h = sizeSetOf(head);
  std::set_intersection(b.begin(), b.end(), h.begin(), h.end(),
                        std::inserter(common, common.begin()));
  if (common.empty())
    out.push_back(b.empty() || b.begin()->ranks == 0 ? "no number of threads in common"
                                                     : "no numbers of ranks and threads in common");
}

void differStarts(Sentences &out, Sentences &environment, const std::string &role,
                  const Start &base, const Start &head) {
  differ(out, "arguments of the " + role + " program", base.arguments, head.arguments);
  differ(out, "what starts the " + role + " program", base.through, head.through);
  differ(environment, "environment", base.environment, head.environment);
}

std::string budgetOf(const Table &table) {
  const std::optional<Budget> &budget = table.own_cost.budget;
  if (!budget)
    return "";
  char text[64];
  std::snprintf(text, sizeof text, "%g %%", 100 * budget->asked);
  std::string name = budget->asked > 0 ? text : "none";
  size_t planned = budget->constructs.size();
  if (planned)
    name += ", " + std::to_string(planned) + (planned == 1 ? " construct" : " constructs") +
            " without probes";
  return name;
}

void addUnsaid(Sentences &out, const Sentences &more) {
  for (const std::string &sentence : more)
    if (std::ranges::find(out, sentence) == out.end())
      out.push_back(sentence);
}

/// Different budgets are a remark: figures may be compared, an estimated one has a wider band.
void differBudgets(Sentences &out, const Ledger &base, const Ledger &head) {
  for (const Table &b : base.tables)
    for (const Table &h : head.tables)
      if (sizeOf(b) == sizeOf(h))
        differ(out, "budget of the probes " + atSize(sizeOf(b)), budgetOf(b), budgetOf(h));
}

} // namespace

Sentences hindrances(const Ledger &base, const Ledger &head) {
  Sentences out;
  differ(out, "host", base.machine.host, head.machine.host);
  differ(out, "processor", base.machine.cpu, head.machine.cpu);
  differ(out, "cores", std::to_string(base.machine.cores), std::to_string(head.machine.cores));
  differ(out, "clock", base.machine.clock, head.machine.clock);
  differ(out, "reference", base.reference, head.reference);
  Sentences environment;
  bool have_runs = false;
  for (const char *role : {"serial", "parallel", "instrumented"}) {
    const RunSummary *b = runOf(base, role), *h = runOf(head, role);
    if (!b || !h)
      continue;
    have_runs = true;
    differStarts(out, environment, role, startOf(*b, base.settings), startOf(*h, head.settings));
  }
  differ(out, "parameter", base.settings.parameters, head.settings.parameters);
  if (!have_runs)
    differ(environment, "environment", base.settings.environment, head.settings.environment);
  addUnsaid(out, environment);
  differThreads(out, base, head);
  return out;
}

Sentences remarks(const Ledger &base, const Ledger &head) {
  Sentences out;
  for (const Ledger *side : {&base, &head})
    if (!side->predicted.empty())
      out.push_back(std::string(side == &base ? "BASE" : "HEAD") +
                    " was not measured, it is predicted: " + side->predicted);
  differ(out, "the programs have different names", base.program, head.program);
  std::set<RunSize> b = sizeSetOf(base), h = sizeSetOf(head), apart;
  std::set_symmetric_difference(b.begin(), b.end(), h.begin(), h.end(),
                                std::inserter(apart, apart.begin()));
  for (RunSize size : apart)
    out.push_back(sizeHead(size) + " is on one side only, and not compared");
  differUnprobed(out, base, head, "BASE");
  differUnprobed(out, head, base, "HEAD");
  for (const char *role : {"serial", "parallel"}) {
    const RunSummary *x = runOf(base, role), *y = runOf(head, role);
    if (x && y && wayOf(x->compiler) != wayOf(y->compiler))
      differ(out, std::string("the ") + role + " program is compiled in another way",
             wordsOf(x->compiler), wordsOf(y->compiler));
  }
  differBudgets(out, base, head);
  return out;
}

std::set<std::string> unprobedOf(const Ledger &ledger) {
  std::set<std::string> ids;
  for (const UnprobedConstruct &line : ledger.coverage.unprobed)
    ids.insert(line.id);
  return ids;
}

bool areSameRuns(const Ledger &a, const Ledger &b) {
  auto equal = [](double x, double y) { return std::fabs(x - y) < 1e-9; };
  auto same = [&](const Table &x, const Table &y) {
    return sizeOf(x) == sizeOf(y) && equal(x.parallel_time.time_s, y.parallel_time.time_s) &&
           equal(x.serial_time.time_s, y.serial_time.time_s) &&
           std::ranges::equal(x.parallel_repetitions_s, y.parallel_repetitions_s, equal) &&
           std::ranges::equal(x.serial_repetitions_s, y.serial_repetitions_s, equal);
  };
  return std::ranges::equal(a.tables, b.tables, same);
}

} // namespace tare
