// SPDX-License-Identifier: Apache-2.0
#include "analyzer/primitives/measured_primitives.h"

#include "base/json/fields.h"

#include <algorithm>
#include <set>

namespace tare {
namespace {

using json::Fields;

constexpr json::Number nanoseconds{0, 1e9, nullptr};

void timeRows(Fields &io, PrimitiveTime &time) {
  io.required("loop", time.loop);
  io.required("bytes", time.bytes, json::Whole{1, int64_t(1) << 50});
  io.required("threads", time.threads, json::Whole{1, 99999});
  io.required("time_ns", time.time_ns, nanoseconds);
  io.required("least_ns", time.least_ns, nanoseconds);
  io.required("median_ns", time.median_ns, nanoseconds);
  io.optional("slowest_place_ns", time.slowest_place_ns, nanoseconds);
}

} // namespace

const PrimitiveTime *MeasuredPrimitives::find(const std::string &loop, int64_t bytes,
                                              int threads) const {
  auto found = std::ranges::find_if(times, [&](const PrimitiveTime &time) {
    return time.loop == loop && time.bytes == bytes && time.threads == threads;
  });
  return found == times.end() ? nullptr : &*found;
}

std::vector<int64_t> MeasuredPrimitives::sizes() const {
  std::set<int64_t> all;
  for (const PrimitiveTime &time : times)
    all.insert(time.bytes);
  return {all.begin(), all.end()};
}

std::vector<int> MeasuredPrimitives::threadsMeasured() const {
  std::set<int> all;
  for (const PrimitiveTime &time : times)
    all.insert(time.threads);
  return {all.begin(), all.end()};
}

std::vector<std::string> MeasuredPrimitives::loops() const {
  std::vector<std::string> all;
  for (const PrimitiveTime &time : times)
    if (std::ranges::find(all, time.loop) == all.end())
      all.push_back(time.loop);
  return all;
}

void measuredPrimitivesFields(Fields &io, MeasuredPrimitives &primitives) {
  io.required("compiler", primitives.compiler);
  io.required("flags", primitives.flags);
  io.required("times", primitives.times, timeRows);
}

} // namespace tare
