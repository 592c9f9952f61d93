// SPDX-License-Identifier: Apache-2.0
// What the OMPT tool makes of begins and ends: told here by hand, at ticks of our choice.
#include "catch.hpp"

extern "C" {
#include "bench/witness/ompt/witness.h"
}

#include <memory>

namespace {

struct Thread {
  tare_wt_thread out = {};
  std::unique_ptr<tare_witness> own = std::make_unique<tare_witness>();
  Thread() {
    own->out = &out;
    tare_witness_reset(w(), 0);
  }
  tare_witness *w() { return own.get(); }
  uint64_t ticks(int state) const { return out.cell[state].ticks; }
  uint64_t entries(int state) const { return out.cell[state].entries; }
};

/// A region of two threads that fork at 100 and start at 110 and 130.
struct Region {
  Thread master, worker;
  tare_wt_team team = {};
  Region() {
    tare_witness_fork(master.w(), &team, TARE_WT_FORK, 100);
    tare_witness_start(master.w(), &team, 110);
    tare_witness_start(worker.w(), &team, 130);
  }
  uint64_t end() const { return master.ticks(TARE_WT_REGION_END); }
};

} // namespace

TEST_CASE("times are exclusive, and each is in one place") {
  Region region;
  Thread &t = region.master;
  tare_witness_enter(t.w(), TARE_WT_LOOP, 120);
  tare_witness_enter(t.w(), TARE_WT_CRITICAL, 150);
  tare_witness_leave(t.w(), TARE_WT_CRITICAL, 180);
  tare_witness_enter(t.w(), TARE_WT_HELD, 180);
  tare_witness_leave(t.w(), TARE_WT_HELD, 190);
  tare_witness_leave(t.w(), TARE_WT_LOOP, 200);
  tare_witness_enter(t.w(), TARE_WT_BARRIER, 210);
  tare_witness_leave(t.w(), TARE_WT_BARRIER, 260);
  CHECK(t.ticks(TARE_WT_OUTSIDE) == 100);
  CHECK(t.ticks(TARE_WT_FORK) == 10);
  CHECK(t.ticks(TARE_WT_REGION) == 10 + 10);
  CHECK(t.ticks(TARE_WT_LOOP) == 30 + 10);
  CHECK(t.ticks(TARE_WT_CRITICAL) == 30);
  CHECK(t.ticks(TARE_WT_HELD) == 10);
  CHECK(t.ticks(TARE_WT_BARRIER) == 50);
  CHECK(region.worker.ticks(TARE_WT_FORK) == 30);
}

TEST_CASE("waits at a region's end are over at its join, however late the worker is told") {
  Region region;
  tare_witness_arrive(region.worker.w(), &region.team, 200);
  tare_witness_arrive(region.master.w(), &region.team, 270);
  tare_witness_join(region.master.w(), &region.team, 300);
  CHECK(region.end() == (300 - 200) + (300 - 270));
  // Serial code until 5000; then the worker hears that the region is over, and starts the next.
  tare_wt_team next = {};
  tare_witness_fork(region.master.w(), &next, TARE_WT_FORK, 5000);
  tare_witness_start(region.worker.w(), &next, 5020);
  CHECK(region.end() == 130);
  CHECK(region.master.ticks(TARE_WT_OUTSIDE) == 100 + 4700);
  CHECK(region.worker.ticks(TARE_WT_OUTSIDE) == 0); // between regions it is nobody's
  CHECK(region.worker.ticks(TARE_WT_FORK) == 30 + 20);
}

TEST_CASE("tasks that run in a region's end are not waiting, nor what they wait for") {
  Region region;
  int outer = 0, inner = 0;
  tare_witness_arrive(region.master.w(), &region.team, 180);
  tare_witness_arrive(region.worker.w(), &region.team, 200);
  tare_witness_task(region.worker.w(), nullptr, &outer, 220);
  tare_witness_enter(region.worker.w(), TARE_WT_TASKWAIT, 230);
  tare_witness_task(region.worker.w(), &outer, &inner, 235);
  tare_witness_task_end(region.worker.w(), &inner, 255);
  tare_witness_leave(region.worker.w(), TARE_WT_TASKWAIT, 260);
  tare_witness_task_end(region.worker.w(), &outer, 290);
  tare_witness_join(region.master.w(), &region.team, 310);
  CHECK(region.worker.ticks(TARE_WT_TASK) == 10 + 20 + 30);
  CHECK(region.worker.ticks(TARE_WT_TASKWAIT) == 5 + 5);
  CHECK(region.worker.out.count[TARE_WT_COMPLETED] == 2);
  CHECK(region.end() == (310 - 180) + (310 - 200) - (290 - 220));
}

