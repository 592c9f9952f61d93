// SPDX-License-Identifier: Apache-2.0
#include "driver/search/knowledge.h"

#include <algorithm>

namespace tare {
namespace {

constexpr int most_attempts = 2;       // to decide a question, and to measure it undisturbed
constexpr double most_over_budget = 2; // what a wrong prediction may come to
constexpr int fewest_tuples = 2;       // with one there are no bands

} // namespace

std::string_view judgementName(Judgement verdict) {
  switch (verdict) {
  case Judgement::Open:
    return "open";
  case Judgement::Confirmed:
    return "confirmed";
  case Judgement::Refuted:
    return "refuted";
  case Judgement::NotDecided:
    return "not decided";
  case Judgement::Unaffordable:
    return "unaffordable";
  case Judgement::NoProbes:
    return "no probes";
  }
  return "open";
}

Judgement judge(const Share &share, double least) {
  if (share.high < least)
    return Judgement::Refuted;
  return share.mean >= least && share.low > least / 2 ? Judgement::Confirmed : Judgement::Open;
}

Knowledge::Knowledge(const Places &places, const SearchSettings &settings)
    : places_(places), settings_(settings), states_(places.all.size()) {
  for (size_t i = 0; i < places.all.size(); ++i)
    if (!places.all[i].without_probes.empty())
      giveUp(static_cast<int>(i), Judgement::NoProbes, places.all[i].without_probes);
}

bool Knowledge::take(int step, const std::set<int> &on, const Evidence &evidence) {
  for (const auto &[id, why] : evidence.without_probes)
    if (int place = places_.find(id); place >= 0 && places_.all[size_t(place)].can_ask)
      giveUp(place, Judgement::NoProbes, why);
  std::vector<int> measured;
  for (size_t i = 0; i < states_.size(); ++i)
    if ((places_.all[i].isRegion() || on.count(static_cast<int>(i)) > 0) &&
        states_[i].never == Judgement::Open)
      measured.push_back(static_cast<int>(i));
  if (evidence.observed > most_over_budget * settings_.budget) {
    noteDisturbed(measured);
    return false;
  }
  program_ = evidence.program;
  // Where something that was asked inside has no probes now, its time is counted at the outer
  // place.
  std::erase_if(measured,
                [&](int place) { return states_[size_t(place)].asked && !isCoveredBy(on, place); });
  for (int place : measured)
    keepFigures(place, evidence);
  if (evidence.tuples >= fewest_tuples)
    for (int place : measured)
      judgePlace(step, place, !isCoveredBy(on, place));
  return true;
}

bool Knowledge::isCoveredBy(const std::set<int> &on, int place) const {
  return std::ranges::all_of(askedInside(place), [&](int inner) { return on.count(inner) > 0; });
}

void Knowledge::noteDisturbed(const std::vector<int> &measured) {
  for (int place : measured)
    if (!places_.all[size_t(place)].isRegion() && !states_[size_t(place)].asked &&
        ++states_[size_t(place)].disturbed >= most_attempts)
      giveUp(place, Judgement::NotDecided,
             "with probes here they took more than twice the budget, in two steps");
}

void Knowledge::keepFigures(int place, const Evidence &evidence) {
  PlaceState &state = states_[static_cast<size_t>(place)];
  const Place &at = places_.all[static_cast<size_t>(place)];
  auto figuresAt = [&](const std::string &id) {
    auto found = evidence.constructs.find(id);
    return found == evidence.constructs.end() ? Figures() : found->second;
  };
  state.known = figuresAt(at.id);
  for (const std::string &part : at.parts)
    state.known = *state.known + figuresAt(part);
  state.asked = true;
}

void Knowledge::giveUp(int place, Judgement verdict, const std::string &reason) {
  PlaceState &state = states_[static_cast<size_t>(place)];
  state.never = verdict;
  state.never_because = reason;
  for (auto &[question, hypothesis] : hypotheses_)
    if (question.first == place && hypothesis.verdict == Judgement::Open) {
      hypothesis.verdict = verdict == Judgement::Unaffordable ? Judgement::NotDecided : verdict;
      hypothesis.reason = reason;
    }
}

void Knowledge::judgePlace(int step, int place, bool inside_open) {
  const Place &at = places_.all[static_cast<size_t>(place)];
  std::vector<Why> whys = whysAt(at.kind, at.serial);
  for (size_t i = 0; i < why_count; ++i) {
    Why why = static_cast<Why>(i);
    bool found = states_[static_cast<size_t>(place)].known->of(why).mean >= settings_.least;
    found |= hypotheses_.count({place, why}) > 0; // it was found in an earlier step
    if (found && std::ranges::find(whys, why) == whys.end())
      whys.push_back(why);
  }
  inside_open |= !unaskedInside(place).empty();
  for (Why why : whys)
    judgeOne(step, place, why, inside_open);
}

/// What has no probes inside may be the cause: what is not asked yet must be asked before anything
/// is confirmed here, and what this place itself cannot tell apart may be that, too.
Judgement Knowledge::verdictOf(int place, Why why, bool inside_open) const {
  const Figures &figures = *states_[static_cast<size_t>(place)].known;
  Share most = figures.of(why);
  if (maySwallow(why) && (inside_open || hidesInside(place)))
    most = most + atLeastNothing(figures.unnamed);
  if (judge(most, settings_.least) == Judgement::Refuted)
    return Judgement::Refuted;
  bool certain = judge(figures.of(why), settings_.least) == Judgement::Confirmed;
  return certain && !inside_open ? Judgement::Confirmed : Judgement::Open;
}

void Knowledge::judgeOne(int step, int place, Why why, bool inside_open) {
  Judgement verdict = verdictOf(place, why, inside_open);
  Hypothesis &known = hypotheses_[{place, why}];
  if (verdict == Judgement::Open && !inside_open) {
    if (known.verdict != Judgement::Open)
      return; // what was certain in an earlier step still is
    if (++known.undecided >= most_attempts) {
      verdict = Judgement::NotDecided;
      known.reason = hidesInside(place) ? "something inside of it could not be asked"
                                        : "the bands are too wide";
    }
  }
  known.verdict = verdict;
  known.share = states_[static_cast<size_t>(place)].known->of(why);
  known.step = step;
  known.or_inside = verdict == Judgement::Confirmed && hidesInside(place);
}

void Knowledge::settle() {
  for (auto &[question, hypothesis] : hypotheses_) {
    if (hypothesis.verdict != Judgement::Open)
      continue;
    bool unasked = !unaskedInside(question.first).empty();
    hypothesis.verdict = verdictOf(question.first, question.second, false);
    hypothesis.or_inside = unasked || hidesInside(question.first);
    if (hypothesis.verdict == Judgement::Refuted && unasked && maySwallow(question.second))
      hypothesis.verdict = Judgement::Open;
    if (hypothesis.verdict != Judgement::Open)
      continue;
    hypothesis.verdict = Judgement::NotDecided;
    hypothesis.reason = hypothesis.or_inside ? "not everything inside of it could be asked"
                                             : "the bands are too wide";
  }
}

bool Knowledge::isWorthALook(int place) const {
  const PlaceState &state = states_[static_cast<size_t>(place)];
  return state.known && costsOf(*state.known).high >= settings_.least;
}

/// Goes through what has no probes of its own, and through what was asked and is still large. Of
/// what was asked and is small, tasks remain: what they take is where they are executed.
std::vector<int> Knowledge::visitInside(int place, Sought sought) const {
  std::vector<int> found, todo = places_.all[static_cast<size_t>(place)].inside;
  std::set<int> seen(todo.begin(), todo.end()), in_small;
  seen.insert(place);
  while (!todo.empty()) {
    int at = todo.back();
    todo.pop_back();
    const Place &here = places_.all[size_t(at)];
    Sought state = stateOf(at);
    bool hidden = in_small.count(at) && !makesTasks(here.kind);
    if (state == sought && !hidden && (state != Sought::Asked || here.can_ask))
      found.push_back(at);
    if (state == Sought::Unasked && !hidden)
      continue;
    bool small = state == Sought::Asked && sought != Sought::Asked && !isWorthALook(at);
    for (int inner : here.inside)
      if (seen.insert(inner).second) {
        todo.push_back(inner);
        if (hidden || small)
          in_small.insert(inner);
      }
  }
  std::ranges::sort(found);
  return found;
}

Knowledge::Sought Knowledge::stateOf(int place) const {
  const PlaceState &state = states_[static_cast<size_t>(place)];
  if (state.never != Judgement::Open)
    return Sought::Never;
  if (state.asked)
    return Sought::Asked;
  return places_.all[static_cast<size_t>(place)].can_ask ? Sought::Unasked : Sought::Through;
}

std::vector<int> Knowledge::unaskedInside(int holder) const {
  return isWorthALook(holder) ? visitInside(holder, Sought::Unasked) : std::vector<int>();
}

std::vector<int> Knowledge::askedInside(int place) const {
  return visitInside(place, Sought::Asked);
}

bool Knowledge::hidesInside(int place) const { return !visitInside(place, Sought::Never).empty(); }

bool Knowledge::wantsAgain(int place) const {
  if (states_[static_cast<size_t>(place)].never != Judgement::Open || !unaskedInside(place).empty())
    return false;
  return std::ranges::any_of(hypotheses_, [&](const auto &each) {
    return each.first.first == place && each.second.verdict == Judgement::Open;
  });
}

double Knowledge::confirmedShare(int place) const {
  double most = 0;
  for (const auto &[question, hypothesis] : hypotheses_)
    if (question.first == place && hypothesis.verdict == Judgement::Confirmed)
      most = std::max(most, hypothesis.share.mean);
  return most;
}

bool Knowledge::isConfirmed(int place) const { return confirmedShare(place) > 0; }

} // namespace tare
