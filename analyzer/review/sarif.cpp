// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0. A result of kind `open` says that there was too little to decide: so every gate that
// did not pass is a result. SARIF asks for no place, but GitHub refuses a file that has a result
// without one: what concerns the whole program stands at its first construct.
#include "analyzer/review/places.h"
#include "base/text.h"

#include <nlohmann/json.hpp>

#include <map>

namespace tare {
namespace {

using Json = nlohmann::json;

/// RFC 3986: what is not unreserved or a slash is escaped.
std::string uriOf(const std::string &path) {
  static constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string uri;
  for (char c : path)
    if (plain.find(c) != std::string_view::npos)
      uri += c;
    else
      uri += "%" + hex16(static_cast<unsigned char>(c)).substr(14);
  return startsWith(path, "/") ? "file://" + uri : uri;
}

/// Places are relative to the root of the sources, which a viewer maps %SRCROOT% to.
Json location(const Site &site) {
  Json artifact = {{"uri", uriOf(site.file)}};
  if (!startsWith(site.file, "/"))
    artifact["uriBaseId"] = "%SRCROOT%";
  Json physical = {{"artifactLocation", artifact}};
  if (site.line > 0)
    physical["region"] = {{"startLine", site.line}};
  if (site.line > 0 && site.column > 0)
    physical["region"]["startColumn"] = site.column;
  return {{"physicalLocation", physical},
          {"logicalLocations", Json::array({{{"fullyQualifiedName", site.id}}})}};
}

class SarifWriter {
public:
  explicit SarifWriter(const Review &review) : review_(review) {}

  std::string text() {
    for (const GrowthFinding &finding : growths(review_))
      add(finding);
    for (const GateFinding &finding : gateFindings(review_))
      add(finding);
    Json invocation = {{"executionSuccessful", true},
                       {"toolExecutionNotifications", notifications()}};
    Json run = {{"tool", {{"driver", {{"name", "Tare"}, {"rules", rules_}}}}},
                {"results", results_},
                {"columnKind", "unicodeCodePoints"},
                {"invocations", Json::array({invocation})}};
    return dumpedJson({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                       {"version", "2.1.0"},
                       {"runs", Json::array({run})}});
  }

private:
  /// An error where a gate failed for it, else a warning.
  void add(const GrowthFinding &finding) {
    const Change &change = *finding.change;
    Json result = resultOf(
        change.category,
        labelOf(change.category) + (asksIfHeld(review_) ? " is above its prediction" : " grew"),
        findingText(finding, review_), finding.site ? &finding.site->shown() : nullptr);
    result["level"] = failedGates(finding, review_).empty() ? "warning" : "error";
    result["partialFingerprints"] = {{"tareOverhead/v1", fingerprintOf(finding, review_)}};
    result["properties"] = {{"change_s", change.difference.change_s},
                            {"share_of_parallel_time", change.share},
                            {"threads", finding.table->threads}};
    if (finding.table->ranks > 0)
      result["properties"]["ranks"] = finding.table->ranks;
    results_.push_back(result);
  }

  void add(const GateFinding &finding) {
    bool failed = finding.result->verdict == GateVerdict::Failed;
    Json result = resultOf("gate", "A gate failed, or could not be decided",
                           gateSentence(*finding.result), finding.site);
    result["kind"] = failed ? "fail" : "open";
    result["level"] = failed ? "error" : "none"; // 3.27.10: only a failure has another level
    result["partialFingerprints"] = {{"tareGate/v1", fingerprintOf(finding, review_)}};
    results_.push_back(result);
  }

  /// Rules are listed in the order in which results name them first.
  Json resultOf(const std::string &rule, const std::string &description, const std::string &text,
                const Site *site) {
    auto [at, fresh] = rule_index_.emplace(rule, rules_.size());
    if (fresh)
      rules_.push_back({{"id", rule}, {"shortDescription", {{"text", description}}}});
    Json result = {{"ruleId", rule}, {"ruleIndex", at->second}, {"message", {{"text", text}}}};
    if (const Site *place = site ? site : anyPlace(review_))
      result["locations"] = Json::array({location(*place)});
    return result;
  }

  /// What concerns the whole run and no place: gates that did not pass, and cautions.
  Json notifications() const {
    Json list = Json::array();
    auto add = [&](const char *level, const std::string &text) {
      list.push_back({{"level", level}, {"message", {{"text", text}}}});
    };
    for (const GateResult &result : review_.gates)
      if (result.verdict != GateVerdict::Passed)
        add(result.verdict == GateVerdict::Failed ? "error" : "warning", gateSentence(result));
    for (const std::string &sentence : review_.results_differ)
      add("error", sentence);
    for (const std::string &sentence : review_.unreliable)
      add("warning", sentence);
    for (const std::string &caution : cautions(review_))
      add("note", caution);
    return list;
  }

  const Review &review_;
  Json rules_ = Json::array(), results_ = Json::array();
  std::map<std::string, size_t> rule_index_;
};

} // namespace

std::string reviewSarif(const Review &review) { return SarifWriter(review).text(); }

} // namespace tare
