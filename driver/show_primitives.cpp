// SPDX-License-Identifier: Apache-2.0
#include "driver/show_primitives.h"

#include "analyzer/report/page.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cstdio>

namespace tare {
namespace {

constexpr int loop_width = 21, loop_time_width = 9;

/// Elements that one iteration of these loops steps over (STRIDE of loops.c). Their times are kept
/// for each element that they pass.
constexpr double stride = 8;

struct LoopStatement {
  const char *loop, *statement; // of loops.c and streams.h
};
constexpr LoopStatement statements[] = {
    {"sum", "s += a[i]"},
    {"dot", "s += a[i] * b[i]"},
    {"product", "s *= a[i]"},
    {"memory_sum", "c[0] += a[i], and c[0] stays in memory"},
    {"prefix_sum", "out[i] = out[i - 1] + a[i]"},
    {"strided_sum", "s += a[i], each eighth element"},
    {"column_sum", "s += a[i * width + j], down the columns"},
    {"gather", "out[i] = a[index[i]], in random order"},
    {"rows", "out[i] = a[i] + a[i + w] + a[i + 2 * w], rows of w"},
    {"divided_sum", "s += 1 / a[i]"},
    {"root_sum", "s += 1 / (a[i] * sqrt(a[i]))"},
    {"single_sum", "s += a[i], of float"},
    {"integer_sum", "s += index[i], of int"},
    {"maximum", "if (a[i] > most) most = a[i]"},
    {"copy", "out[i] = a[i]"},
    {"scale", "out[i] = 3 * a[i]"},
    {"triad", "out[i] = a[i] + 3 * b[i]"},
    {"update", "out[i] += 1e-9 * a[i]"},
    {"add_four", "out[i] = a[i] + b[i] + c[i] + d[i]"},
    {"cubic", "out[i] = a polynomial of a[i], of degree 3"},
    {"stencil", "out[i] = 0.25 * (a[i - 1] + a[i + 1] + b[i] + c[i])"},
    {"pair", "out[i] = a[i] + b[i]; other[i] = a[i] - b[i]"},
    {"polynomial", "out[i] = a polynomial of a[i], of degree 8"},
    {"squares", "out[i] = (x * y + z) * (y * z + x) * (z * x + y), x = a[i] - 1"},
    {"change", "out[i] = 3 - out[i]"},
    {"exchange", "exchange out[i] and other[i]"},
    {"rotate", "turn (out[i], other[i]): 0.8 * x + 0.6 * y, 0.8 * y - 0.6 * x"},
    {"divide", "out[i] = 1 / a[i]"},
    {"root", "out[i] = sqrt(a[i])"},
    {"single_triad", "out[i] = a[i] + 3 * b[i], of float"},
    {"integer_triad", "counter[i] = counter[i] + 3 * index[i], of int"},
    {"integer_divide", "counter[i] = 1000003 / (index[i] + 1), of int"},
    {"scatter", "counter[index[i]]++, in random order"},
    {"exponential", "s += exp(a[i])"},
    {"logarithm", "s += log(a[i])"},
    {"sine", "s += sin(a[i])"},
    {"cosine", "s += cos(a[i])"},
    {"power", "s += pow(a[i], 1.5)"},
};

/// Loops of one family, which one line explains.
struct LoopFamily {
  const char *prefix, *name, *statement;
};
constexpr LoopFamily families[] = {
    {"scalar_", "scalar_NAME", "as NAME, without vector instructions"},
    {"sums_of_", "sums_of_N", "own += a[j], in short loops of N iterations"},
    {"streams_of_", "streams_of_N", "out[j] = 3 * a[j], in short loops of N iterations"},
};

bool isStrided(const std::string &loop) { return loop == "strided_sum" || loop == "column_sum"; }

/// Of an iteration that is executed.
double executedNs(const PrimitiveTime &time) {
  return time.time_ns * (isStrided(time.loop) ? stride : 1);
}

std::string nanosecondText(double ns) {
  char text[32];
  std::snprintf(text, sizeof text, ns < 10 ? "%.2f" : "%.1f", ns);
  return text;
}

/// "L2", of data that a cache holds with room to spare.
std::string placeText(double bytes, const std::vector<Cache> &caches) {
  for (const Cache &cache : caches)
    if (bytes <= cache.bytes)
      return "L" + std::to_string(cache.level);
  return caches.empty() ? "" : "memory";
}

/// Half of the batches took at least a fifth longer than the fastest.
bool isUnsteady(const PrimitiveTime &time) { return time.median_ns > 1.2 * time.least_ns; }

class PrimitivesPage {
public:
  PrimitivesPage(const MeasuredPrimitives &primitives, const std::vector<Cache> &caches)
      : primitives_(primitives), caches_(caches), loops_(primitives.loops()),
        sizes_(primitives.sizes()) {}

