// SPDX-License-Identifier: Apache-2.0
// Real programs are uneven in their size: a band holds that, and a wrong family is not hidden by
// it.
#include "analyzer/models/row_model.h"
#include "analyzer/models/scatter.h"
#include "catch.hpp"
#include "tests/models/simulated_series.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace tare;

namespace {

const std::vector<double> eight_sizes = {100, 200, 300, 400, 500, 600, 700, 800};

double cubicTruth(const ModelPoint &at) {
  double n = at.at("N");
  return n * n * n + 40 * n * n;
}

/// A truth whose every size lies beside the curve by a share of its own.
TruthOf uneven(const TruthOf &smooth, double share, uint64_t seed) {
  return [=](const ModelPoint &at) {
    std::mt19937_64 random(seed * 1000003 + static_cast<uint64_t>(at.at("N")));
    std::normal_distribution<double> gauss;
    return smooth(at) * (1 + share * gauss(random));
  };
}

ModelQuestion termsOf(const std::string &text) {
  ModelQuestion question;
  question.sizes = {"N"};
  if (!text.empty())
    question.user_template = readTemplate(text).value();
  return question;
}

struct UnevenScore {
  int asked = 0, refused = 0, inside = 0;

  int answered() const { return asked - refused; }
};

UnevenScore unevenScore(const TruthOf &smooth, double share, double asked,
                        const std::string &text) {
  UnevenScore score;
  for (uint64_t trial = 0; trial < 100; ++trial) {
    std::mt19937_64 random(trial);
    TruthOf truth = uneven(smooth, share, trial);
    auto model = modelOf(simulatedSeries(random, truth, "N", eight_sizes, 0.005), termsOf(text));
    Observation later = simulated(random, truth, {{"N", asked}}, 0.005, 5);
    ++score.asked;
    auto band =
        model.ok() ? predictAt(model.value(), later.at) : OrRefused<Estimate>(model.refusal());
    if (!band.ok())
      ++score.refused;
    else
      score.inside += band.value().low_s <= later.value && later.value <= band.value().high_s;
  }
  if (std::getenv("TARE_TEST_FIGURES"))
    std::printf("scatter %.2f to %g: refused %d, inside %d of %d\n", share, asked, score.refused,
                score.inside, score.answered());
  return score;
}

} // namespace

TEST_CASE("a power of the size has no scatter, and a size beside it is named") {
  ModelSeries series;
  for (double n : eight_sizes)
    series.points.push_back({{{"N", n}}, 1e-9 * std::pow(n, 2.5), {}, 0});
  std::optional<SizeScatter> none = scatterOf(weighted(series), "N");
  REQUIRE(none);
  CHECK(none->noise.size == Approx(0).margin(1e-9));
  series.points[5].value *= 2;
  std::optional<SizeScatter> one = scatterOf(weighted(series), "N");
  REQUIRE(one);
  CHECK(one->worst.at("N") == 600);
  CHECK(one->worst_step == Approx(2));
  auto model = modelOf(series, termsOf("N^3+N^2+N+1"));
  if (!model.ok())
    CHECK(model.refusal().reason == RefusalReason::LackOfFit);
}

TEST_CASE("scatter is estimated without bias") {
  double squares = 0;
  for (uint64_t trial = 0; trial < 400; ++trial) {
    std::mt19937_64 random(trial);
    auto series = simulatedSeries(random, uneven(cubicTruth, 0.03, trial), "N", eight_sizes, 1e-6);
    squares += std::pow(scatterOf(weighted(series), "N")->noise.size, 2) / 400;
  }
  CHECK(std::sqrt(squares) == Approx(0.03).epsilon(0.1));
}

TEST_CASE("of few sizes the form that is asserted tells the scatter") {
  int inside = 0, refused = 0;
  for (uint64_t trial = 0; trial < 100; ++trial) {
    std::mt19937_64 random(trial);
    auto square = [](const ModelPoint &at) { return at.at("N") * at.at("N"); };
    TruthOf truth = uneven(square, 0.02, trial);
    auto model =
        modelOf(simulatedSeries(random, truth, "N", {2000, 3000, 4000}, 0.001), termsOf("N^2"));
    Observation later = simulated(random, truth, {{"N", 6000}}, 0.001, 5);
    if (!model.ok()) {
      ++refused;
      continue;
    }
    Estimate band = bandAt(model.value(), later.at);
    inside += band.low_s <= later.value && later.value <= band.high_s;
  }
  CHECK(refused <= 5);
  CHECK(inside >= 0.85 * (100 - refused));
  std::mt19937_64 random(1); // without a form of the user, three sizes are too few
  auto unknown =
      modelOf(simulatedSeries(random, cubicTruth, "N", {2000, 3000, 4000}, 0.001), termsOf(""));
  REQUIRE_FALSE(unknown.ok());
  CHECK(unknown.refusal().reason == RefusalReason::TooFewPoints);
}

TEST_CASE("five sizes tell no scatter") {
  std::mt19937_64 random(1);
  auto series = simulatedSeries(random, cubicTruth, "N", {100, 200, 300, 400, 500}, 0.01);
  CHECK_FALSE(scatterOf(weighted(series), "N"));
}

TEST_CASE("bands hold a size that is as uneven as the others") {
  for (const char *text : {"", "N^3+N^2+N+1"})
    for (double share : {0.01, 0.03}) {
      UnevenScore score = unevenScore(cubicTruth, share, 1000, text);
      INFO(text << ", " << share);
      CHECK(score.inside >= 0.9 * score.answered());
      CHECK(score.refused <= 10);
    }
}

TEST_CASE("a wrong family is refused, or its band is wide enough") {
  auto grows = [](const ModelPoint &at) { return std::exp(at.at("N") / 150); };
  UnevenScore score = unevenScore(grows, 0, 1200, "N^2+N+1");
  CHECK(score.refused + score.inside >= 95);
}
