// SPDX-License-Identifier: Apache-2.0
#include "analyzer/forecast/forecast_json.h"
#include "analyzer/forecast/forecast_text.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "catch.hpp"
#include "driver/whatif/known_errors.h"

#include <sstream>

using namespace tare;

namespace {

ForecastReport sample() {
  ForecastReport report;
  report.program = "lu2";
  report.results = "r";
  Forecast forecast;
  forecast.scenario = "lu2.c:29 with schedule(static,1)";
  forecast.options = "--schedule lu2.c:29=static,1";
  forecast.threads = forecast.base_threads = 2;
  forecast.base = {0.443, 0.440, 0.446};
  forecast.time = {0.330, 0.318, 0.342};
  forecast.gain = {0.113, 0.100, 0.126};
  forecast.assumes = {"nothing else changes"};
  forecast.lacks = {"what a chunk costs"};
  report.forecasts = {forecast};
  report.refused = {{"8 threads", "--threads 8", "regions are nested"}};
  report.pairs = {{"--a", "--b", {0.1, 0.09, 0.11}}};
  return report;
}

} // namespace

TEST_CASE("a forecast is read as it was written") {
  ForecastReport report = sample();
  report.forecasts[0].verified =
      Verification{{0.335, 0.33, 0.34}, {0.44, 0.43, 0.45}, 5, true, true};
  report.unreliable = "the band of T_p is ± 20.0 % of T_p (limit ± 12.5 %)";
  TemporaryFolder folder(makeTemporaryFolder("tare-forecast-").value());
  std::string path = folder.path() + "/f.json";
  REQUIRE(writeFileAtomic(path, forecastJson(report)).ok());
  Result<ForecastReport> read = readForecast(path);
  INFO((read.ok() ? "" : read.error().text()));
  REQUIRE(read.ok());
  CHECK(forecastJson(read.value()) == forecastJson(report));
}

TEST_CASE("a forecast outside its band, or of another schema, is refused") {
  TemporaryFolder folder(makeTemporaryFolder("tare-forecast-").value());
  std::string path = folder.path() + "/f.json", text = forecastJson(sample());
  auto refused = [&](const std::string &from, const std::string &to) {
    std::string wrong = text;
    size_t at = wrong.find(from);
    REQUIRE(at != std::string::npos);
    wrong.replace(at, from.size(), to);
    REQUIRE(writeFileAtomic(path, wrong).ok());
    return !readForecast(path).ok();
  };
  CHECK(refused("tare.forecast/1", "tare.forecast/2"));
  CHECK(refused("0.318", "0.338"));
  CHECK(refused("\"threads\": 2", "\"threads\": 0"));
}

TEST_CASE("a miss widens later bands of its kind, and hits narrow them again") {
  Forecast forecast = sample().forecasts[0]; // 330 ± 12
  KnownErrors errors;
  forecast.verified = Verification{{0.390, 0.384, 0.396}, {0.9, 0.8, 1}, 5, false, false};
  learn(forecast, {Question::Schedule}, errors); // the machine was another
  CHECK(errors.empty());
  forecast.verified->comparable = true;
  learn(forecast, {Question::Schedule}, errors);
  CHECK(errors.at("schedule") == Approx(4.5)); // (60 - 6) / 12
  CHECK(factorFor({Question::Schedule, Question::Threads}, errors) == Approx(4.5));
  CHECK(factorFor({Question::Threads}, errors) == 1);
  forecast.verified = Verification{{0.331, 0.330, 0.332}, {0.44, 0.43, 0.45}, 5, true, true};
  learn(forecast, {Question::Schedule}, errors);
  CHECK(errors.at("schedule") == Approx(4.05));
  TemporaryFolder folder(makeTemporaryFolder("tare-errors-").value());
  std::string path = folder.path() + "/e.json";
  CHECK(readKnownErrors(path).value().empty());
  REQUIRE(writeKnownErrors(path, errors).ok());
  CHECK(readKnownErrors(path).value().at("schedule") == Approx(4.05));
  REQUIRE(writeFileAtomic(path, "{}").ok());
  CHECK_FALSE(readKnownErrors(path).ok());
}

TEST_CASE(
    "what people read: time and gain with their bands, what it rests on, what was not answered") {
  std::string text = forecastText(sample(), {});
  CHECK_THAT(text, Catch::Contains("330 ± 12 ms, 1.34 times as fast"));
  CHECK_THAT(text, Catch::Contains("gains 113 ± 13 ms (25.5 % of 443 ms)."));
  CHECK_THAT(text, Catch::Contains("Assumes that nothing else changes."));
  CHECK_THAT(text, Catch::Contains("Not answered: 8 threads. The reason: regions are nested."));
  CHECK_THAT(text, !Catch::Contains("NOT RELIABLE"));
  ForecastReport unsure = sample();
  unsure.unreliable = "the band of T_p is ± 20.0 % of T_p (limit ± 12.5 %)";
  CHECK_THAT(forecastText(unsure, {}),
             Catch::StartsWith("NOT RELIABLE: the band of T_p is ± 20.0"));
  ForecastReport none = sample();
  none.forecasts[0].gain = {0.001, -0.01, 0.012};
  CHECK_THAT(forecastText(none, {}), Catch::Contains("no gain or loss beyond the gain's band"));
  CHECK_FALSE(isGain(none.forecasts[0]));
  for (int width : {60, 80, 120}) {
    std::istringstream lines(forecastText(sample(), {.width = width, .is_ranking = true}));
    for (std::string line; std::getline(lines, line);)
      CHECK(line.size() <= static_cast<size_t>(width) + 4); // a sign of two bytes
  }
}
