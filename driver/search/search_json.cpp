// SPDX-License-Identifier: Apache-2.0
#include "driver/search/search_json.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"

#include <algorithm>
#include <memory>

namespace tare {
namespace {

using json::Fields;
using json::Number;
using json::Whole;

constexpr uint64_t largest_search = uint64_t(256) << 20;
constexpr Number any_share{-1e6, 1e6}, some_share{0, 1e6}, part{0, 1}, count{0, 1e18};
constexpr Number thread_time{0, json::seconds_limit};

// ---- what is read again ----

using ShareList = std::vector<double>; // mean, low, high

ShareList listOf(const Share &share) { return {share.mean, share.low, share.high}; }

/// Refuses a list without three values in order.
Share shareOf(Fields &io, const ShareList &list, std::string_view key) {
  bool right = list.size() == 3 && list[1] <= list[2];
  io.check(right, "is not a share with its band", key);
  return right ? Share{list[0], list[1], list[2]} : Share();
}

/// Left out: none.
void shareRow(Fields &io, std::string_view key, Share &share) {
  io.group(key, share != Share(), [&] {
    ShareList list = listOf(share);
    io.required(key, list, any_share);
    share = shareOf(io, list, key);
  });
}

/// Shares that are all zero are not written.
void figureFields(Fields &io, Figures &figures) {
  for (size_t i = 0; i < why_count; ++i)
    shareRow(io, whyName(static_cast<Why>(i)), figures.whys[i]);
  shareRow(io, "unidentified", figures.unnamed);
  io.optional("area", figures.area, some_share);
  io.closed();
}

/// Regions have instances, and counting loops have iterations.
void useFields(Fields &io, ProbeUse &use) {
  io.required("entries", use.entries, count);
  io.required("seconds", use.seconds, thread_time);
  io.optional("instances", use.instances, count);
  io.optional("iterations", use.iterations, count);
}

void elsewhereRow(Fields &io, std::map<std::string, Share> &elsewhere) {
  std::map<std::string, ShareList> lists;
  for (const auto &[category, share] : elsewhere)
    lists[category] = listOf(share);
  io.required("elsewhere", lists, any_share);
  for (const auto &[category, list] : lists)
    elsewhere[category] = shareOf(io, list, "elsewhere");
}

void evidenceFields(Fields &io, Evidence &evidence) {
  io.required("thread_time_s", evidence.thread_time_s, thread_time);
  io.required("program", evidence.program, figureFields);
  io.required("constructs", evidence.constructs, figureFields);
  elsewhereRow(io, evidence.elsewhere);
  io.required("used", evidence.used, useFields);
  io.required("observed", evidence.observed, some_share);
  io.required("disturbed", evidence.disturbed, any_share);
  io.optional("without_core", evidence.without_core, any_share);
  io.required("without_probes", evidence.without_probes);
  io.required("tuples", evidence.repetitions, Whole{0, 1000000});
  io.required("folder", evidence.folder);
}

/// A step as it is read again.
void stepFields(Fields &io, StoredStep &step) {
  constexpr StepKind kinds[] = {StepKind::Pilot, StepKind::Coarse, StepKind::Asking,
                                StepKind::Closing};
  std::string name(stepKindName(step.kind));
  io.required("kind", name);
  auto kind = std::ranges::find(kinds, name, stepKindName);
  io.check(kind != std::end(kinds), "is no kind of step", "kind");
  step.kind = kind == std::end(kinds) ? step.kind : *kind;
  io.required("on", step.on);
  io.required("tuples", step.repetitions, Whole{1, 1000000});
  io.required("evidence", step.evidence, evidenceFields);
}

/// Everything but the steps.
void settingFields(Fields &io, StoredSearch &search) {
  io.schema(formats::search);
  io.required("identity", search.identity);
  io.required("budget", search.settings.budget, part);
  io.required("least", search.settings.least, part);
  io.required("tuples", search.settings.repetitions, Whole{1, 100000});
  io.required("most_steps", search.settings.most_steps, Whole{1, 100000});
  io.required("pilot", search.settings.pilot);
  io.required("guesses", search.guesses, useFields);
}

void storedFields(Fields &io, StoredSearch &search) {
  settingFields(io, search);
  io.required("steps", search.steps, stepFields);
}

// ---- what is written beside that, for people and scripts ----

/// Identities of places, in the order of their numbers.
std::vector<std::string> idsOf(const Places &places, const auto &numbers) {
  std::vector<std::string> ids;
  for (int place : numbers)
    ids.push_back(places[place].id);
  return ids;
}

/// What was asked at a place, and why.
void wishFields(Fields &io, const Places &places, const Wish &wish) {
  io.written("id", places[wish.place].id);
  io.written("gain", wish.gain, any_share);
  io.written("predicted", wish.price.all, any_share);
  io.written("predicted_least", wish.price.least, any_share);
  io.written("counted", wish.price.counted);
  if (wish.holder >= 0)
    io.written("because_of", places[wish.holder].id);
}

/// A stored step with its choice, for people.
void wholeStepFields(Fields &io, const Places &places, const SearchStep &step) {
  StoredStep stored{step.request.kind, idsOf(places, step.request.on), step.request.repetitions,
                    step.evidence};
  std::ranges::sort(stored.on);
  stepFields(io, stored);
  io.written("number", step.request.number);
  io.written("asked", step.choice.asked,
             [&](Fields &inner, const Wish &wish) { wishFields(inner, places, wish); });
  io.written("again", idsOf(places, step.choice.again));
  io.written("predicted", step.choice.predicted, any_share);
  io.written("judged", step.judged);
}

/// Where a place is.
void placeFields(Fields &io, const Place &place) {
  io.written("id", place.id);
  io.written("kind", kindName(place.kind));
  io.written("file", place.file);
  io.written("line", place.line);
  io.written("directive", place.directive);
  io.written("function", place.function);
}

using Asked = std::pair<Knowledge::Question, Hypothesis>;

/// A question with its verdict.
void hypothesisFields(Fields &io, const Places &places, const Asked &asked) {
  const auto &[question, hypothesis] = asked;
  const std::vector<std::string_view> &categories = categoriesOf(question.second);
  io.written("why", whyName(question.second));
  io.written("categories", std::vector<std::string>(categories.begin(), categories.end()));
  io.written("construct", places[question.first], placeFields);
  io.written("verdict", judgementName(hypothesis.verdict));
  io.written("or_inside", hypothesis.or_inside);
  io.written("share", hypothesis.share.mean, any_share);
  io.written("share_low", hypothesis.share.low, any_share);
  io.written("share_high", hypothesis.share.high, any_share);
  io.written("step", hypothesis.step);
  io.written("reason", hypothesis.reason);
}

/// Places that were not asked, or will not be again.
std::vector<int> unanswered(const Knowledge &knowledge) {
  const Places &places = knowledge.places();
  return places.where([&](int place) {
    const PlaceState &state = knowledge.at(place);
    return state.never != Judgement::Open || (places[place].can_ask && !state.asked);
  });
}

/// A place with the reason why it has no answer.
void unansweredFields(Fields &io, const Knowledge &knowledge, int place) {
  const PlaceState &state = knowledge.at(place);
  bool open = state.never == Judgement::Open;
  placeFields(io, knowledge.places()[place]);
  io.written("verdict", open ? "not asked" : judgementName(state.never));
  io.written("reason", open ? "no time that is large enough lies there" : state.never_because);
}

} // namespace

std::string writeSearch(const SearchIdentity &identity, const Guesses &guesses,
                        const SearchReport &report, const Knowledge &knowledge) {
  const Places &places = knowledge.places();
  auto rows = [&](Fields &io, StoredSearch &search) {
    settingFields(io, search);
    io.written("ended", report.end != SearchEnd::Going);
    io.written("ended_because", searchEndText(report.end));
    io.written("steps", report.steps, [&](Fields &inner, const SearchStep &step) {
      wholeStepFields(inner, places, step);
    });
    std::vector<Asked> asked(knowledge.hypotheses().begin(), knowledge.hypotheses().end());
    io.written("hypotheses", asked,
               [&](Fields &inner, const Asked &one) { hypothesisFields(inner, places, one); });
    io.written("not_answered", unanswered(knowledge),
               [&](Fields &inner, int place) { unansweredFields(inner, knowledge, place); });
  };
  return json::write(StoredSearch{identity, knowledge.settings(), guesses, {}}, rows);
}

Result<StoredSearch> readSearch(std::string_view text) { return json::read(text, storedFields); }

Result<StoredSearch> readSearchFile(const std::string &path) {
  return json::readFrom(path, largest_search, "is no search that can be trusted: ", storedFields);
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
      on.insert(places[place].id);
    bool same = std::set(step.on.begin(), step.on.end()) == on && step.kind == request.kind &&
                step.repetitions == request.repetitions;
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
