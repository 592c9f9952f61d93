// SPDX-License-Identifier: Apache-2.0
#include "driver/search/search.h"

#include "driver/search/story.h"

#include <algorithm>

namespace tare {
namespace {

constexpr int more_repetitions = 2; // times as many, where bands were too wide

} // namespace

std::string_view stepKindName(StepKind kind) {
  constexpr std::string_view names[] = {"pilot", "coarse", "asking", "closing"};
  return names[static_cast<size_t>(kind)];
}

std::string_view searchEndText(SearchEnd end) {
  constexpr std::string_view texts[] = {
      "it did not end", "nothing is left to ask", "what is left to ask exceeds the budget",
      "so many steps were allowed", "the probes of regions alone took more than twice the budget"};
  return texts[static_cast<size_t>(end)];
}

Search::Search(const Places &places, Guesses guesses, const SearchSettings &settings,
               SearchSeams seams)
    : places_(places), settings_(settings), seams_(std::move(seams)), knowledge_(places, settings),
      prices_(places, std::move(guesses)) {}

Result<void> Search::run() {
  Result<void> done = settings_.pilot ? runPilot() : Result<void>();
  if (done.ok())
    done = make(StepKind::Coarse, {}, settings_.repetitions);
  if (done.ok() && !report_.steps.back().judged)
    report_.end = SearchEnd::TooDisturbed;
  while (done.ok() && report_.end == SearchEnd::Going)
    done = ask();
  knowledge_.settle();
  if (done.ok())
    done = close();
  if (Result<void> saved = seams_.save(report_, knowledge_); done.ok() && !saved.ok())
    done = saved;
  return done;
}

/// All places have probes, for one run.
Result<void> Search::runPilot() {
  Choice all;
  for (int place : places_.where([&](int at) { return places_[at].can_ask; }))
    all.on.insert(place);
  return make(StepKind::Pilot, std::move(all), 1);
}

/// One more step, or the reason why there is none.
Result<void> Search::ask() {
  Choice choice = chooseNext();
  report_.end = endOf(choice);
  if (report_.end != SearchEnd::Going)
    return {};
  int repetitions = settings_.repetitions * (choice.again.empty() ? 1 : more_repetitions);
  return make(StepKind::Asking, std::move(choice), repetitions);
}

/// What cannot be afforded is transparent: things inside of it may be.
Choice Search::chooseNext() {
  for (;;) {
    Choice choice = choose(knowledge_, prices_);
    for (const Refusal &refusal : choice.unaffordable) {
      knowledge_.giveUp(refusal.place, Judgement::Unaffordable, refusal.reason);
      seams_.say(refusalText(places_, refusal));
    }
    if (choice.unaffordable.empty())
      return choice;
  }
}

/// Going: the choice is worth a step.
SearchEnd Search::endOf(const Choice &choice) const {
  if (choice.asked.empty() && choice.again.empty()) {
    auto refused = places_.where(
        [&](int place) { return knowledge_.at(place).never == Judgement::Unaffordable; });
    return refused.empty() ? SearchEnd::NothingLeft : SearchEnd::NotAffordable;
  }
  auto steps = static_cast<int>(report_.steps.size());
  return steps >= settings_.most_steps ? SearchEnd::TooManySteps : SearchEnd::Going;
}

/// The table at the end has everything that was confirmed, where the last step had not.
Result<void> Search::close() {
  if (!report_.steps.back().judged)
    return {};
  Choice choice = chooseConfirmed(knowledge_, prices_);
  const std::set<int> &last = report_.steps.back().request.on;
  if (std::ranges::includes(last, choice.on))
    return {};
  return make(StepKind::Closing, std::move(choice), settings_.repetitions);
}

/// Builds, runs and judges one step, and saves the search.
Result<void> Search::make(StepKind kind, Choice choice, int repetitions) {
  SearchStep step;
  step.request = {static_cast<int>(report_.steps.size()) + 1, kind, choice.on, repetitions};
  step.choice = std::move(choice);
  for (const std::string &line : stepText(places_, knowledge_, step))
    seams_.say(line);
  TARE_TRY(step.evidence, seams_.measure(step.request));
  prices_.learn(step.evidence);
  bool judges = kind == StepKind::Coarse || kind == StepKind::Asking;
  step.judged = judges ? knowledge_.take(step.request.number, step.request.on, step.evidence)
                       : kind == StepKind::Closing;
  for (const std::string &line : outcomeText(places_, knowledge_, step))
    seams_.say(line);
  report_.steps.push_back(std::move(step));
  return seams_.save(report_, knowledge_);
}

} // namespace tare
