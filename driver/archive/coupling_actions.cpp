// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/coupling_actions.h"

#include "analyzer/archive/couplings.h"
#include "analyzer/coupling/coupling_report.h"
#include "base/files.h"
#include "base/json/fields.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/archive/archive_text.h"

#include <algorithm>
#include <cstdio>

namespace tare {
namespace {

/// What a coupling depends on beside the host and the threads. The program's arguments stand for
/// the size of its data: no level of a cache is guessed from them.
struct CouplingKey {
  std::string arguments, compiler, cpu;
};

void keyRows(json::Fields &io, CouplingKey &key) {
  io.required("arguments", key.arguments);
  io.required("compiler", key.compiler);
  io.required("cpu", key.cpu);
  io.closed();
}

std::vector<KeptCoupling> couplingsIn(const CouplingReport &report) {
  std::string key =
      json::write(CouplingKey{report.arguments, report.compiler, report.cpu}, keyRows, -1);
  key = trimText(key);
  std::vector<KeptCoupling> couplings;
  for (const CouplingTable &table : report.tables)
    for (const auto *list : {&table.pairs, &table.chains})
      for (const CouplingWindow &window : *list)
        couplings.push_back({joinText(window.kernels, ", "), report.host, table.threads, key,
                             window.coupling.value, window.coupling.low, window.coupling.high});
  return couplings;
}

std::string bandText(const KeptCoupling &coupling) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f ± %.3f", coupling.value,
                (coupling.high - coupling.low) / 2);
  return text;
}

bool partOf(const KeptCoupling &one, const KeptCoupling &other) {
  return one.high < other.low || other.high < one.low;
}

} // namespace

std::string couplingFileAt(const std::string &path) {
  std::string file = isFolder(path) ? path + "/coupling.json" : path;
  if (!fileExists(file))
    return "";
  Result<std::string> begin = readFile(file, uint64_t(64) << 20);
  bool is_coupling =
      begin.ok() && begin.value().substr(0, 400).find("\"tare.coupling/1\"") != std::string::npos;
  return is_coupling || isFolder(path) ? file : "";
}

Result<std::string> addCouplingFile(Archive &archive, const std::string &file,
                                    const std::string &application) {
  TARE_TRY(CouplingReport report, readCoupling(file));
  std::string name = application.empty() ? report.program : application;
  std::vector<KeptCoupling> couplings = couplingsIn(report);
  TARE_TRY(std::vector<KeptCoupling> before, couplingsOf(archive, name));
  TARE_DO(keepCouplings(archive, name, couplings));
  std::string text = printable(name) + ": " +
                     numberOf(static_cast<int64_t>(couplings.size()), "coupling") + " kept\n";
  for (const KeptCoupling &coupling : couplings)
    for (const KeptCoupling &old : before)
      if (old.isSameKey(coupling) && partOf(old, coupling))
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
      {"kernels", "coupling", "threads", "machine", "compiler", "arguments"}};
  for (const KeptCoupling &each : couplings) {
    Result<CouplingKey> key = json::read(each.parameters, keyRows);
    CouplingKey known = key.ok() ? key.value() : CouplingKey{each.parameters, "", ""};
    lines.push_back({each.kernels, bandText(each), std::to_string(each.threads), each.host,
                     known.compiler, known.arguments});
  }
  return foldedText(lines, {});
}

} // namespace tare
