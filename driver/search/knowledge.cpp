// SPDX-License-Identifier: Apache-2.0
#include "driver/search/knowledge.h"

#include "base/lists.h"

#include <algorithm>

namespace tare {
namespace {

constexpr int most_attempts = 2;          // to decide a question, and to measure it undisturbed
constexpr double most_over_budget = 2;    // what a wrong prediction may come to
constexpr int fewest_repetitions = 2;     // with one there are no bands
constexpr double much_without_core = 0.1; // of T_p: threads ran one after the other

/// Threads wait for each other only while they run at once.
bool isWait(Why why) {
  constexpr Why waits[] = {Why::Imbalance, Why::Partial, Why::Locks, Why::Barriers, Why::UserWaits};
  return std::ranges::find(waits, why) != std::end(waits);
}

} // namespace

std::string_view judgementName(Judgement verdict) {
  constexpr std::string_view names[] = {"open",        "confirmed",    "refuted",
                                        "not decided", "unaffordable", "no probes"};
  return names[static_cast<size_t>(verdict)];
}

Judgement judge(const Share &share, double least) {
  if (share.high < least)
    return Judgement::Refuted;
  return share.mean >= least && share.low > least / 2 ? Judgement::Confirmed : Judgement::Open;
}

Knowledge::Knowledge(const Places &places, const SearchSettings &settings)
    : places_(places), settings_(settings), states_(places.all.size()) {
  for (int place = 0; place < places.count(); ++place)
    if (!places[place].without_probes.empty())
      giveUp(place, Judgement::NoProbes, places[place].without_probes);
}

bool Knowledge::take(int step, const std::set<int> &on, const Evidence &evidence) {
  for (const auto &[id, why] : evidence.without_probes)
    if (int place = places_.find(id); place >= 0 && places_[place].can_ask)
      giveUp(place, Judgement::NoProbes, why);
  std::vector<int> measured = places_.where([&](int place) {
    bool has_probes = places_[place].isRegion() || on.count(place) > 0;
    return has_probes && at(place).never == Judgement::Open;
  });
  if (evidence.observed > most_over_budget * settings_.budget) {
    noteDisturbed(measured);
    return false;
  }
  program_ = evidence.program;
  // Where something that was asked inside has no probes now, its time is counted at the outer
  // place.
  std::erase_if(measured, [&](int place) { return at(place).asked && !isCoveredBy(on, place); });
  for (int place : measured)
    keepFigures(place, evidence);
  if (evidence.repetitions >= fewest_repetitions)
    for (int place : measured)
      judgePlace(step, place, !isCoveredBy(on, place));
  return true;
}

bool Knowledge::isCoveredBy(const std::set<int> &on, int place) const {
  return std::ranges::all_of(askedInside(place), [&](int inner) { return on.count(inner) > 0; });
}

/// Counts the disturbed step against the new places; after the second they are given up.
void Knowledge::noteDisturbed(const std::vector<int> &measured) {
  for (int place : measured)
    if (!places_[place].isRegion() && !at(place).asked &&
        ++stateAt(place).disturbed >= most_attempts)
      giveUp(place, Judgement::NotDecided,
             "with probes here they took more than twice the budget, in two steps");
}

/// A place has its own figures and those of the loops that are its parts.
void Knowledge::keepFigures(int place, const Evidence &evidence) {
  PlaceState &state = stateAt(place);
  const Place &here = places_[place];
  auto figuresAt = [&](const std::string &id) {
    auto found = evidence.constructs.find(id);
    return found == evidence.constructs.end() ? Figures() : found->second;
  };
  state.known = figuresAt(here.id);
  for (const std::string &part : here.parts)
    state.known = *state.known + figuresAt(part);
  state.asked = true;
  state.crowded = evidence.without_core >= much_without_core;
}

/// Open questions at the place end as not decided, or without probes.
void Knowledge::giveUp(int place, Judgement verdict, const std::string &reason) {
  PlaceState &state = stateAt(place);
  state.never = verdict;
  state.never_because = reason;
  for (auto &[question, hypothesis] : hypotheses_)
    if (question.first == place && hypothesis.verdict == Judgement::Open) {
      hypothesis.verdict = verdict == Judgement::Unaffordable ? Judgement::NotDecided : verdict;
      hypothesis.reason = reason;
    }
}

/// Asks the usual questions of the place, and those where something large was found.
void Knowledge::judgePlace(int step, int place, bool inside_open) {
  const Place &here = places_[place];
  std::vector<Why> whys = whysAt(here.kind, here.serial);
  for (size_t i = 0; i < why_count; ++i) {
    Why why = static_cast<Why>(i);
    bool found = at(place).known->of(why).mean >= settings_.least;
    found |= hypotheses_.count({place, why}) > 0; // it was found in an earlier step
    if (found)
      addOnce(whys, why);
  }
  inside_open |= !unaskedInside(place).empty();
  for (Why why : whys)
    judgeOne(step, place, why, inside_open);
}

/// A place inside may be the cause. So nothing is confirmed here before all places inside were
/// asked, and time that this place cannot tell apart may be theirs.
Judgement Knowledge::verdictOf(int place, Why why, bool inside_open) const {
  const Figures &figures = *at(place).known;
  Share most = figures.of(why);
  if (maySwallow(why) && (inside_open || hidesInside(place)))
    most = most + atLeastNothing(figures.unnamed);
  if (judge(most, settings_.least) == Judgement::Refuted)
    return at(place).crowded && isWait(why) ? Judgement::Open : Judgement::Refuted;
  bool certain = judge(figures.of(why), settings_.least) == Judgement::Confirmed;
  return certain && !inside_open ? Judgement::Confirmed : Judgement::Open;
}

/// Writes the verdict of this step, unless an earlier step was certain and this one is not.
void Knowledge::judgeOne(int step, int place, Why why, bool inside_open) {
  Judgement verdict = verdictOf(place, why, inside_open);
  Hypothesis &known = hypotheses_[{place, why}];
  if (verdict == Judgement::Open && !inside_open) {
    if (known.verdict != Judgement::Open)
      return; // what was certain in an earlier step still is
    if (++known.undecided >= most_attempts) {
      verdict = Judgement::NotDecided;
      known.reason = undecidedBecause(place, hidesInside(place));
    }
  }
  known.verdict = verdict;
  known.share = at(place).known->of(why);
  known.step = step;
  known.or_inside = verdict == Judgement::Confirmed && hidesInside(place);
}

std::string Knowledge::undecidedBecause(int place, bool hides) const {
  return hides               ? "not everything inside of it could be asked"
         : at(place).crowded ? "threads waited for CPUs, and so less for each other"
                             : "the bands are too wide";
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
    hypothesis.reason = undecidedBecause(question.first, hypothesis.or_inside);
  }
}

