// SPDX-License-Identifier: Apache-2.0
// What a document of an archive says, as the index has it.
//
//   ledger, or measurements of other tools -> [indexed] -> write_index -> data base
#pragma once

#include "analyzer/ledger/ledger.h"
#include "base/result.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

struct IndexedConstruct {
  std::string name = {}; // id of the construct
  std::string kind = {}, file = {}, function = {}, directive = {};
  int line = 0;
  std::string exact_hash = {}, shape_hash = {}, header_hash = {};
};

struct IndexedRow {
  std::optional<size_t> construct = {}; // of IndexedDocument::constructs; absent: none
  std::optional<size_t> path = {};      // of IndexedRun::paths
  std::string category = {};
  Estimate time = {};
  bool is_void = false;
  std::vector<double> repetitions_s = {}; // in the order of IndexedRun::repetitions
};

struct IndexedExecution {
  size_t construct = 0;
  double instances = 0;
  std::optional<double> iterations, acquisitions;
  bool is_exact = false; // the same whole numbers in each repetition, as far as a mean can tell
  std::optional<double> time_s = {}; // its own, wall-clock share
};

struct IndexedPath {
  std::string calls, regions;
  double instances = 0;
  Estimate time;
};

/// Constructs of IndexedDocument::constructs; absent: the program; the place begins, or ends.
struct IndexedEntry {
  std::optional<size_t> place;
  size_t construct = 0;
};
struct IndexedStep {
  std::optional<size_t> place, from, to;
  double times = 0;
  bool is_exact = false;
};

struct IndexedRun {
  int threads = 0; // 0: not known
  std::map<std::string, std::string> parameters;
  std::optional<Estimate> serial, parallel; // T_s, T_p
  std::optional<double> overhead_s;
  std::vector<int> repetitions;
  std::vector<double> serial_s, parallel_s; // in each of them; empty: not known
  std::vector<IndexedRow> rows;
  std::vector<IndexedPath> paths;
  std::vector<IndexedExecution> executions;
  std::vector<IndexedEntry> entries; // by place, in the order of their first entry
  std::vector<IndexedStep> steps;
  std::optional<double> memory_bytes_per_s; // of the machine, with as many threads
};

struct IndexedDocument {
  std::string program;
  std::string host, cpu, clock;
  int cores = 0;
  std::string kernel, caches; // "L1 32768, L2 1048576"; empty: the document does not say
  std::string compiler, flags, openmp_runtime;
  std::string source_commit, build_id; // likewise
  std::string measured_utc;            // likewise
  std::vector<IndexedConstruct> constructs;
  std::vector<IndexedRun> runs;
};

IndexedDocument indexedLedger(const Ledger &ledger);

/// The document of an archive, by its format: "tare.overheads/1", or one of foreign.h. Untrusted
/// input.
Result<IndexedDocument> indexedDocument(const std::string &format, const std::string &text);

} // namespace tare
