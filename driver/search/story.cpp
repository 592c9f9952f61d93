// SPDX-License-Identifier: Apache-2.0
#include "driver/search/story.h"

#include "analyzer/ledger/categories.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {
namespace {

/// Costs of probes span many powers of ten.
std::string small(double share) {
  char text[40];
  std::snprintf(text, sizeof text, "%.2g %%", 100 * share);
  return text;
}

/// The questions of a place in words.
std::string whysText(const Place &place) {
  std::vector<std::string> labels;
  for (Why why : whysAt(place.kind, place.serial))
    labels.emplace_back(whyLabel(why));
  return joinText(labels, ", ");
}

/// Place, questions, the time around it, and the price.
std::string wishText(const Places &places, const Wish &wish) {
  std::string text = "  asks at the " + places.title(wish.place) + ": " +
                     whysText(places[wish.place]) + "; since ";
  text += wish.holder < 0 ? "serial code" : "the " + places.title(wish.holder);
  text += " has " + tenthPercent(wish.gain) + " of T_p; probes " + small(wish.price.all);
  if (wish.price.least < wish.price.all)
    text += ", of which at least " + small(wish.price.least);
  return text + (wish.price.counted ? " (counted)" : " (guessed)");
}

/// A question with its share of T_p.
std::string claimText(const Places &places, const Knowledge::Question &question,
                      const Hypothesis &hypothesis) {
  std::string text = std::string(whyLabel(question.second)) + " at the " +
                     places.title(question.first) + ": " + shareText(hypothesis.share);
  if (hypothesis.or_inside)
    text += ", of it or of something inside that could not be asked";
  return text;
}

/// The first line about a step.
std::string headOf(const SearchStep &step) {
  std::string head = "step " + std::to_string(step.request.number) + ": ";
  switch (step.request.kind) {
  case StepKind::Pilot:
    return head + "everything has probes, once, to count what they are executed";
  case StepKind::Coarse:
    return head + "probes at regions only";
  case StepKind::Closing:
    return head + "the table of what was confirmed";
  case StepKind::Asking:
    break;
  }
  head += numberOf(step.choice.asked.size(), "new construct");
  if (!step.choice.again.empty())
    head += ", " + std::to_string(step.choice.again.size()) + " again with more repetitions";
  head += ", " + std::to_string(step.request.on.size()) + " with probes; predicted " +
          small(step.choice.predicted) + " of the threads' time";
  if (step.choice.postponed > 0)
    head += "; " + std::to_string(step.choice.postponed) + " must wait";
  return head;
}

/// Sections of the end. `wanted` chooses hypotheses.
template <class Wanted>
void addClaims(const Knowledge &knowledge, const std::string &title, Wanted wanted,
               std::string &text) {
  std::vector<std::pair<Knowledge::Question, const Hypothesis *>> claims;
  for (const auto &[question, hypothesis] : knowledge.hypotheses())
    if (wanted(hypothesis))
      claims.push_back({question, &hypothesis});
  if (claims.empty())
    return;
  std::ranges::stable_sort(claims, [](const auto &a, const auto &b) {
    return a.second->share.mean > b.second->share.mean;
  });
  text += title + "\n";
  for (const auto &[question, hypothesis] : claims) {
    text += "- " + claimText(knowledge.places(), question, *hypothesis);
    text += hypothesis->reason.empty() || hypothesis->verdict == Judgement::Confirmed
                ? "\n"
                : "; " + hypothesis->reason + "\n";
  }
}

/// A section with places that were given up with this verdict; nothing where there are none.
void addNever(const Knowledge &knowledge, Judgement verdict, const std::string &title,
              std::string &text) {
  const Places &places = knowledge.places();
  std::vector<int> found =
      places.where([&](int place) { return knowledge.at(place).never == verdict; });
  text += found.empty() ? "" : title + "\n";
  for (int place : found)
    text += "- " + places.title(place) + ": " + printable(knowledge.at(place).never_because) + "\n";
}

/// Refuted ones are many: by place, with the largest.
void addRefuted(const Knowledge &knowledge, std::string &text) {
  size_t count = 0;
  double most = 0;
  std::set<int> places;
  for (const auto &[question, hypothesis] : knowledge.hypotheses()) {
    if (hypothesis.verdict != Judgement::Refuted)
      continue;
    ++count;
    places.insert(question.first);
    most = std::max(most, hypothesis.share.mean);
  }
  if (count > 0)
    text += "Refuted: " + numberOf(count, "question") + " at " +
            numberOf(places.size(), "construct") + ", each less than " +
            tenthPercent(knowledge.settings().least) + " (the largest " + tenthPercent(most) +
            ")\n";
}

/// How many places were never worth a look.
void addUnasked(const Knowledge &knowledge, std::string &text) {
  const Places &places = knowledge.places();
  std::vector<int> unasked = places.where([&](int place) {
    const PlaceState &state = knowledge.at(place);
    return places[place].can_ask && !state.asked && state.never == Judgement::Open;
  });
  if (!unasked.empty())
    text += "Not asked: " + numberOf(int64_t(unasked.size()), "construct") +
            "; too little time lies there\n";
}

/// Large lines whose time lies at no construct, from the last step that was judged.
void addElsewhere(const SearchReport &report, double least, std::string &text) {
  auto judged = std::find_if(report.steps.rbegin(), report.steps.rend(),
                             [](const SearchStep &step) { return step.judged; });
  if (judged == report.steps.rend())
    return;
  for (const CategoryInfo &category : allCategories()) {
    auto found = judged->evidence.elsewhere.find(std::string(category.name));
    if (found != judged->evidence.elsewhere.end() && found->second.mean >= least)
      text += "At no construct: " + std::string(category.label) + ", " + shareText(found->second) +
              "\n";
  }
}

} // namespace

