// SPDX-License-Identifier: Apache-2.0
// What handing out iterations takes, by sampled ones.
#include "analyzer/books/dispatch.h"
#include "catch.hpp"
#include "sampled_loop.h"

using namespace tare;
using namespace tare::test;

TEST_CASE("a static schedule dispatches nothing, whatever its gaps are") {
  for (const char *directive : {"for", "for schedule(static, 1)", "for schedule( static )"})
    CHECK(dispatchIn(Loop{directive, 0, 7, {400, 600}}.run()).empty());
  for (const char *directive : {"for schedule(guided)", "for schedule(monotonic: dynamic, n)",
                                "for ordered schedule(runtime) nowait"})
    CHECK(dispatchIn(Loop{directive, 0, 7, {400, 600}}.run()).at(1).by_gaps == 7 * 1000);
}

TEST_CASE("gaps that cannot be told from empty ones are no dispatch") {
  Profile run = Loop{"for schedule(dynamic, 64)", 0, 0, {1000, 1000}}.run();
  CHECK(dispatchIn(run).at(1).in(2000 * body) == 0);
  Ticks noise = 0;
  for (ProfileThread &thread : run.threads)
    for (IterationSample &sample : thread.samples)
      sample.gap += noise++ % 3; // both kinds alike
  CHECK(dispatchIn(run).at(1).in(2000 * body) < 2000);
  for (ProfileThread &thread : run.threads)
    thread.samples.resize(7);
  CHECK(dispatchIn(run).empty());
}

TEST_CASE("a dispatch that samples make another one is what a loop has beyond its iterations") {
  Profile run = Loop{"for schedule(dynamic)", 0, 8, {1000, 1000}}.run();
  for (ProfileThread &thread : run.threads)
    for (IterationSample &sample : thread.samples)
      sample.gap = empty_gap + (sample.gap_kind == Gap::Real ? 12 : 0); // it is late
  Dispatch dispatch = dispatchIn(run).at(1);
  CHECK(dispatch.by_gaps == Approx(2000 * 12));
  CHECK(dispatch.in(2000 * (body + 8)) == 2000 * 8);
  CHECK(dispatch.in(2000 * body) == 0);
  CHECK(dispatch.in(2000 * (body - 10)) == 2000 * 12); // less than nothing: by gaps
  CHECK(dispatch.in(2000 * 5) == 2000 * 5);            // but not more than there is
  SECTION("iterations that differ do not tell it") {
    Ticks longer = 0;
    for (ProfileThread &thread : run.threads)
      for (IterationSample &sample : thread.samples)
        sample.body += 40 * (longer++ % 5);
    CHECK(dispatchIn(run).at(1).in(2000 * (body + 8)) == 2000 * 12);
  }
  SECTION("nor do those in which other constructs are") {
    ProfileNode &inside = run.threads[0].nodes[2];
    inside.cells[Spent::Wait].ticks = 1;
    CHECK(dispatchIn(run).at(1).in(2000 * (body + 8)) == 2000 * 12);
  }
}

TEST_CASE("few samples that are far longer than the others are no dispatch") {
  Profile run = Loop{"for schedule(dynamic)", 0, 6, {2000, 2000}}.run();
  for (ProfileThread &thread : run.threads)
    for (size_t k = 0; k < thread.samples.size(); k += 70)
      thread.samples[k].gap += 3000; // a page fault
  CHECK(dispatchIn(run).at(1).by_gaps == Approx(4000 * 6));
}

TEST_CASE("threads that sampled at different rates count by their iterations") {
  Profile run = Loop{"for schedule(dynamic)", 0, 6, {1000, 200}}.run();
  for (IterationSample &sample : run.threads[1].samples)
    if (sample.gap_kind == Gap::Real)
      sample.gap = empty_gap + 12;
  CHECK(dispatchIn(run).at(1).by_gaps == 1000 * 6 + 200 * 12);
  std::vector<IterationSample> &samples = run.threads[0].samples;
  samples.resize(20); // its log of samples was thinned
  CHECK(dispatchIn(run).at(1).by_gaps == 1000 * 6 + 200 * 12);
}

TEST_CASE("a gap in which the thread had lost its core is no dispatch") {
  Profile run = Loop{"for schedule(dynamic)", 0, 6, {1000, 1000}}.run();
  run.threads[0].samples[0].gap = 4000;
  CHECK(dispatchIn(run).at(1).by_gaps > 1990 * 6);
  CHECK(dispatchIn(run).at(1).by_gaps < 2010 * 6);
}
