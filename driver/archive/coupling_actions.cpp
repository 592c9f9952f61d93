// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/coupling_actions.h"

#include "analyzer/archive/couplings.h"
#include "analyzer/archive/foreign.h"
#include "analyzer/coupling/coupling_level.h"
#include "analyzer/coupling/coupling_report.h"
#include "base/files.h"
#include "base/formats/formats.h"
#include "base/json/fields.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/archive/add_results.h"
#include "driver/archive/archive_text.h"
#include "driver/ledger_at.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

namespace tare {
namespace {

/// What a coupling depends on beside the host and the threads. It is used again for other arguments
/// with the same levels of the memory (couplingLevels); empty: for the same arguments alone.
struct CouplingKey {
  std::string arguments, compiler, cpu, levels;
};

void keyRows(json::Fields &io, CouplingKey &key) {
  io.required("arguments", key.arguments);
  io.required("compiler", key.compiler);
  io.required("cpu", key.cpu);
  io.optional("levels", key.levels);
  io.closed();
}

std::string levelsOf(const CouplingReport &report, const CouplingTable &table,
                     const CouplingWindow &window) {
  std::vector<double> alone;
  for (const std::string &name : window.kernels) {
    auto kernel = std::ranges::find(table.kernels, name, &CoupledKernel::name);
    alone.push_back(kernel == table.kernels.end() ? 0 : kernel->footprint);
  }
  return couplingLevels(report.caches, alone, window.footprint, table.threads);
}

std::vector<KeptCoupling> couplingsIn(const CouplingReport &report) {
  std::vector<KeptCoupling> couplings;
  for (const CouplingTable &table : report.tables)
    for (const auto *list : {&table.pairs, &table.chains})
      for (const CouplingWindow &window : *list)
        couplings.push_back({joinText(window.kernels, ", "), report.host, table.threads,
                             std::string(trimText(json::write(
                                 CouplingKey{report.arguments, report.compiler, report.cpu,
                                             levelsOf(report, table, window)},
                                 keyRows, -1))),
                             window.coupling.value, window.coupling.low, window.coupling.high});
  return couplings;
}

std::string bandText(const KeptCoupling &coupling) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f ± %.3f", coupling.value,
                (coupling.high - coupling.low) / 2);
  return text;
}

/// The same in all but the levels: near the size of a cache these differ from one measurement to
/// the next.
bool isMeasuredAgain(const KeptCoupling &old, const KeptCoupling &coupling) {
  auto keyOf = [](const KeptCoupling &kept) {
    Result<CouplingKey> key = json::read(kept.parameters, keyRows);
    return key.ok() ? std::tuple(key.value().arguments, key.value().compiler, key.value().cpu)
                    : std::tuple(kept.parameters, std::string(), std::string());
  };
  return old.kernels == coupling.kernels && old.host == coupling.host &&
         old.threads == coupling.threads && keyOf(old) == keyOf(coupling);
}

bool partOf(const KeptCoupling &one, const KeptCoupling &other) {
  return one.high < other.low || other.high < one.low;
}

constexpr uint64_t largest_kept = uint64_t(64) << 20;

std::string couplingFileAt(const std::string &path) {
  std::string file = isFolder(path) ? path + "/coupling.json" : path;
  if (!fileExists(file))
    return "";
  Result<std::string> begin = readFile(file, uint64_t(64) << 20);
  bool is_coupling =
      begin.ok() && begin.value().substr(0, 400).find("\"tare.coupling/") != std::string::npos;
  return is_coupling || isFolder(path) ? file : "";
}

} // namespace

std::vector<std::string> couplingFilesAt(const std::string &path) {
  std::vector<std::string> files;
  if (std::string file = couplingFileAt(path); !file.empty())
    files.push_back(file);
  else if (isFolder(path))
    for (const std::string &folder : couplingFoldersOf(path))
      if (std::string file = couplingFileAt(folder); !file.empty())
        files.push_back(file);
  return files;
}

Result<std::string> addCouplingFile(Archive &archive, const std::string &file,
                                    const std::string &application) {
  TARE_TRY(CouplingReport report, readCoupling(file));
  std::string name = application.empty() ? report.program : application;
  std::vector<KeptCoupling> couplings = couplingsIn(report);
  TARE_TRY(std::vector<KeptCoupling> before, couplingsOf(archive, name));
  TARE_TRY(std::string text, readFile(file, largest_kept));
  NewLedger document;
  document.text = text;
  document.format = schemaOf(formats::coupling);
  document.application = name;
  document.usual_measured_utc = fileTime(file);
  TARE_TRY(Added added, archive.add(document));
  std::vector<KeptCoupling> replaced = before;
  std::erase_if(replaced, [&](const KeptCoupling &old) {
    return std::ranges::none_of(
        couplings, [&](const KeptCoupling &each) { return isMeasuredAgain(old, each); });
  });
  TARE_DO(keepCouplings(archive, name, couplings, replaced));
  text = printable(name) + ": " + numberOf(static_cast<int64_t>(couplings.size()), "coupling") +
         " kept" + (added.was_there ? ", which were there already\n" : "\n");
  for (const KeptCoupling &coupling : couplings)
    for (const KeptCoupling &old : before)
      if (isMeasuredAgain(old, coupling) && partOf(old, coupling))
        text += "  " + printable(coupling.kernels) + ", " + numberOf(coupling.threads, "thread") +
                ": " + bandText(coupling) + ", and " + bandText(old) + " was kept before\n";
  return text;
}

Result<std::string> couplingsText(Archive &archive, const std::string &application) {
  TARE_TRY(std::vector<KeptCoupling> couplings, couplingsOf(archive, application));
  if (couplings.empty())
    return Error{"the archive has no couplings of '" + application + "'", "",
                 "tare model --couple --archive keeps some"};
  std::vector<std::vector<std::string>> lines = {
      {"kernels", "coupling", "data", "threads", "machine", "compiler", "arguments"}};
  for (const KeptCoupling &each : couplings) {
    Result<CouplingKey> key = json::read(each.parameters, keyRows);
    CouplingKey known = key.ok() ? key.value() : CouplingKey{each.parameters, "", "", ""};
    lines.push_back({each.kernels, bandText(each),
                     known.levels.empty() ? "not known" : known.levels,
                     std::to_string(each.threads), each.host, known.compiler, known.arguments});
  }
  return foldedText(lines, {});
}

} // namespace tare
