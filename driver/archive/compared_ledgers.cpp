// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/compared_ledgers.h"

#include "analyzer/archive/archive_words.h"
#include "analyzer/ledger/ledger_json.h"
#include "base/formats/formats.h"
#include "driver/archive/archive_text.h"

#include <algorithm>
#include <cctype>

namespace tare {
namespace {

constexpr size_t shortest_commit = 7;

bool isMeasuredAlike(const KeptLedger &a, const KeptLedger &b) {
  return isMeasuredAlikeButSize(a, b) && a.parameters == b.parameters;
}

/// "2026-11-28", or more of a time.
bool isDate(const std::string &text) {
  return text.size() >= 10 && text[4] == '-' && text[7] == '-' &&
         std::isdigit(static_cast<unsigned char>(text[0]));
}

bool isOf(const KeptLedger &kept, const std::string &since) {
  if (since.empty() || kept.version == since)
    return true;
  if (isDate(since))
    return kept.measured_utc.substr(0, since.size()) <= since;
  return since.size() >= shortest_commit && kept.source_commit.starts_with(since);
}

} // namespace

bool isMeasuredAlikeButSize(const KeptLedger &a, const KeptLedger &b) {
  return a.machine == b.machine && a.compiler == b.compiler &&
         a.openmp_runtime == b.openmp_runtime && a.threads == b.threads && a.format == b.format;
}

Result<std::vector<KeptLedger>> ledgersWith(const std::vector<std::string> &parameters,
                                            std::vector<KeptLedger> kept) {
  for (const std::string &text : parameters) {
    size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      return Error{"--param wants NAME=VALUE, not '" + text + "'"};
    std::erase_if(kept, [&](const KeptLedger &each) {
      std::map<std::string, std::string> had = parametersIn(each.parameters);
      auto found = had.find(text.substr(0, equals));
      return found == had.end() || found->second != text.substr(equals + 1);
    });
    if (kept.empty())
      return Error{"no table of this application has " + text, "",
                   "tare archive list shows their parameters"};
  }
  return kept;
}

Result<std::pair<KeptLedger, KeptLedger>> comparedLedgers(const std::vector<KeptLedger> &kept,
                                                          const std::string &since) {
  std::vector<KeptLedger> tables;
  std::ranges::copy_if(kept, std::back_inserter(tables), [](const KeptLedger &each) {
    return isOfFormat(formats::table, each.format);
  });
  if (tables.empty())
    return Error{"the archive has no table of this application", "",
                 "tare archive list shows what it has"};
  const KeptLedger &head = tables.back();
  bool any_alike = false;
  for (size_t i = tables.size() - 1; i-- > 0;) {
    if (!isMeasuredAlike(tables[i], head))
      continue;
    any_alike = true;
    if (isOf(tables[i], since))
      return std::pair(tables[i], head);
  }
  std::string parameters = parametersText(head.parameters);
  std::string newest = "the newest table (" + head.measured_utc +
                       (parameters.empty() ? "" : ", " + parameters) + ")";
  if (!any_alike)
    return Error{
        "no other table was measured like " + newest, "",
        "add one of the same machine, compiler, parameters and numbers of threads, or name other "
        "parameters (--param)"};
  return Error{"no table measured like " + newest + " is of '" + since + "'", "",
               "name seven digits of a commit or more, a version, or a date such as 2026-11-28"};
}

} // namespace tare