  std::string text() {
    explainLoops();
    for (int threads : primitives_.threadsMeasured())
      table(threads);
    page_.blank();
    if (sizes_.size() > 1)
      page_.paragraph("*: at least twice as long with the largest arrays as with the smallest; the "
                      "caches and memory decide.",
                      3);
    if (any_unsteady_)
      page_.paragraph(
          "~: unsteady; half of the batches took at least 20 % longer than the fastest. "
          "Other programs may be the reason.",
          3);
    return page_.take();
  }

private:
  void explainLoops() {
    page_.blank();
    page_.line("What an iteration of each loop does (numbers are double where nothing is said):");
    for (const LoopStatement &known : statements)
      if (std::ranges::count(loops_, known.loop))
        page_.line(leftAligned(std::string("  ") + known.loop, loop_width) + known.statement);
    for (const LoopFamily &family : families)
      if (std::ranges::any_of(loops_,
                              [&](const auto &loop) { return startsWith(loop, family.prefix); }))
        page_.line(leftAligned(std::string("  ") + family.name, loop_width) + family.statement);
  }

  void table(int threads) {
    page_.blank();
    page_.paragraph("ns of an executed iteration, " + numberOf(threads, "thread") +
                    (threads > 1 ? ", each on data of its own" : "") +
                    ", by the size of a thread's arrays together:");
    std::string bytes = leftAligned("", loop_width),
                places = leftAligned("  loop; arrays in", loop_width);
    for (int64_t size : sizes_) {
      bytes += rightAligned(memoryText(static_cast<double>(size)), loop_time_width);
      places += rightAligned(placeText(static_cast<double>(size), caches_), loop_time_width);
    }
    page_.line(bytes);
    page_.line(places);
    for (const std::string &loop : loops_)
      page_.line(row(loop, threads));
  }

  std::string row(const std::string &loop, int threads) {
    std::string line = leftAligned("  " + printable(loop), loop_width);
    for (int64_t size : sizes_) {
      const PrimitiveTime *time = primitives_.find(loop, size, threads);
      bool unsteady = time && isUnsteady(*time);
      any_unsteady_ |= unsteady;
      line += rightAligned(time ? (unsteady ? "~" : "") + nanosecondText(executedNs(*time)) : "-",
                           loop_time_width);
    }
    const PrimitiveTime *least = primitives_.find(loop, sizes_.front(), threads),
                        *most = primitives_.find(loop, sizes_.back(), threads);
    bool by_memory = least && most && most->time_ns >= 2 * least->time_ns;
    return line + (by_memory ? " *" : "");
  }

  const MeasuredPrimitives &primitives_;
  const std::vector<Cache> &caches_;
  std::vector<std::string> loops_;
  std::vector<int64_t> sizes_;
  bool any_unsteady_ = false;
  Page page_{80, false};
};

} // namespace

std::string measuredPrimitivesText(const MeasuredPrimitives &primitives,
                                   const std::vector<Cache> &caches) {
  return primitives.times.empty() ? std::string() : PrimitivesPage(primitives, caches).text();
}

} // namespace tare
