// SPDX-License-Identifier: Apache-2.0
// What the probes cost, by their calibration and by the plain runs.
#include "analyzer/ledger/categories.h"
#include "analyzer/report/note_text.h"
#include "analyzer/tables/anchor.h"
#include "tests/accounts/closed_repetition.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace tare;
using namespace tare::test;

namespace {

constexpr int p = 2;
constexpr Ticks removed = 1'000'000; // by the calibration, in each run
constexpr int node = 7;

/// One repetition whose probes took `factor` times what was taken out, all of it from the fork/join
/// line, and whose instrumented run was `noise` ticks longer than that.
RepetitionAccount repetition(double factor, Ticks noise = 0) {
  size_t forks = indexOf(category::fork_join), rest = indexOf(category::unidentified);
  RepetitionAccount a;
  a.threads = p;
  a.ticks_per_second = 1e9;
  a.serial = a.parallel = a.instrumented = 100'000'000;
  a.has_plain = true;
  a.removed = removed;
  a.observed = {0.5 * p * removed, 1.0 * p * removed, 3.0 * p * removed};
  Ticks left = static_cast<Ticks>((factor - 1) * removed) * p;
  a.totals.assign(allOverheads().size(), 0);
  a.totals[forks] = 20'000'000 + left;
  a.unidentified.agreement = -left - noise * p;
  a.totals[rest] = a.unidentified.agreement;
  a.at[node] = a.totals;
  a.at[node][rest] = 0;
  for (LineShift *shift : {&a.shift, &a.shift_of_both}) {
    shift->totals.assign(allOverheads().size(), 0);
    shift->totals[forks] = -removed * p;
    shift->totals[rest] = removed * p;
    shift->at[node] = shift->totals;
    shift->at[node][rest] = 0;
    shift->unidentified.agreement = removed * p;
  }
  return a;
}

Ticks sumOf(const RepetitionAccount &account) {
  return std::accumulate(account.totals.begin(), account.totals.end(), Ticks(0));
}

std::vector<RepetitionAccount> repetitions(double factor, std::initializer_list<Ticks> noise) {
  std::vector<RepetitionAccount> all;
  for (Ticks ticks : noise)
    all.push_back(repetition(factor, ticks));
  return all;
}

} // namespace

TEST_CASE("where the pairs of runs agree, they tell what the probes cost") {
  double factor = GENERATE(0.6, 1.0, 1.5, 2.5);
  std::vector<RepetitionAccount> all = repetitions(factor, {0, 0, 0, 0, 0});
  std::vector<Ticks> sums;
  for (const RepetitionAccount &account : all)
    sums.push_back(sumOf(account));
  std::vector<Note> said = anchor(all).notes;
  for (size_t i = 0; i < all.size(); ++i) {
    CHECK(sumOf(all[i]) == sums[i]);
    CHECK(line(all[i], category::fork_join) == Approx(20'000'000).margin(10));
    CHECK(line(all[i], category::unidentified) == Approx(0).margin(10));
    CHECK(all[i].unidentified.agreement == line(all[i], category::unidentified));
    CHECK(all[i].at[node][indexOf(category::fork_join)] ==
          Approx(line(all[i], category::fork_join)).margin(10));
    CHECK(all[i].removed == Approx(factor * removed).margin(10));
  }
  CHECK(said.empty() == (factor == 1.0));
}

TEST_CASE("set-up is known to the tick, whatever the probes cost") {
  double factor = GENERATE(0.6, 1.0, 2.5);
  constexpr Ticks set_up = 700'000; // thread time in regions, all of it taken out
  size_t own = indexOf(category::own_cost), rest = indexOf(category::unidentified);
  std::vector<RepetitionAccount> all = repetitions(factor, {0, 0, 0, 0, 0});
  for (RepetitionAccount &account : all)
    for (LineShift *shift : {&account.shift, &account.shift_of_both}) {
      shift->totals[own] = -set_up;
      shift->totals[rest] += set_up;
      shift->unidentified.agreement += set_up;
    }
  anchor(all);
  for (const RepetitionAccount &account : all) {
    CHECK(line(account, category::own_cost) == 0);
    CHECK(account.doubt[own] == 0);
    CHECK(account.doubt[rest] == 0); // what is left is known as well as the runs
    CHECK(line(account, category::fork_join) == Approx(20'000'000).margin(10));
    CHECK(account.removed == Approx(factor * removed).margin(10));
  }
}

