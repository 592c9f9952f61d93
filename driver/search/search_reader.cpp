// SPDX-License-Identifier: Apache-2.0
// JSON -> StoredSearch, from anyone: every value is checked before it is used.
#include "analyzer/ledger/cursor.h"
#include "driver/search/search_json.h"

#include <nlohmann/json.hpp>

namespace tare {
namespace {

using Json = nlohmann::json;

constexpr size_t text_limit = size_t(256) << 20;
constexpr double share_limit = 1e6, count_limit = 1e18;

Share readShare(Cursor cursor) {
  std::vector<double> values;
  cursor.elements(
      [&](Cursor element) { values.push_back(element.number(-share_limit, share_limit)); });
  if (values.size() == 3 && values[1] <= values[2])
    return {values[0], values[1], values[2]};
  cursor.fail("is not a share with its band");
  return {};
}

Figures readFigures(Cursor cursor) {
  Figures figures;
  cursor.members([&](const std::string &name, Cursor value) {
    Why why;
    if (name == "area")
      figures.area = value.number(0, share_limit);
    else if (name == "unidentified")
      figures.unnamed = readShare(value);
    else if (whyFromName(name, why))
      figures.of(why) = readShare(value);
    else
      value.fail("is no question");
  });
  return figures;
}

ProbeUse readUse(Cursor cursor) {
  ProbeUse use;
  use.entries = cursor.at("entries").number(0, count_limit);
  use.seconds = cursor.at("seconds").number(0, seconds_limit);
  if (cursor.has("instances"))
    use.instances = cursor.at("instances").number(0, count_limit);
  if (cursor.has("iterations"))
    use.iterations = cursor.at("iterations").number(0, count_limit);
  return use;
}

template <class Read> auto readNamed(Cursor cursor, Read read) {
  std::map<std::string, decltype(read(cursor))> values;
  cursor.members([&](const std::string &name, Cursor value) { values[name] = read(value); });
  return values;
}

Evidence readEvidence(Cursor cursor) {
  Evidence evidence;
  evidence.thread_time_s = cursor.at("thread_time_s").number(0, seconds_limit);
  evidence.program = readFigures(cursor.at("program"));
  evidence.constructs = readNamed(cursor.at("constructs"), readFigures);
  evidence.elsewhere = readNamed(cursor.at("elsewhere"), readShare);
  evidence.used = readNamed(cursor.at("used"), readUse);
  evidence.observed = cursor.at("observed").number(0, share_limit);
  evidence.disturbed = cursor.at("disturbed").number(-share_limit, share_limit);
  evidence.without_probes = cursor.at("without_probes").namedTexts();
  evidence.tuples = cursor.at("tuples").integer(0, 1000000);
  evidence.folder = cursor.at("folder").text();
  return evidence;
}

StoredStep readStep(Cursor cursor) {
  StoredStep step;
  std::string kind = cursor.at("kind").text();
  bool known = false;
  for (StepKind each : {StepKind::Pilot, StepKind::Coarse, StepKind::Asking, StepKind::Closing})
    if (kind == stepKindName(each)) {
      step.kind = each;
      known = true;
    }
  if (!known)
    cursor.fail("is no kind of step");
  step.on = cursor.at("on").texts();
  step.tuples = cursor.at("tuples").integer(1, 1000000);
  step.evidence = readEvidence(cursor.at("evidence"));
  return step;
}

StoredSearch readStored(Cursor cursor) {
  StoredSearch stored;
  if (cursor.at("schema").text() != search_schema)
    cursor.fail("is not " + std::string(search_schema));
  stored.identity = cursor.at("identity").namedTexts();
  stored.settings.budget = cursor.at("budget").number(0, 1);
  stored.settings.least = cursor.at("least").number(0, 1);
  stored.settings.tuples = cursor.at("tuples").integer(1, 100000);
  stored.settings.most_steps = cursor.at("most_steps").integer(1, 100000);
  stored.settings.pilot = cursor.at("pilot").boolean();
  stored.guesses = readNamed(cursor.at("guesses"), readUse);
  cursor.at("steps").elements([&](Cursor step) { stored.steps.push_back(readStep(step)); });
  return stored;
}

} // namespace

Result<StoredSearch> readSearch(std::string_view text) {
  if (text.size() > text_limit)
    return Error{"is too large"};
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded())
    return Error{"is not valid JSON"};
  Error error;
  StoredSearch stored = readStored(Cursor(json, "", error));
  if (!error.message.empty())
    return error;
  return stored;
}

} // namespace tare
