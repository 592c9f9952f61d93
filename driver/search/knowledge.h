// SPDX-License-Identifier: Apache-2.0
// What a search knows: for every place the figures of the last step with probes there, and the
// verdict on every question that was asked there.
//
//   Places, Evidence of each step -> [knowledge] -> agenda, report
#pragma once

#include "driver/search/evidence.h"
#include "driver/search/places.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tare {

struct SearchSettings {
  double budget = 0.05; // share of p*T_p that probes may take
  double least = 0.02;  // share of T_p that is worth a place
  int repetitions = 3;  // repetitions in a step
  int most_steps = 20;
  bool pilot = false; // count everything in one run first, whatever it costs
};

enum class Judgement {
  Open,
  Confirmed,
  Refuted,
  NotDecided,
  Unaffordable,
  NoProbes, // the instrumenter could not put any there
};
std::string_view judgementName(Judgement verdict);

/// Something costs at least `least`, less than that, or neither is certain.
Judgement judge(const Share &share, double least);

struct Hypothesis {
  Judgement verdict = Judgement::Open;
  Share share;
  int step = 0;           // that the verdict is of
  int undecided = 0;      // steps whose bands were too wide
  bool or_inside = false; // Confirmed, but what is inside of it could not be asked
  std::string reason;     // for the other verdicts
};

struct PlaceState {
  bool asked = false;           // it had probes in a step that was judged
  std::optional<Figures> known; // from the last such step
  /// NotDecided, Unaffordable, NoProbes: it will not be asked (again). Open: it may be.
  Judgement never = Judgement::Open;
  std::string never_because;
  bool crowded =
      false; // threads waited for CPUs in that step, so that they waited less for each other
  int disturbed = 0; // steps in which the probes took too much for a verdict
};

class Knowledge {
public:
  using Question = std::pair<int, Why>; // place, why

  Knowledge(const Places &places, const SearchSettings &settings);

  /// Takes a step with probes at `on` and at all regions. False: the probes took more than twice
  /// the budget, and nothing was judged.
  bool take(int step, const std::set<int> &on, const Evidence &evidence);
  void giveUp(int place, Judgement verdict, const std::string &reason);
  /// Nothing will be measured any more: every question gets a verdict.
  void settle();

  /// Places inside that were not asked yet and may explain the time at `holder`. None lies inside
  /// of another one.
  std::vector<int> unaskedInside(int holder) const;
  /// Those that had probes in some step.
  std::vector<int> askedInside(int place) const;
  /// Whether something that cannot be asked may hide in it.
  bool hidesInside(int place) const;
  /// What may be explained at or inside of it is large enough to look.
  bool isWorthALook(int place) const;
  /// Has a question whose bands were too wide, and may be asked once more.
  bool wantsAgain(int place) const;
  bool isConfirmed(int place) const;
  double confirmedShare(int place) const; // of its largest confirmed question

  const PlaceState &at(int place) const { return states_[static_cast<size_t>(place)]; }
  const std::map<Question, Hypothesis> &hypotheses() const { return hypotheses_; }
  const Figures &program() const { return program_; }
  const Places &places() const { return places_; }
  const SearchSettings &settings() const { return settings_; }

private:
  void noteDisturbed(const std::vector<int> &measured);
  void keepFigures(int place, const Evidence &evidence);
  Judgement verdictOf(int place, Why why, bool inside_open) const;
  bool isCoveredBy(const std::set<int> &on, int place) const;
  void judgePlace(int step, int place, bool inside_open);
  std::string undecidedBecause(int place, bool hides) const;
  void judgeOne(int step, int place, Why why, bool inside_open);
  enum class Sought { Unasked, Asked, Never, Through };
  Sought stateOf(int place) const;
  PlaceState &stateAt(int place) { return states_[static_cast<size_t>(place)]; }
  std::vector<int> visitInside(int place, Sought sought) const;

  const Places &places_;
  SearchSettings settings_;
  std::vector<PlaceState> states_;
  std::map<Question, Hypothesis> hypotheses_;
  Figures program_;
};

} // namespace tare
