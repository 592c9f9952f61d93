// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/dispersion.h"

#include "driver/calibration/settle.h"

#include <vector>

namespace tare {

namespace {

constexpr size_t fewest = 100;
constexpr double furthest = 4; // medians

bool isNode(const Profile &profile, uint32_t index, NodeKind kind, const std::string &function) {
  const Node *node = profile.node(index);
  return node && node->kind == kind && node->id.function == function;
}

std::vector<double> betweenBarriers(const Profile &profile, const ProfileThread &thread,
                                    const std::string &function) {
  std::vector<double> each;
  for (const Segment &segment : thread.log) {
    if (!isNode(profile, segment.barrier_node, NodeKind::Barrier, function))
      continue;
    for (const SpentTime &record : segment.spent)
      if (record.kind == Spent::Body && isNode(profile, record.node, NodeKind::Loop, function))
        each.push_back(static_cast<double>(record.ticks));
  }
  return each;
}

} // namespace

double dispersionBetweenBarriers(const Profile &profile, const std::string &function) {
  double sum = 0, squares = 0, count = 0, free = 0;
  for (const ProfileThread &thread : profile.threads) {
    std::vector<double> values = betweenBarriers(profile, thread, function);
    if (values.size() < fewest)
      continue;
    std::erase_if(values,
                  [most = furthest * median(values)](double value) { return value > most; });
    double own = 0, mean = 0;
    for (double value : values)
      own += value;
    mean = own / static_cast<double>(values.size());
    for (double value : values)
      squares += (value - mean) * (value - mean);
    sum += own;
    count += static_cast<double>(values.size());
    free += static_cast<double>(values.size()) - 1;
  }
  return sum > 0 ? squares / free / (sum / count) : 0;
}

} // namespace tare
