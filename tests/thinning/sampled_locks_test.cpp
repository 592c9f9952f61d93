// SPDX-License-Identifier: Apache-2.0
// Acquisitions with probes tell of those without.
#include "analyzer/thinning/sampled_locks.h"

#include "analyzer/books/conservation.h"
#include "catch.hpp"
#include "tests/accounts/fake_run.h"

using namespace tare;
using namespace tare::test;

namespace {

struct Locked {
  Profile profile;
  uint32_t loop, lock;
};

/// Two threads in a loop with a critical: 100 acquisitions each, of which `sampled` have probes,
/// that wait for 3 and hold for 2. Without any the loop is `work`.
Locked locked(int sampled, Ticks work) {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, ""), loop = run.node(NodeKind::For, "", true);
  uint32_t lock = run.node(NodeKind::Critical, "", true);
  run.describe(loop).parent = static_cast<int>(region);
  run.describe(lock).parent = static_cast<int>(loop);
  run.fork(region, {0, 0});
  for (size_t i = 0; i < 2; ++i) {
    auto with_probes = static_cast<uint64_t>(sampled);
    run.spend(i, loop, Spent::Body, work + (100 - sampled) * 5, 1000);
    run.spend(i, lock, Spent::Wait, sampled * 3, with_probes / 2, with_probes);
    run.spend(i, lock, Spent::Body, sampled * 2, 100, with_probes);
  }
  run.join(0);
  return {run.finish(), loop, lock};
}

const ProfileCell &cell(const Locked &run, size_t thread, uint32_t node, Spent kind) {
  return run.profile.threads[thread].nodes[node].cells[kind];
}

} // namespace

TEST_CASE("one acquisition of many tells of all: their time moves from what is around") {
  Locked all = locked(100, 10'000);
  CHECK_FALSE(samplesLocks(all.profile));
  for (int sampled : {1, 4, 50}) {
    CAPTURE(sampled);
    Locked some = locked(sampled, 10'000);
    REQUIRE(samplesLocks(some.profile));
    expandSampledLocks(some.profile);
    for (size_t thread : {0, 1}) {
      CHECK(cell(some, thread, some.lock, Spent::Wait).ticks == 300);
      CHECK(cell(some, thread, some.lock, Spent::Body).ticks == 200);
      CHECK(cell(some, thread, some.loop, Spent::Body).ticks == 10'000);
      const SpentList &records = some.profile.threads[thread].log.front().spent;
      Ticks sum = 0;
      for (const SpentTime &record : records)
        sum += record.ticks;
      CHECK(sum == 10'500);
      for (Spent kind : {Spent::Wait, Spent::Body})
        CHECK(cell(some, thread, some.lock, kind).entries == 100);
    }
    CHECK_FALSE(samplesLocks(some.profile)); // once is enough
    CHECK(checkConservation(some.profile, Teams(some.profile)).ok());
  }
}

TEST_CASE("no more moves than is there") {
  Locked some = locked(1, -490); // only 5 are left in the loop, and 495 are wanted
  expandSampledLocks(some.profile);
  CHECK(cell(some, 0, some.loop, Spent::Body).ticks >= 0);
  CHECK(cell(some, 0, some.lock, Spent::Wait).ticks + cell(some, 0, some.lock, Spent::Body).ticks ==
        10);
}

TEST_CASE("the log and the sums take from the same constructs, instance by instance") {
  // In the first instance the loop has less than two sections want, and the rest comes from the
  // region's own time; the loop's other instance has plenty.
  FakeRun run(1);
  uint32_t region = run.node(NodeKind::Parallel, ""), loop = run.node(NodeKind::For, "", true);
  uint32_t locks[] = {run.node(NodeKind::Critical, "1", true),
                      run.node(NodeKind::Critical, "2", true)};
  run.describe(loop).parent = static_cast<int>(region);
  for (Ticks of_loop : {50, 5000}) {
    run.fork(region, {0});
    run.spend(0, region, Spent::Body, 100, 1);
    run.spend(0, loop, Spent::Body, of_loop, 1000);
    for (uint32_t lock : locks) {
      run.describe(lock).parent = static_cast<int>(loop);
      run.spend(0, lock, Spent::Wait, 3, 1, 1);
      run.spend(0, lock, Spent::Body, 2, 20, 1);
    }
    run.join(0);
  }
  Profile profile = run.finish();
  REQUIRE(samplesLocks(profile));
  expandSampledLocks(profile);
  CHECK(profile.threads[0].nodes[region].cells[Spent::Body].ticks < 200);
  Result<void> conserved = checkConservation(profile, Teams(profile));
  CHECK(conserved.ok());
  if (!conserved.ok())
    FAIL(conserved.error().message);
}