TEST_CASE("an untied task that is left without a word ends where the next one is told of") {
  Region region;
  int untied = 0, next = 0, implicit = 0;
  tare_witness_enter(region.master.w(), TARE_WT_BARRIER, 120);
  tare_witness_task(region.master.w(), &implicit, &untied, 130);
  tare_witness_task(region.master.w(), &implicit, &next, 170);
  tare_witness_task_end(region.master.w(), &next, 180);
  tare_witness_leave(region.master.w(), TARE_WT_BARRIER, 200);
  CHECK(region.master.ticks(TARE_WT_TASK) == 40 + 10);
  CHECK(region.master.ticks(TARE_WT_BARRIER) == 10 + 20);
  CHECK(region.master.out.count[TARE_WT_COMPLETED] == 1);
}

TEST_CASE("a region inside a region has its own end") {
  Region region;
  tare_wt_team inner = {};
  tare_witness_fork(region.master.w(), &inner, TARE_WT_FORK, 140);
  tare_witness_start(region.master.w(), &inner, 145);
  tare_witness_arrive(region.master.w(), &inner, 160);
  tare_witness_join(region.master.w(), &inner, 170);
  CHECK(region.end() == 10);
  tare_witness_arrive(region.master.w(), &region.team, 200);
  tare_witness_arrive(region.worker.w(), &region.team, 210);
  tare_witness_join(region.master.w(), &region.team, 220);
  CHECK(region.end() == 10 + 20 + 10);
  CHECK(region.master.ticks(TARE_WT_REGION) == 30 + 15 + 30);
}

TEST_CASE("an end without its begin changes nothing, a begin without its end is left with what it "
          "is in") {
  Region region;
  tare_witness_leave(region.master.w(), TARE_WT_BARRIER, 120);
  tare_witness_enter(region.master.w(), TARE_WT_LOOP, 130);
  tare_witness_enter(region.master.w(), TARE_WT_SINGLE, 140);
  tare_witness_leave(region.master.w(), TARE_WT_LOOP, 160);
  tare_witness_enter(region.master.w(), TARE_WT_BARRIER, 180);
  CHECK(region.master.ticks(TARE_WT_REGION) == 20 + 20);
  CHECK(region.master.ticks(TARE_WT_LOOP) == 10);
  CHECK(region.master.ticks(TARE_WT_SINGLE) == 20);
}

TEST_CASE("constructs outside of regions are counted, not recorded") {
  Thread t;
  int task = 0;
  tare_witness_enter(t.w(), TARE_WT_LOOP, 10);
  tare_witness_leave(t.w(), TARE_WT_LOOP, 20);
  tare_witness_task(t.w(), nullptr, &task, 30);
  tare_witness_task_end(t.w(), &task, 40);
  CHECK(t.out.count[TARE_WT_ORPHANED] == 2);
  CHECK(t.out.count[TARE_WT_COMPLETED] == 0);
  CHECK(t.entries(TARE_WT_LOOP) == 0);
  CHECK(t.entries(TARE_WT_TASK) == 0);
  CHECK_FALSE(tare_witness_inside(t.w()));
}

TEST_CASE("what is nested too deeply is counted, and the rest keeps its place") {
  Region region;
  Thread &t = region.master;
  constexpr int above = 3, room = TARE_WT_STACK - 2; // the region is one
  uint64_t now = 110;
  for (int i = 0; i < room + above; ++i)
    tare_witness_enter(t.w(), TARE_WT_TASKWAIT, ++now);
  CHECK(t.out.count[TARE_WT_DEEP] == above);
  for (int i = 0; i < room + above; ++i)
    tare_witness_leave(t.w(), TARE_WT_TASKWAIT, ++now);
  CHECK(t.w()->sp == 1);
  CHECK(t.entries(TARE_WT_TASKWAIT) == room + above);
  CHECK(t.ticks(TARE_WT_TASKWAIT) == now - 111);
}
