// SPDX-License-Identifier: Apache-2.0
// Planted traps are refused for the right reason; sound cases are not.
#include "analyzer/models/row_model.h"
#include "catch.hpp"
#include "tests/models/simulated_series.h"

#include <cmath>

using namespace tare;

namespace {

ModelQuestion sizeQuestion(const std::string &text = "") {
  ModelQuestion question;
  question.sizes = {"N"};
  if (!text.empty())
    question.user_template = readTemplate(text).value();
  return question;
}

const std::vector<double> eight = {100, 200, 300, 400, 500, 600, 700, 800};

/// How many of 40 trials are refused by this reason.
int refusedBy(RefusalReason reason, const TruthOf &truth, const std::vector<double> &sizes,
              double asked, double noise, const std::string &text = "") {
  std::mt19937_64 random(static_cast<uint64_t>(asked) + sizes.size());
  int refused = 0;
  for (int trial = 0; trial < 40; ++trial) {
    ModelSeries series = simulatedSeries(random, truth, "N", sizes, noise);
    auto model = modelOf(series, sizeQuestion(text));
    if (!model.ok()) {
      refused += model.refusal().reason == reason;
      continue;
    }
    auto band = predictAt(model.value(), {{"N", asked}});
    refused += !band.ok() && band.refusal().reason == reason;
  }
  return refused;
}

double cube(const ModelPoint &at) { return std::pow(at.at("N"), 3); }

} // namespace

TEST_CASE("three points are too few") {
  CHECK(refusedBy(RefusalReason::TooFewPoints, cube, {100, 200, 400}, 500, 0.01) == 40);
  CHECK(refusedBy(RefusalReason::TooFewPoints, cube, {100, 200, 300, 400}, 500, 0.01,
                  "N^3+N^2+N+1") == 40);
}

TEST_CASE("more than four times the range is too far") {
  CHECK(refusedBy(RefusalReason::Reach, cube, eight, 3300, 0.01) == 40);
}

TEST_CASE("a step at a cache's border is no member of any family") {
  auto step = [](const ModelPoint &at) { return cube(at) * (at.at("N") > 450 ? 2.5 : 1); };
  CHECK(refusedBy(RefusalReason::LackOfFit, step, eight, 1000, 0.01) >= 38);
}

TEST_CASE("a wrong family does not fit") {
  auto waves = [](const ModelPoint &at) { return 2 + std::sin(at.at("N") / 60); };
  CHECK(refusedBy(RefusalReason::LackOfFit, waves, eight, 1000, 0.01) >= 38);
}

TEST_CASE("noise above the signal gives bands that say nothing") {
  CHECK(refusedBy(RefusalReason::WideBand, cube, eight, 1600, 0.8) >= 38);
}

TEST_CASE("terms are read and shown") {
  auto terms = readTemplate("N^3 + N*log2(N) + N/threads + 1");
  REQUIRE(terms.ok());
  CHECK(formulaText(terms.value(), {2.1e-9, 3, 0, 4.4e-6}) ==
        "2.1e-09 N^3 + 3 N log2(N) + 4.4e-06");
  CHECK(termText(terms.value()[2]) == "N/threads");
  CHECK_FALSE(readTemplate("N^").ok());
  CHECK_FALSE(readTemplate("system()").ok());
  CHECK(termAt(terms.value()[1], {{"N", 8}}) == 24);
}

TEST_CASE("the same points give the same model, bit for bit") {
  std::mt19937_64 one(4), other(4);
  auto first = modelOf(simulatedSeries(one, cube, "N", eight, 0.02), sizeQuestion());
  auto second = modelOf(simulatedSeries(other, cube, "N", eight, 0.02), sizeQuestion());
  CHECK(first.value().data_hash == second.value().data_hash);
  CHECK(first.value().chosen().coefficients == second.value().chosen().coefficients);
}
