// SPDX-License-Identifier: Apache-2.0
// What can be thinned while a program runs: constructs in regions that are executed often.
#include "analyzer/thinning/thinnable.h"
#include "catch.hpp"
#include "tests/accounts/fake_run.h"

using namespace tare;
using namespace tare::test;

namespace {

/// `often` executions of one region and `seldom` of another; both have the same barrier, once each,
/// and the second one of its own.
struct Program {
  explicit Program(int often, int seldom) {
    FakeRun run(2);
    often_region = run.node(NodeKind::Parallel, "");
    seldom_region = run.node(NodeKind::Parallel, "");
    shared_barrier = run.node(NodeKind::Barrier, "");
    own_barrier = run.node(NodeKind::Barrier, "");
    std::vector<Ticks> each(2, 5);
    run.serial(100);
    for (int i = 0; i < often + seldom; ++i) {
      run.fork(i < often ? often_region : seldom_region, each);
      run.barrier(shared_barrier, each);
      if (i >= often)
        run.barrier(own_barrier, each);
      run.join(5);
    }
    profile = run.finish();
  }
  uint32_t often_region, seldom_region, shared_barrier, own_barrier;
  Profile profile;
};

} // namespace

TEST_CASE("a construct can be thinned where its region is executed often") {
  Program program(90, 10);
  std::vector<double> parts = thinnableParts(program.profile, 64);
  CHECK(parts[program.often_region] == 1);
  CHECK(parts[program.seldom_region] == 0);
  CHECK(parts[program.shared_barrier] == Approx(0.9));
  CHECK(parts[program.own_barrier] == 0);
}

TEST_CASE("how often is often enough is the caller's to say") {
  Program program(63, 64);
  std::vector<double> parts = thinnableParts(program.profile, 64);
  CHECK(parts[program.often_region] == 0);
  CHECK(parts[program.own_barrier] == 1);
  CHECK(thinnableParts(program.profile, 63)[program.often_region] == 1);
}

TEST_CASE("what the log does not tell of cannot be thinned, as far as is known") {
  Program program(90, 10);
  for (ProfileThread &thread : program.profile.threads)
    thread.log.clear();
  for (double part : thinnableParts(program.profile, 64))
    CHECK(part == 0);
}
