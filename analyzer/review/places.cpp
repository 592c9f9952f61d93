// SPDX-License-Identifier: Apache-2.0
#include "analyzer/review/places.h"

#include "base/text.h"

#include <nlohmann/json.hpp>

namespace tare {

std::string findingText(const GrowthFinding &finding, const Review &review) {
  std::string text = finding.site ? "" : "whole program: ";
  text += changeSentence(*finding.change, *finding.table);
  if (std::string fate = finding.site ? fateText(*finding.site) : ""; !fate.empty())
    text += " (" + fate + ")";
  std::vector<std::string> gates = failedGates(finding, review);
  if (!gates.empty())
    text += "; fails the gate" + std::string(gates.size() > 1 ? "s " : " ") + joinText(gates, ", ");
  return text;
}

std::string fingerprintOf(const GrowthFinding &finding, const Review &review) {
  return hex16(hashBytes(fingerprintText(finding, review)));
}

std::string fingerprintOf(const GateFinding &finding, const Review &review) {
  return hex16(hashBytes(review.comparison.program + "|gate|" + finding.result->gate.text));
}

const Site *anyPlace(const Review &review) {
  for (const ComparedTable &table : review.comparison.tables)
    if (!table.sites.empty())
      return &table.sites.front().shown();
  return nullptr;
}

std::string dumpedJson(const nlohmann::json &json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace tare
