// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/indexed.h"

#include "analyzer/archive/foreign.h"
#include "analyzer/ledger/ledger_json.h"
#include "analyzer/ledger/lines.h"
#include "base/formats/formats.h"
#include "base/text.h"

#include <cmath>
#include <map>

namespace tare {
namespace {

IndexedConstruct indexedConstruct(const ConstructLines &construct) {
  return {.name = construct.id,
          .kind = construct.kind,
          .file = construct.file,
          .function = functionOf(construct),
          .directive = construct.directive,
          .line = construct.line,
          .exact_hash = hex16(construct.hashes[0]),
          .shape_hash = hex16(construct.hashes[1]),
          .header_hash = hex16(construct.hashes[2])};
}

IndexedRow indexedRow(const LedgerLine &line) {
  return {.category = line.category,
          .time = line.time,
          .is_void = line.is_void,
          .repetitions_s = line.repetitions_s};
}

std::string callsText(const PathLines &path) {
  std::vector<std::string> calls;
  for (const CallPlace &call : path.calls) {
    std::string place = call.file.empty() ? "" : call.file + ":" + std::to_string(call.line);
    calls.push_back(call.function.empty() ? place : call.function);
  }
  return joinText(calls, " > ");
}

std::string cachesText(const Machine &machine) {
  std::vector<std::string> caches;
  for (const Cache &cache : machine.caches)
    caches.push_back("L" + std::to_string(cache.level) + " " +
                     std::to_string(static_cast<int64_t>(cache.bytes)));
  return joinText(caches, ", ");
}

bool isWhole(double value) { return value == std::floor(value); }

IndexedExecution indexedExecution(const ConstructLines &construct, size_t number) {
  if (construct.counts) {
    const ConstructCounts &counts = *construct.counts;
    IndexedExecution execution{
        number, static_cast<double>(counts.entries), {}, {}, counts.is_exact, construct.time_s};
    if (counts.iterations > 0)
      execution.iterations = static_cast<double>(counts.iterations);
    if (counts.acquisitions > 0)
      execution.acquisitions = static_cast<double>(counts.acquisitions);
    return execution;
  }
  IndexedExecution execution{number, construct.instances,          {},
                             {},     isWhole(construct.instances), construct.time_s};
  if (construct.iterations_counted > 0) {
    execution.iterations = construct.iterations_counted;
    execution.is_exact &= isWhole(construct.iterations_counted);
  }
  if (construct.lock) {
    execution.acquisitions = construct.lock->acquisitions;
    execution.is_exact &= isWhole(construct.lock->acquisitions);
  }
  return execution;
}

/// Constructs of all tables, each once.
class ConstructNumbers {
public:
  explicit ConstructNumbers(std::vector<IndexedConstruct> &constructs) : constructs_(constructs) {}

  size_t of(const ConstructLines &construct) {
    std::string key = construct.id + '\n' + std::to_string(construct.line);
    auto [found, is_new] = numbers_.try_emplace(key, constructs_.size());
    if (is_new)
      constructs_.push_back(indexedConstruct(construct));
    return found->second;
  }

private:
  std::vector<IndexedConstruct> &constructs_;
  std::map<std::string, size_t> numbers_;
};

void addPaths(IndexedRun &run, const Table &table) {
  for (const PathLines &path : table.paths) {
    for (const LedgerLine &line : path.overheads) {
      run.rows.push_back(indexedRow(line));
      run.rows.back().path = run.paths.size();
    }
    run.paths.push_back({callsText(path), joinText(path.regions, " "), path.instances, path.time});
  }
}

void addOrder(IndexedRun &run, const Table &table, const std::map<std::string, size_t> &numbers) {
  auto numberOf = [&](const std::string &id) {
    auto found = numbers.find(id);
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  };
  auto isKnown = [&](const std::string &id) { return id.empty() || numbers.contains(id); };
  for (const EntryOrder &order : table.order) {
    if (!isKnown(order.within))
      continue;
    std::optional<size_t> place = numberOf(order.within);
    for (const std::string &id : order.constructs)
      if (auto number = numberOf(id))
        run.entries.push_back({place, *number});
    for (const EntryOrder::Step &step : order.steps)
      if (isKnown(step.from) && isKnown(step.to))
        run.steps.push_back({place, numberOf(step.from), numberOf(step.to),
                             static_cast<double>(step.times), order.is_exact});
  }
}

std::optional<double> memoryRate(const Machine &machine, int threads) {
  for (const MemoryRate &rate : machine.memory_rates)
    if (rate.threads == threads)
      return rate.bytes_per_s;
  return std::nullopt;
}

IndexedRun indexedTable(const Ledger &ledger, const Table &table, ConstructNumbers &numbers) {
  IndexedRun run;
  run.threads = table.threads;
  run.parameters = ledger.settings.parameters;
  if (ledger.reference != "none")
    run.serial = table.serial_time;
  run.parallel = table.parallel_time;
  run.overhead_s = table.total_overhead.time_s;
  run.repetitions = table.repetitions;
  run.serial_s = table.serial_repetitions_s;
  run.parallel_s = table.parallel_repetitions_s;
  for (const LedgerLine &line : table.overheads)
    run.rows.push_back(indexedRow(line));
  run.memory_bytes_per_s = memoryRate(ledger.machine, table.threads);
  std::map<size_t, bool> counted;
  std::map<std::string, size_t> by_id;
  for (const ConstructLines &construct : table.constructs) {
    size_t number = numbers.of(construct);
    by_id.try_emplace(construct.id, number);
    for (const LedgerLine &line : construct.overheads) {
      run.rows.push_back(indexedRow(line));
      run.rows.back().construct = number;
    }
    if (counted.try_emplace(number, true).second)
      run.executions.push_back(indexedExecution(construct, number));
  }
  addPaths(run, table);
  addOrder(run, table, by_id);
  return run;
}

/// The command that built the OpenMP program: "gcc -O2 -fopenmp x.c".
std::string compileCommand(const Ledger &ledger) {
  std::string command;
  for (const RunSummary &run : ledger.runs)
    if (!run.compiler.empty() && (run.role == "parallel" || command.empty()))
      command = run.compiler;
  return startsWith(command, "tare cc ") ? command.substr(8) : command;
}

} // namespace

IndexedDocument indexedLedger(const Ledger &ledger) {
  IndexedDocument document;
  document.program = ledger.program;
  document.host = ledger.machine.host;
  document.cpu = ledger.machine.cpu;
  document.clock = ledger.machine.clock;
  document.kernel = ledger.machine.kernel;
  document.caches = cachesText(ledger.machine);
  document.source_commit = ledger.build.commit;
  document.build_id = ledger.build.build_id;
  document.measured_utc = ledger.started_utc;
  document.cores = ledger.machine.cores;
  std::string command = compileCommand(ledger);
  size_t blank = command.find(' ');
  document.compiler = command.substr(0, blank);
  document.flags = blank == std::string::npos ? "" : command.substr(blank + 1);
  document.openmp_runtime = ledger.openmp_runtime.name;
  ConstructNumbers numbers(document.constructs);
  for (const Table &table : ledger.tables)
    document.runs.push_back(indexedTable(ledger, table, numbers));
  return document;
}

Result<IndexedDocument> indexedDocument(const std::string &format, const std::string &text) {
  if (!isOfFormat(formats::table, format))
    return foreignDocument(format, text);
  TARE_TRY(Ledger ledger, readLedger(text));
  if (!ledger.predicted.empty())
    return Error{"this table was predicted (" + ledger.predicted + "), not measured", "",
                 "add the results that it was predicted from"};
  return indexedLedger(ledger);
}

} // namespace tare
