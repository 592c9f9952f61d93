// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/belief.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/reliability.h"
#include "analyzer/report/outputs_sentence.h"
#include "analyzer/report/sentences.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tare {
namespace {

constexpr double wide_band = 0.10;        // width, of T_p
constexpr double much_unexplained = 0.05; // of T_p
constexpr double much_waiting = 0.10;     // of T_p
constexpr double short_s = 0.01;
constexpr double much_cost = 0.10; // of T_p

double widthOf(const Estimate &estimate) { return estimate.high_s - estimate.low_s; }

double widestOf(const Table &table) {
  return std::max(widthOf(table.parallel_time),
                  table.parallel_time.time_s * widthOf(overheadShare(table)));
}

std::string half(double width, double whole) { return "± " + tenthPercent(width / whole / 2); }

class BeliefJudge {
public:
  BeliefJudge(const Ledger &ledger, const Table &table)
      : ledger_(ledger), table_(table), whole_(table.parallel_time.time_s) {}

  Believed verdict() {
    band();
    if (table_.cut_off)
      say(Belief::NotReliable, "the run was cut off");
    if (resultsDiffer(ledger_))
      say(Belief::NotReliable, "the programs print different results");
    repetitions();
    ownThreads();
    if (ledger_.openmp_runtime.debug_build)
      say(Belief::Fair,
          "the OpenMP runtime was built for debugging, so loops and regions cost more");
    double waiting = timeOf(table_, category::off_cpu);
    if (waiting > much_waiting * whole_)
      say(Belief::Fair, "waiting for a CPU is " + tenthPercent(waiting / whole_) + " of T_p");
    double unexplained = timeOf(table_, category::unidentified);
    if (std::fabs(unexplained) > much_unexplained * whole_)
      say(Belief::Fair, tenthPercent(unexplained / whole_) + " is unexplained");
    if (whole_ > 0 && whole_ < short_s)
      say(Belief::Fair, "the program takes only " + timeText(whole_) + ": give it more work");
    const OwnCost &own = table_.own_cost;
    double cost = own.measured_s;
    bool may_be_noise = own.approximated && own.observed_high_s < much_cost / 4 * whole_;
    if (own.measured_low_s > much_cost * whole_ && !may_be_noise)
      say(Belief::Fair, "measuring took " + tenthPercent(cost / whole_) +
                            (table_.ranks > 0 ? "" : " (try --budget 5%)"));
    return {belief_, joinText(reasons_, "; ")};
  }

private:
  void say(Belief belief, const std::string &reason) {
    if (belief > belief_)
      reasons_.clear(); // what is worse makes the rest unimportant
    if (belief >= belief_)
      reasons_.push_back(reason);
    belief_ = std::max(belief_, belief);
  }

  void band() {
    double width = widestOf(table_);
    if (whole_ <= 0)
      return;
    std::optional<Unreliability> why = unreliabilityOf(table_);
    if (why && why->figure == Unreliability::Figure::Reference)
      say(Belief::NotReliable,
          "the program sets its number of threads itself, and the run it is compared with, started "
          "with one thread, had more. If its command says how many, write {threads} there, or give "
          "its serial program (--serial)");
    else if (why && why->figure == Unreliability::Figure::Unexplained)
      say(Belief::NotReliable,
          tenthPercent(why->share) + " of T_p is unexplained, beyond its band: --notes says more");
    else if (why)
      say(Belief::NotReliable, bandText(width) + ": use an idle machine, or more repetitions "
                                                 "(--repeat)");
    else if (width > wide_band * whole_)
      say(Belief::Fair, bandText(width));
    else if (width > 0)
      say(Belief::Good, bandText(width));
  }

  /// Of T_p, or of all overheads together: of the wider one.
  std::string bandText(double width) const {
    const Estimate &time = table_.parallel_time;
    bool is_time = width <= time.high_s - time.low_s;
    return "the band of " + std::string(is_time ? "T_p" : "the overheads' sum") + " is " +
           half(width, whole_) + " of T_p";
  }

  /// A run that was asked for one thread and had more says little about one thread.
  void ownThreads() {
    constexpr double more_than_one = 1.1;
    std::optional<Unreliability> why = unreliabilityOf(table_);
    bool is_said = why && why->figure == Unreliability::Figure::Reference;
    if (!is_said && std::ranges::any_of(ledger_.tables, [](const Table &table) {
          return table.threads == 1 && table.mean_threads_in_regions > more_than_one;
        }))
      say(std::max(belief_, Belief::Fair),
          "the program sets its number of threads itself, so its run on 1 thread had more: write "
          "{threads} for it in the arguments");
  }

  void repetitions() {
    int used = table_.repetitions_accepted, all = table_.repetitions_total;
    if (all == 0)
      return say(Belief::NotReliable, "the experiment was broken off: these are single runs");
    if (used <= 1 && all <= 1)
      return say(Belief::Fair, "one repetition, so there is no band");
    say(Belief::Good, repetitionsText(used, all));
  }

  const Ledger &ledger_;
  const Table &table_;
  double whole_;
  Belief belief_ = Belief::Good;
  std::vector<std::string> reasons_;
};

} // namespace

Believed beliefIn(const Ledger &ledger, const Table &table) {
  return BeliefJudge(ledger, table).verdict();
}

std::string beliefText(const Believed &believed) {
  static constexpr const char *words[] = {"good", "fair", "NOT RELIABLE"};
  return std::string(words[static_cast<size_t>(believed.belief)]) +
         (believed.reason.empty() ? "" : ": " + believed.reason);
}

} // namespace tare
