// SPDX-License-Identifier: Apache-2.0
// The simulator's profiles can be files of the runtime: the reader makes the same profile of them.
#include "profile/profile_file.h"
#include "profile/written.h"
#include "trial.h"

using namespace tare;
using namespace tare::test;

TEST_CASE("what the simulator records is read back from a file") {
  testing::ProfileFile file;
  forPrograms(allFeatures(), 3, [&](const Trial &trial, Random &) {
    Result<Profile> read = file.read(testing::written(trial.measured).bytes());
    REQUIRE(read.ok());
    CHECK(difference(read.value(), trial.measured) == "");
    CHECK(read.value().nodeCount() == trial.measured.nodeCount());
  });
}
