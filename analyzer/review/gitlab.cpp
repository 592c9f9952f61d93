// SPDX-License-Identifier: Apache-2.0
// GitLab's code quality report: a list of entries, all with a place.
#include "analyzer/review/places.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tare {
namespace {

using Json = nlohmann::json;

/// By the share of T_p that was lost.
const char *severityOf(double share) {
  return share >= 0.10 ? "critical" : share >= 0.05 ? "major" : "minor";
}

Json entryOf(const Review &review, const Site *site, const std::string &name,
             const std::string &text, const std::string &fingerprint, const char *severity) {
  const Site *place = site ? site : anyPlace(review);
  return {{"description", text},
          {"check_name", name},
          {"fingerprint", fingerprint},
          {"severity", severity},
          {"location",
           {{"path", place ? place->file : review.comparison.program},
            {"lines", {{"begin", place ? std::max(place->line, 1) : 1}}}}}};
}

} // namespace

std::string reviewGitLab(const Review &review) {
  Json list = Json::array();
  for (const GrowthFinding &finding : growths(review))
    list.push_back(entryOf(
        review, finding.site ? &finding.site->shown() : nullptr, finding.change->category,
        findingText(finding, review), fingerprintOf(finding, review),
        failedGates(finding, review).empty() ? severityOf(finding.change->share) : "blocker"));
  for (const GateFinding &finding : gateFindings(review))
    list.push_back(entryOf(review, finding.site, "gate", gateSentence(*finding.result),
                           fingerprintOf(finding, review),
                           finding.result->verdict == GateVerdict::Failed ? "blocker" : "info"));
  return dumpedJson(list);
}

} // namespace tare
