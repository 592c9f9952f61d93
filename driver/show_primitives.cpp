// SPDX-License-Identifier: Apache-2.0
#include "driver/show_primitives.h"

#include "analyzer/report/page.h"
#include "base/quantity.h"
#include "base/text.h"

#include <cstdio>

namespace tare {
namespace {

constexpr int loop_width = 20, loop_time_width = 10;

std::string nanosecondText(double ns) {
  char text[32];
  std::snprintf(text, sizeof text, ns < 10 ? "%.2f" : "%.1f", ns);
  return text;
}

/// "in L2", of data that a cache holds with room to spare.
std::string placeText(double bytes, const std::vector<Cache> &caches) {
  for (const Cache &cache : caches)
    if (bytes <= cache.bytes)
      return "in L" + std::to_string(cache.level);
  return caches.empty() ? "" : "in memory";
}

} // namespace

std::string measuredPrimitivesText(const MeasuredPrimitives &primitives,
                                   const std::vector<Cache> &caches) {
  Page page(80, false);
  std::vector<int64_t> sizes = primitives.sizes();
  for (int threads : primitives.threadsMeasured()) {
    page.blank();
    page.line("ns of an iteration, " + numberOf(threads, "thread") +
              (threads > 1 ? ", each on data of its own" : "") + ":");
    std::string bytes = leftAligned("", loop_width), places = leftAligned("  loop", loop_width);
    for (int64_t size : sizes) {
      bytes += rightAligned(countText(static_cast<double>(size) / 1024) + " K", loop_time_width);
      places += rightAligned(placeText(static_cast<double>(size), caches), loop_time_width);
    }
    page.line(bytes);
    page.line(places);
    for (const std::string &loop : primitives.loops()) {
      std::string line = leftAligned("  " + printable(loop), loop_width);
      for (int64_t size : sizes) {
        const PrimitiveTime *time = primitives.find(loop, size, threads);
        line += rightAligned(time ? nanosecondText(time->time_ns) : "-", loop_time_width);
      }
      page.line(line);
    }
  }
  return page.take();
}

} // namespace tare
