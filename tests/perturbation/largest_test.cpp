// SPDX-License-Identifier: Apache-2.0
// Profiles with times as long as the reader lets through, and logs that tell what no run does:
// whatever `tare report` does with them ends, and no sum leaves its type. A plain build sees the
// refusals, a sanitized one (scripts/sanitize) the overflows.
#include "analyzer/accounts/experiment.h"
#include "analyzer/report/text.h"
#include "analyzer/tables/account.h"
#include "longest.h"
#include "profile/profile_file.h"
#include "profile/written.h"
#include "tests/alone.h"
#include "trial.h"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

namespace {

ProbeCosts scaledCosts(double ticks) {
  ProbeCosts costs;
  costs.threads = 2;
  costs.ticks_per_second = 1e9;
  costs.interrupted = 0.5;
  costs.interruption = ticks;
  costs.dispersion = ticks;
  for (ProbeCost &cost : costs.costs)
    cost = {{ticks, ticks, ticks, ticks}, {ticks, ticks, ticks, ticks}};
  return costs;
}

/// One repetition of it, in each of the places that a run can have.
void bookAlone(const std::shared_ptr<const Profile> &profile) {
  for (int place = 0; place < 4; ++place) {
    Repetition repetition{.number = 1, .threads = 2, .instrumented = {.profile = profile}};
    if (place == 1)
      repetition.one = repetition.instrumented;
    if (place == 2)
      repetition.serial_instrumented = repetition.instrumented;
    if (place == 3)
      repetition.pilot = repetition.instrumented;
    if (place % 2)
      repetition.serial = repetition.parallel = PlainRun{profile->window};
    Experiment experiment;
    experiment.reference = "none";
    experiment.repetitions = {repetition};
    if (Result<Ledger> ledger = tare::account(experiment); ledger.ok())
      reportText(ledger.value(), {});
  }
}

/// What `tare report` does; without a calibration, and with such and absurd ones.
void reportOn(const Profile &profile) {
  bookAlone(std::make_shared<const Profile>(profile));
  if (!checkConservation(profile).ok())
    return;
  for (double ticks : {20.0, 1e9, 1e17, 1e30}) {
    Approximation approximation = approximate(profile, scaledCosts(ticks));
    bookAlone(std::make_shared<const Profile>(std::move(approximation.profile)));
  }
  if (profile.budget_ppm > 0)
    bookAlone(std::make_shared<const Profile>(expanded(profile).profile));
}

/// Some segments begin at the window's start, or end at its end; some are of other teams, or of
/// other instances.
Profile stretched(Profile profile, Random &random) {
  auto most = uint16_t(std::min<uint64_t>(tick_limit / uint64_t(profile.window), 65535));
  for (ProfileThread &thread : profile.threads)
    for (Segment &segment : thread.log) {
      if (random.percent(10) && most > segment.team_size)
        segment.team_size = most;
      if (random.percent(10) && most > segment.team_size)
        segment.instance = 1 + random.below(5);
      if (random.percent(30))
        continue;
      Ticks open = random.percent(50) ? 0 : segment.open;
      Ticks end = random.percent(50) ? profile.window : std::max(segment.leave, segment.arrive);
      bool is_wait = segment.leave && random.percent(50);
      Ticks arrive = is_wait ? segment.arrive : end;
      if (segment.spent.empty() || !segment.in_wait.empty())
        continue;
      segment.spent.front().ticks += arrive - segment.arrive + segment.open - open;
      segment.open = open;
      segment.arrive = arrive;
      segment.leave = segment.leave ? end : 0;
    }
  return profile;
}

} // namespace

TEST_CASE("times as long as a profile can have them add up in every account") {
  testing::ProfileFile file;
  forPrograms(allFeatures(), 2, [&](const Trial &trial, Random &) {
    Profile profile = longest(trial.measured);
    Result<Profile> read = file.read(testing::written(profile).bytes());
    INFO((read.ok() ? "" : read.error().text()));
    REQUIRE(read.ok());
    CHECK(checkConservation(read.value()).ok());
    reportOn(read.value());
  });
}

TEST_CASE("logs that add up to more than any run can have are refused, all others are read") {
  testing::ProfileFile file;
  size_t refused = 0, read = 0;
  forPrograms(allFeatures(), 4, [&](const Trial &trial, Random &random) {
    Ticks large_teams = random.percent(50) ? 1 : 65535;
    Profile profile = longest(trial.measured, large_teams);
    testing::ProfileWriter writer = testing::written(stretched(profile, random));
    writer.header.level_regions = random.percent(50); // as if some were not in the log
    Result<Profile> got = file.read(writer.bytes());
    if (got.ok())
      reportOn(got.value());
    else
      CHECK_THAT(got.error().message, Contains("ticks than any run can have") ||
                                          Contains("tasks in a wait that it does not know"));
    ++(got.ok() ? read : refused);
  });
  CHECK(refused > 0);
  CHECK(read > 0);
}
