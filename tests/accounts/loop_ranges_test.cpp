// SPDX-License-Identifier: Apache-2.0
// Whether executions of a loop have one range.
#include "analyzer/accounts/inside_loop.h"
#include "catch.hpp"

using namespace tare;

TEST_CASE("executions are alike unless a tenth of the time is in others") {
  CHECK_FALSE(rangesDiffer({}, {0, 9}));
  CHECK_FALSE(rangesDiffer({{100, 5}}));
  CHECK_FALSE(rangesDiffer({{100, 5}, {109, 5}, {95, 5}}));
  CHECK_FALSE(rangesDiffer({{7, 4}, {100, 50}, {100, 50}})); // a remainder
  CHECK(rangesDiffer({{7, 20}, {100, 50}, {100, 50}}));
  CHECK(rangesDiffer({{3, 66}, {3000, 33}}));
  // Chunks that two threads share unequally: the log counts no further than 65535 on each.
  CHECK_FALSE(rangesDiffer({{114687, 50, true}, {98303, 50, true}, {131070, 50, true}}));
  CHECK_FALSE(rangesDiffer({{80000, 50}, {65535 + 3616, 40, true}}));
  CHECK(rangesDiffer({{80000, 50}, {95000, 40, true}}));
  CHECK(rangesDiffer({{20000, 40}, {98303, 60, true}}));
  std::vector<LoopExecution> shrinking;
  for (int i = 1; i < 100; ++i)
    shrinking.push_back({double(i), double(i)});
  CHECK(rangesDiffer(shrinking));
}

TEST_CASE("values that span far more than an execution are of several ranges") {
  std::vector<LoopExecution> alike(40, {33, 5});
  std::vector<int64_t> shifted, strided, coloured;
  for (int64_t i = 0; i < 1320; i += 5)
    shifted.insert(shifted.end(), {i - 600, i - 599});
  for (int64_t i = 0; i < 33; ++i)
    strided.push_back(i * 40 + 3);
  for (int64_t i = 0; i < 33 * 4; ++i)
    coloured.push_back(i);
  CHECK(rangesDiffer(alike, shifted));
  CHECK_FALSE(rangesDiffer(alike, strided));
  CHECK_FALSE(rangesDiffer(alike, coloured));
  CHECK_FALSE(rangesDiffer({{33, 5, true}}, shifted)); // as many or more
}
