// SPDX-License-Identifier: Apache-2.0
#include "driver/search/search_json.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace tare {
namespace {

using Json = nlohmann::json;

Json shareJson(const Share &share) { return {share.mean, share.low, share.high}; }

Json figuresJson(const Figures &figures) {
  Json json = Json::object();
  for (size_t i = 0; i < why_count; ++i)
    if (figures.whys[i] != Share())
      json[std::string(whyName(static_cast<Why>(i)))] = shareJson(figures.whys[i]);
  if (figures.unnamed != Share())
    json["unidentified"] = shareJson(figures.unnamed);
  if (figures.area != 0)
    json["area"] = figures.area;
  return json;
}

Json useJson(const ProbeUse &use) {
  Json json = {{"entries", use.entries}, {"seconds", use.seconds}};
  if (use.instances != 0)
    json["instances"] = use.instances;
  if (use.iterations != 0)
    json["iterations"] = use.iterations;
  return json;
}

template <class Value, class Write>
Json namedJson(const std::map<std::string, Value> &values, Write write) {
  Json json = Json::object();
  for (const auto &[name, value] : values)
    json[name] = write(value);
  return json;
}

Json evidenceJson(const Evidence &evidence) {
  return {{"thread_time_s", evidence.thread_time_s},
          {"program", figuresJson(evidence.program)},
          {"constructs", namedJson(evidence.constructs, figuresJson)},
          {"elsewhere", namedJson(evidence.elsewhere, shareJson)},
          {"used", namedJson(evidence.used, useJson)},
          {"observed", evidence.observed},
          {"disturbed", evidence.disturbed},
          {"without_probes", evidence.without_probes},
          {"tuples", evidence.tuples},
          {"folder", evidence.folder}};
}

Json wishJson(const Places &places, const Wish &wish) {
  Json json = {{"id", places.all[size_t(wish.place)].id},
               {"gain", wish.gain},
               {"predicted", wish.price.full},
               {"predicted_least", wish.price.least},
               {"counted", wish.price.counted}};
  if (wish.holder >= 0)
    json["because_of"] = places.all[size_t(wish.holder)].id;
  return json;
}

Json stepJson(const Places &places, const SearchStep &step) {
  Json on = Json::array(), asked = Json::array(), again = Json::array();
  std::set<std::string> ids;
  for (int place : step.request.on)
    ids.insert(places.all[size_t(place)].id);
  for (const std::string &id : ids)
    on.push_back(id);
  for (const Wish &wish : step.choice.asked)
    asked.push_back(wishJson(places, wish));
  for (int place : step.choice.again)
    again.push_back(places.all[size_t(place)].id);
  return {{"number", step.request.number},
          {"kind", std::string(stepKindName(step.request.kind))},
          {"on", on},
          {"asked", asked},
          {"again", again},
          {"tuples", step.request.tuples},
          {"predicted", step.choice.predicted},
          {"judged", step.judged},
          {"evidence", evidenceJson(step.evidence)}};
}

Json placeJson(const Place &place) {
  return {{"id", place.id},     {"kind", kindName(place.kind)}, {"file", place.file},
          {"line", place.line}, {"directive", place.directive}, {"function", place.function}};
}

Json hypothesisJson(const Places &places, const Knowledge::Question &question,
                    const Hypothesis &hypothesis) {
  Json categories = Json::array();
  for (std::string_view category : categoriesOf(question.second))
    categories.push_back(std::string(category));
  return {{"why", std::string(whyName(question.second))},
          {"categories", categories},
          {"construct", placeJson(places.all[size_t(question.first)])},
          {"verdict", std::string(judgementName(hypothesis.verdict))},
          {"or_inside", hypothesis.or_inside},
          {"share", hypothesis.share.mean},
          {"share_low", hypothesis.share.low},
          {"share_high", hypothesis.share.high},
          {"step", hypothesis.step},
          {"reason", hypothesis.reason}};
}

/// Places that were not asked, or will not be again.
Json unansweredJson(const Knowledge &knowledge) {
  Json list = Json::array();
  for (size_t i = 0; i < knowledge.places().all.size(); ++i) {
    const Place &place = knowledge.places().all[i];
    const PlaceState &state = knowledge.at(static_cast<int>(i));
    if (state.never == Judgement::Open && (state.asked || !place.can_ask))
      continue;
    Json json = placeJson(place);
    json["verdict"] =
        state.never == Judgement::Open ? "not asked" : std::string(judgementName(state.never));
    json["reason"] = state.never == Judgement::Open ? "no time that is large enough lies there"
                                                    : state.never_because;
    list.push_back(std::move(json));
  }
  return list;
}

} // namespace

std::string writeSearch(const SearchIdentity &identity, const Guesses &guesses,
                        const SearchReport &report, const Knowledge &knowledge) {
  const SearchSettings &settings = knowledge.settings();
  Json steps = Json::array(), hypotheses = Json::array();
  for (const SearchStep &step : report.steps)
    steps.push_back(stepJson(knowledge.places(), step));
  for (const auto &[question, hypothesis] : knowledge.hypotheses())
    hypotheses.push_back(hypothesisJson(knowledge.places(), question, hypothesis));
  Json json = {{"schema", std::string(search_schema)},
               {"identity", identity},
               {"budget", settings.budget},
               {"least", settings.least},
               {"tuples", settings.tuples},
               {"most_steps", settings.most_steps},
               {"pilot", settings.pilot},
               {"ended", report.end != SearchEnd::Going},
               {"ended_because", std::string(searchEndText(report.end))},
               {"guesses", namedJson(guesses, useJson)},
               {"steps", steps},
               {"hypotheses", hypotheses},
               {"not_answered", unansweredJson(knowledge)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string differenceOf(const SearchIdentity &stored, const SearchIdentity &typed) {
  for (const auto &[name, value] : typed) {
    auto found = stored.find(name);
    if (found == stored.end() || found->second != value)
      return "other " + name + " than in the search that was begun" +
             (found == stored.end() ? "" : " ('" + found->second + "')");
  }
  return stored.size() == typed.size() ? "" : "it was begun by another version of Tare";
}

SearchSeams withStored(const StoredSearch &stored, const Places &places, SearchSeams seams) {
  auto next = std::make_shared<size_t>(0);
  auto steps = std::make_shared<const std::vector<StoredStep>>(stored.steps);
  auto measure = seams.measure;
  seams.measure = [next, steps, measure, &places](const StepRequest &request) -> Result<Evidence> {
    if (*next >= steps->size())
      return measure(request);
    const StoredStep &step = (*steps)[(*next)++];
    std::set<std::string> on;
    for (int place : request.on)
      on.insert(places.all[size_t(place)].id);
    bool same = std::set(step.on.begin(), step.on.end()) == on && step.kind == request.kind &&
                step.tuples == request.tuples;
    if (!same)
      return Error{"step " + std::to_string(request.number) +
                       " of that search asked something else than it would now",
                   {},
                   "begin a new search"};
    return step.evidence;
  };
  return seams;
}

} // namespace tare