TEST_CASE("on one thread what the probes cost is in both runs: no work rate comes of it") {
  std::vector<RepetitionAccount> all = repetitions(1.5, {0, 0, 0});
  size_t rate = indexOf(category::work_rate), forks = indexOf(category::fork_join);
  for (RepetitionAccount &a : all) {
    a.threads = 1;
    std::swap(a.shift.totals[rate], a.shift.totals[forks]);
  }
  anchor(all);
  for (const RepetitionAccount &a : all) {
    CHECK(line(a, category::work_rate) == 0);
    CHECK(line(a, category::fork_join) < 20'900'000);
  }
}

TEST_CASE("where they do not, the calibration counts, and the doubt is its own") {
  std::vector<RepetitionAccount> all =
      repetitions(2, {-40'000'000, 30'000'000, -20'000'000, 10'000'000, 20'000'000});
  Anchor anchor = anchorOf(all);
  CHECK(anchor.factor == Approx(1).margin(0.1));
  CHECK(anchor.doubt == Approx(1).margin(0.05)); // (3 - 0.5) / 2, at most 1
}

TEST_CASE("in between, each counts as much as it is exact") {
  std::vector<RepetitionAccount> all =
      repetitions(2, {-1'500'000, 1'500'000, 1'000'000, -1'000'000, 0});
  Anchor anchor = anchorOf(all);
  CHECK(anchor.factor > 1.1);
  CHECK(anchor.factor < 1.9);
  CHECK(anchor.doubt < 1);
}

TEST_CASE("more than the probes can have cost stays unidentified") {
  std::vector<RepetitionAccount> all = repetitions(5, {0, 0, 0, 0, 0});
  Anchor found = anchorOf(all);
  CHECK(found.factor == Approx(3));
  CHECK(found.beyond == Approx(2));
  CHECK(sentenceOf(anchor(all).notes.at(0)).find("unexplained") != std::string::npos);
  CHECK(line(all[0], category::unidentified) == Approx(-2.0 * removed * p).margin(10));
}

TEST_CASE("two tuples, or programs without a plain run, tell nothing about the probes") {
  std::vector<RepetitionAccount> two = repetitions(2, {0, 0});
  CHECK(anchorOf(two).factor == 1);
  std::vector<RepetitionAccount> all = repetitions(2, {0, 0, 0, 0, 0});
  for (RepetitionAccount &account : all)
    account.has_plain = false;
  CHECK(anchorOf(all).factor == 1);
}

TEST_CASE("who wants the calibration alone gets it, with its doubt") {
  std::vector<RepetitionAccount> all = repetitions(2, {0, 0, 0, 0, 0});
  Anchor alone = anchorOf(all, false);
  CHECK(alone.factor == 1);
  CHECK(alone.beyond == 0);
  CHECK(alone.doubt == Approx(1));
  CHECK(anchorOf(all).factor == Approx(2).margin(0.05));
}

TEST_CASE("tuples whose probes took too little to tell are left alone") {
  std::vector<RepetitionAccount> all = repetitions(2, {0, 0, 0});
  all[1].shift = all[1].shift_of_both = {};
  std::vector<Ticks> before = all[0].totals;
  CHECK(anchor(all).notes.empty());
  CHECK(all[0].totals == before);
  CHECK(std::ranges::count(all[0].doubt, 0) == std::ssize(all[0].doubt));
}

namespace {

/// What one unit of rewriting, or of lock probes, would take from a row, thread time.
void addShift(std::vector<RepetitionAccount> &all, LineShift RepetitionAccount::*which,
              std::string_view category, Ticks unit) {
  for (RepetitionAccount &account : all) {
    LineShift &shift = account.*which;
    shift.totals.assign(allOverheads().size(), 0);
    shift.totals[indexOf(category)] = -unit;
    shift.totals[indexOf(category::unidentified)] = unit;
    shift.unidentified.agreement = unit;
  }
}

} // namespace

