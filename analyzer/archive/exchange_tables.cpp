// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/exchange_tables.h"

namespace tare {
namespace {

constexpr ColumnType a_text = ColumnType::text, a_whole = ColumnType::whole,
                     a_real = ColumnType::real;

} // namespace

const std::vector<ExchangeTable> &exchangeTables() {
  static const std::vector<ExchangeTable> tables = {
      {"application", false, {{"name", a_text}, {"description", a_text}, {"owner", a_text}}},
      {"template",
       false,
       {{"name", a_text}, {"formula", a_text}, {"description", a_text}, {"owner", a_text}}},
      {"pure_function", true, {{"function", a_text}, {"template", a_text}}},
      {"primitive",
       false,
       {{"host", a_text},
        {"cpu", a_text},
        {"compiler", a_text},
        {"operation", a_text},
        {"level", a_text},
        {"threads", a_whole},
        {"time_s", a_real},
        {"low_s", a_real},
        {"high_s", a_real}}},
      {"model", true, {{"scope", a_text}, {"formula", a_text}, {"document", a_text}}},
      {"coupling",
       true,
       {{"kernels", a_text},
        {"host", a_text},
        {"threads", a_whole},
        {"parameters", a_text},
        {"value", a_real},
        {"low", a_real},
        {"high", a_real}}},
      {"accepted",
       true,
       {{"category", a_text},
        {"construct", a_text},
        {"source_commit", a_text},
        {"reason", a_text},
        {"accepted_utc", a_text},
        {"accepted_by", a_text}}}};
  return tables;
}

const std::vector<BulkColumn> &exchangeLedgerColumns() {
  static const std::vector<BulkColumn> columns = {{"sha256", a_text},        {"version", a_text},
                                                  {"source_commit", a_text}, {"build_id", a_text},
                                                  {"measured_utc", a_text},  {"kernel", a_text},
                                                  {"caches", a_text},        {"added_utc", a_text},
                                                  {"format", a_text},        {"document", a_text}};
  return columns;
}

} // namespace tare