bool Knowledge::isWorthALook(int place) const {
  const PlaceState &state = at(place);
  return state.known && costsOf(*state.known).high >= settings_.least;
}

/// Goes through places without probes, and through places that were asked and are still large.
/// Inside of small ones only tasks are visited: their time is where they are executed.
std::vector<int> Knowledge::visitInside(int place, Sought sought) const {
  std::vector<int> found, todo = places_[place].inside;
  std::set<int> seen(todo.begin(), todo.end()), in_small;
  seen.insert(place);
  while (!todo.empty()) {
    int at = todo.back();
    todo.pop_back();
    const Place &here = places_[at];
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

/// Through: the place has no probes of its own and only leads to others.
Knowledge::Sought Knowledge::stateOf(int place) const {
  const PlaceState &state = at(place);
  if (state.never != Judgement::Open)
    return Sought::Never;
  if (state.asked)
    return Sought::Asked;
  return places_[place].can_ask ? Sought::Unasked : Sought::Through;
}

std::vector<int> Knowledge::unaskedInside(int holder) const {
  return isWorthALook(holder) ? visitInside(holder, Sought::Unasked) : std::vector<int>();
}

std::vector<int> Knowledge::askedInside(int place) const {
  return visitInside(place, Sought::Asked);
}

bool Knowledge::hidesInside(int place) const { return !visitInside(place, Sought::Never).empty(); }

/// Only where nothing inside is left to be asked.
bool Knowledge::wantsAgain(int place) const {
  if (at(place).never != Judgement::Open || !unaskedInside(place).empty())
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
