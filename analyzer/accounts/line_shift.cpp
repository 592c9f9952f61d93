// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/line_shift.h"

#include <algorithm>
#include <cstdlib>

namespace tare {

namespace {

std::vector<Ticks> differences(const std::vector<Ticks> &a, const std::vector<Ticks> &b) {
  std::vector<Ticks> all(std::max(a.size(), b.size()), 0);
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = (i < a.size() ? a[i] : 0) - (i < b.size() ? b[i] : 0);
  return all;
}

void keepLarger(const std::vector<Ticks> &lines, std::vector<Ticks> &most) {
  most.resize(std::max(most.size(), lines.size()), 0);
  for (size_t line = 0; line < lines.size(); ++line)
    most[line] = std::max(most[line], std::abs(lines[line]));
}

void addSizes(const std::vector<Ticks> &lines, std::vector<Ticks> &doubt) {
  doubt.resize(std::max(doubt.size(), lines.size()), 0);
  for (size_t line = 0; line < lines.size(); ++line)
    doubt[line] += std::abs(lines[line]);
}

} // namespace

LineShift shiftBetween(const RepetitionAccount &a, const RepetitionAccount &b) {
  LineShift shift;
  shift.totals = differences(a.totals, b.totals);
  for (const auto &[key, lines] : a.at) {
    auto found = b.at.find(key);
    shift.at[key] = differences(lines, found == b.at.end() ? std::vector<Ticks>() : found->second);
  }
  shift.unidentified = {a.unidentified.agreement - b.unidentified.agreement,
                        a.unidentified.unpaired - b.unidentified.unpaired,
                        a.unidentified.opaque - b.unidentified.opaque,
                        a.unidentified.reference - b.unidentified.reference};
  return shift;
}

void keepLarger(const LineShift &other, LineShift &most) {
  keepLarger(other.totals, most.totals);
  for (const auto &[key, lines] : other.at)
    keepLarger(lines, most.at[key]);
}

void addAsDoubt(const LineShift &shift, RepetitionAccount &account) {
  addSizes(shift.totals, account.doubt);
  for (const auto &[key, lines] : shift.at)
    addSizes(lines, account.doubt_at[key]);
}

} // namespace tare
