// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/lines.h"
#include "analyzer/report/exports/exports.h"
#include "base/text.h"

#include <cstdio>

namespace tare {
namespace {

std::string labelValue(std::string_view text) {
  std::string escaped;
  for (char c : printable(text))
    escaped += c == '\\' || c == '"' ? std::string("\\") + c : std::string(1, c);
  return escaped;
}

std::string threeDigits(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

class Metrics {
public:
  explicit Metrics(const Ledger &ledger) : ledger_(ledger) {}

  std::string take() {
    family("tare_time_seconds", "seconds", "Times of the plain programs.");
    for (const Table &table : ledger_.tables)
      for (auto [kind, time] :
           {std::pair("serial", &table.serial_time), std::pair("parallel", &table.parallel_time),
            std::pair("ideal", &table.ideal_time)})
        sample("tare_time_seconds", table, "kind", kind, time->time_s);
    family("tare_efficiency_ratio", "ratio", "T_s / (p T_p).");
    for (const Table &table : ledger_.tables)
      sample("tare_efficiency_ratio", table, "", "", table.efficiency.time_s);
    family("tare_overhead_seconds", "seconds",
           "Each overhead's share of the parallel time; negative ones are gains.");
    for (const Table &table : ledger_.tables)
      for (const LedgerLine &line : table.overheads)
        if (!line.is_void)
          sample("tare_overhead_seconds", table, "category", line.category, line.time.time_s);
    return text_ + "# EOF\n";
  }

private:
  void family(const std::string &name, const std::string &unit, const std::string &help) {
    text_ += "# TYPE " + name + " gauge\n# UNIT " + name + " " + unit + "\n# HELP " + name + " " +
             help + "\n";
  }

  void sample(const std::string &name, const Table &table, const std::string &label,
              std::string_view value, double number) {
    text_ += name + "{program=\"" + labelValue(ledger_.program) + "\"";
    if (table.ranks > 0)
      text_ += ",ranks=\"" + std::to_string(table.ranks) + "\"";
    text_ += ",threads=\"" + std::to_string(table.threads) + "\"";
    if (!label.empty())
      text_ += "," + label + "=\"" + labelValue(value) + "\"";
    text_ += "} " + threeDigits(number) + "\n";
  }

  const Ledger &ledger_;
  std::string text_;
};

} // namespace

std::string openMetrics(const Ledger &ledger) { return Metrics(ledger).take(); }

} // namespace tare