TEST_CASE("what the surest of several causes cannot explain goes to the least sure one") {
  // The runs say that 8 million ticks of wall clock are too many; probes of locks may be 10 million.
  std::vector<RepetitionAccount> all = repetitions(1, {8'000'000, 8'000'000, 8'000'000});
  addShift(all, &RepetitionAccount::lock_shift, category::locks, 10'000'000 * p);
  for (RepetitionAccount &account : all)
    account.totals[indexOf(category::locks)] = 30'000'000 * p;
  std::vector<Ticks> sums;
  for (const RepetitionAccount &account : all)
    sums.push_back(sumOf(account));
  Anchored anchored = anchor(all);
  CHECK(anchored.anchor.locks.units == Approx(0.8).margin(0.02));
  CHECK(anchored.anchor.factor == Approx(1).margin(0.12));
  REQUIRE(anchored.notes.size() == 1);
  CHECK(sentenceOf(anchored.notes[0]).find("shorter than a queue says") != std::string::npos);
  for (size_t i = 0; i < all.size(); ++i) {
    CHECK(sumOf(all[i]) == sums[i]);
    CHECK(line(all[i], category::locks) == Approx(22'000'000 * p).epsilon(0.01));
    // Side by side: as measured, without the probes by their calibration, and as settled.
    CHECK(all[i].calibrated[indexOf(category::locks)] == 30'000'000 * p);
    CHECK(all[i].with_probes[indexOf(category::fork_join)] ==
          all[i].calibrated[indexOf(category::fork_join)] + removed * p);
    CHECK(line(all[i], category::unidentified) == Approx(0).margin(1000));
  }
}

TEST_CASE("no cause moves further than its band: a fault stays unidentified") {
  std::vector<RepetitionAccount> all = repetitions(1, {20'000'000, 20'000'000, 20'000'000});
  addShift(all, &RepetitionAccount::rewriting_shift, category::work_rate, 3'000'000 * p);
  Anchored anchored = anchor(all);
  CHECK(anchored.anchor.rewriting.at_bound);
  CHECK(anchored.anchor.factor == Approx(3)); // the calibration's upper end
  CHECK(line(all[0], category::unidentified) ==
        Approx(-(20'000'000 - 3'000'000 - 2 * removed) * p));
}

TEST_CASE("runs that vary as much as the causes leave them where they were") {
  std::vector<RepetitionAccount> all =
      repetitions(1, {-90'000'000, 95'000'000, -40'000'000, 60'000'000, 5'000'000});
  addShift(all, &RepetitionAccount::lock_shift, category::locks, 10'000'000 * p);
  Anchored anchored = anchor(all);
  CHECK(std::abs(anchored.anchor.locks.units) < 0.1);
  CHECK(anchored.anchor.locks.half > 0.9);
}

TEST_CASE("least squares: each cause by how unsure it is, the noise too") {
  Settlement two = settle(3, 0, {{1, 1, -9, 9}, {2, 1, -9, 9}}); // variances 1 and 4
  CHECK(two.causes[0].units == Approx(0.6));
  CHECK(two.causes[1].units == Approx(1.2));
  CHECK(two.left_s == Approx(0).margin(1e-12));
  CHECK(two.causes[0].half == Approx(std::sqrt(0.8)));
  Settlement noisy = settle(3, 1, {{1, 1, -9, 9}});
  CHECK(noisy.causes[0].units == Approx(1.5));
  CHECK(noisy.left_s == Approx(1.5));
  Settlement bound = settle(10, 0, {{1, 1, -1, 1}, {1, 2, -3, 3}});
  CHECK(bound.causes[0].units == 1);
  CHECK(bound.causes[1].units == 3);
  CHECK(bound.left_s == Approx(6));
  CHECK(settle(1, 0, {}).left_s == 1);
  CHECK(settle(1, 0, {{0, 1, -1, 1}}).causes[0].units == 0);
}
