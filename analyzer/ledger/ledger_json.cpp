// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/ledger_json.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger_fields.h"
#include "base/formats/formats.h"

#include <algorithm>
#include <cstdlib>

namespace tare {
namespace {

constexpr uint64_t largest_ledger = uint64_t(256) << 20;
constexpr const char *no_table = "this is not a table of Tare: ";
constexpr const char *damaged =
    "the file was damaged, or is none that this version of Tare has written";

using Nanoseconds = int64_t;
using json::nanosecondsIn;

double secondsOf(Nanoseconds value) { return static_cast<double>(value) / 1e9; }

/// Whole nanoseconds whose sums close. Half a nanosecond a line, at most, moves into unidentified.
void closeRounding(Table &table) {
  Nanoseconds difference = nanosecondsIn(table.total_overhead.time_s);
  LedgerLine *unidentified = nullptr;
  for (LedgerLine &line : table.overheads) {
    difference -= nanosecondsIn(line.time.time_s);
    if (line.category == category::unidentified)
      unidentified = &line;
  }
  if (!unidentified)
    return;
  if (std::abs(difference) <= static_cast<Nanoseconds>(table.overheads.size()))
    unidentified->time.time_s = secondsOf(nanosecondsIn(unidentified->time.time_s) + difference);
  UnidentifiedParts &parts = table.unidentified_parts;
  Nanoseconds left = nanosecondsIn(unidentified->time.time_s) - nanosecondsIn(parts.unpaired_s) -
                     nanosecondsIn(parts.opaque_s) - nanosecondsIn(parts.agreement_s);
  if (std::abs(left) <= static_cast<Nanoseconds>(table.overheads.size()) + 3)
    parts.agreement_s = secondsOf(nanosecondsIn(parts.agreement_s) + left);
}

/// Lists of numbers on one line: the values of the repetitions would be most of the text otherwise.
/// No string of JSON holds a line end, so brackets with one behind them are never inside of a
/// string.
std::string joinNumbers(const std::string &text) {
  std::string joined;
  for (size_t at = 0; at < text.size();) {
    size_t open = text.find("[\n", at), close = text.find_first_of("]", open);
    size_t other = text.find_first_not_of("0123456789+-.eE, \n", open + 1);
    if (open == std::string::npos || close == std::string::npos)
      return joined + text.substr(at);
    joined += text.substr(at, open + 1 - at);
    at = open + 1;
    if (other != close)
      continue;
    for (; at < close; ++at)
      if (text[at] != '\n' && !(text[at] == ' ' && joined.back() != ','))
        joined += text[at];
  }
  return joined;
}

} // namespace

std::string ledgerSchema() { return schemaOf(formats::table); }

std::string writeLedger(Ledger ledger) {
  for (Table &table : ledger.tables)
    closeRounding(table);
  return joinNumbers(json::write(std::move(ledger), ledgerFields, 2));
}

Result<Ledger> readLedger(std::string_view text) {
  Result<Ledger> ledger = json::read(text, ledgerFields);
  bool is_known = ledger.ok() || isOtherVersion(ledger.error());
  return is_known ? std::move(ledger) : Error{no_table + ledger.error().message, "", damaged};
}

Result<Ledger> readLedgerFile(const std::string &path) {
  Result<Ledger> ledger = json::readFrom(path, largest_ledger, no_table, ledgerFields);
  bool is_file = ledger.ok() || !ledger.error().message.starts_with(no_table);
  return is_file ? std::move(ledger) : Error{ledger.error().message, path, damaged};
}

} // namespace tare