std::string shareText(const Share &share) {
  char text[100];
  std::snprintf(text, sizeof text, "%.1f %% (%.1f to %.1f)", 100 * share.mean, 100 * share.low,
                100 * share.high);
  return text;
}

std::vector<std::string> stepText(const Places &places, const Knowledge &, const SearchStep &step) {
  std::vector<std::string> lines = {headOf(step)};
  for (const Wish &wish : step.choice.asked)
    lines.push_back(wishText(places, wish));
  return lines;
}

std::vector<std::string> outcomeText(const Places &places, const Knowledge &knowledge,
                                     const SearchStep &step) {
  std::vector<std::string> lines;
  std::string cost = "  probes took " + small(step.evidence.observed) +
                     " of the threads' time; the instrumented program was " +
                     tenthPercent(std::fabs(step.evidence.disturbed)) +
                     (step.evidence.disturbed < 0 ? " faster" : " slower");
  if (step.request.kind == StepKind::Coarse || step.request.kind == StepKind::Asking)
    cost += step.judged ? "" : ": more than twice the budget, nothing is judged";
  lines.push_back(cost);
  for (const auto &[question, hypothesis] : knowledge.hypotheses())
    if (hypothesis.step == step.request.number && hypothesis.verdict != Judgement::Open &&
        hypothesis.verdict != Judgement::Refuted)
      lines.push_back("  " + std::string(judgementName(hypothesis.verdict)) + ": " +
                      claimText(places, question, hypothesis));
  for (const auto &[id, why] : step.evidence.without_probes)
    lines.push_back("  no probes at " + printable(id) + ": " + printable(why));
  return lines;
}

std::string refusalText(const Places &places, const Refusal &refusal) {
  return "  unaffordable: the " + places.title(refusal.place) + "; " + printable(refusal.reason);
}

std::string findingsText(const SearchReport &report, const Knowledge &knowledge) {
  double least = knowledge.settings().least;
  std::string text = "Search in " + numberOf(report.steps.size(), "step") +
                     ", probes for at most " + tenthPercent(knowledge.settings().budget) +
                     " of the threads' time, lines from " + tenthPercent(least) +
                     " of T_p; it ended: " + std::string(searchEndText(report.end)) + "\n";
  auto is = [](Judgement wanted) {
    return [wanted](const Hypothesis &hypothesis) { return hypothesis.verdict == wanted; };
  };
  addClaims(knowledge, "Confirmed, in shares of T_p", is(Judgement::Confirmed), text);
  if (std::ranges::none_of(knowledge.hypotheses(),
                           [&](const auto &each) { return is(Judgement::Confirmed)(each.second); }))
    text += "Nothing was confirmed\n";
  addClaims(knowledge, "Not decided", is(Judgement::NotDecided), text);
  addNever(knowledge, Judgement::NotDecided, "Not decided, for its probes", text);
  addNever(knowledge, Judgement::Unaffordable, "Unaffordable", text);
  addNever(knowledge, Judgement::NoProbes, "Without probes", text);
  addRefuted(knowledge, text);
  addUnasked(knowledge, text);
  addElsewhere(report, least, text);
  return text;
}

} // namespace tare
