// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/measured_rows.h"

#include "analyzer/archive/archive_row.h"
#include "analyzer/archive/archive_words.h"

#include <tuple>

namespace tare {
namespace {

class MeasurementGatherer {
public:
  void add(const ArchiveRow &row) {
    if (row.value("category"))
      return add(row, row.text("category"), "time_s", "low_s", "high_s", "value_s");
    add(row, "T_p", "parallel_s", "parallel_low_s", "parallel_high_s", "repetition_parallel_s");
    if (row.value("serial_s"))
      add(row, "T_s", "serial_s", "serial_low_s", "serial_high_s", "repetition_serial_s");
  }
  std::vector<MeasuredRow> take() { return std::move(rows_); }

private:
  void add(const ArchiveRow &row, const std::string &metric, const char *value, const char *low,
           const char *high, const char *repetition) {
    auto key = std::tuple(row.text("ledger"), row.text("threads"), row.text("parameters"), metric,
                          row.text("construct"));
    auto [found, is_new] = numbers_.try_emplace(key, rows_.size());
    if (is_new) {
      MeasuredRow made;
      made.application = row.text("application");
      made.machine = row.text("machine");
      made.commit = row.text("source_commit");
      made.measured_utc = row.text("measured_utc");
      made.parameters = parametersIn(row.text("parameters"));
      made.threads = static_cast<int>(row.number("threads"));
      made.metric = metric;
      if (!row.text("construct").empty())
        made.place = row.text("file") + ":" + row.text("line");
      made.value_s = row.number(value);
      made.low_s = row.number(low);
      made.high_s = row.number(high);
      rows_.push_back(std::move(made));
    }
    if (row.value(repetition))
      rows_[found->second].repetitions_s.push_back(row.number(repetition));
  }

  std::vector<MeasuredRow> rows_;
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string>, size_t>
      numbers_;
};

} // namespace

std::vector<MeasuredRow> measuredRows(const DatabaseRows &found) {
  MeasurementGatherer gatherer;
  for (const DatabaseRow &row : found.rows)
    gatherer.add(ArchiveRow(found, row));
  return gatherer.take();
}

} // namespace tare
