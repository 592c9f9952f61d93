// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/serial_run.h"

#include "analyzer/books/copied_sources.h"

#include <algorithm>

namespace tare {

namespace {

ProfileCell serialAt(const Profile &profile, uint32_t index) {
  ProfileCell sum;
  for (const ProfileThread &thread : profile.threads)
    if (index < thread.nodes.size()) {
      sum.ticks += thread.nodes[index].cells[Spent::Serial].ticks;
      sum.entries += thread.nodes[index].cells[Spent::Serial].entries;
    }
  return sum;
}

/// S and P_S of all threads. Anything else has no place in a serial program.
Result<void> checkClosed(const Profile &profile) {
  Ticks sum = 0;
  for (const ProfileThread &thread : profile.threads) {
    sum += thread.serial_ticks + thread.serial_probe_ticks + thread.probe_ticks;
    for (const ProfileNode &node : thread.nodes)
      sum += node.ticks();
  }
  if (sum == profile.window)
    return {};
  return disagreement("the states of the serial program sum to " + std::to_string(sum) +
                          " ticks, but its time is " + std::to_string(profile.window),
                      profile.path,
                      "an event was lost or counted twice; please report this profile");
}

/// A serial statement is its own counterpart where both programs have it. What a construct without
/// probes does is part of what is around it.
int keyOf(const Node &node, const KeyTable &table, CopiedSources &copies) {
  int key = table.find(node.counterpart.empty() ? node.id.text() : node.counterpart);
  if (key < 0)
    key = copies.find(node, table);
  while (key >= 0 && table.node(key).treatment == Treatment::Unprobed)
    key = table.parent(key);
  return key;
}

} // namespace

Result<SerialBalance> balanceSerial(const Profile &profile, Ticks total, const RunBalance &one,
                                    const KeyTable &table) {
  TARE_DO(checkClosed(profile));
  Ticks measured = profile.window;
  for (const ProfileThread &thread : profile.threads)
    measured -= thread.serial_probe_ticks;
  SerialBalance serial;
  serial.work.resize(table.size());
  serial.counterpart_by.resize(table.size());
  serial.short_by.resize(table.size());
  CopiedSources copies(profile, table);
  for (uint32_t index = 0; index < profile.nodeCount(); ++index) {
    const Node *node = profile.node(index);
    auto [ticks, entries, units] = serialAt(profile, index);
    bool met = ticks || (node && !node->counterpart.empty() && entries > 0);
    int key = node && met ? keyOf(*node, table, copies) : -1;
    if (key < 0 || !wasExecuted(one.nodes[key]))
      continue;
    serial.work[key] += ticks;
    std::string &by = ticks ? serial.counterpart_by[key] : serial.short_by[key];
    if (by.empty())
      by = node->counterpart_by.empty() ? "same source" : node->counterpart_by;
  }
  serial.copies = copies.note();
  serial.apart = copies.apart();
  for (Ticks &ticks : serial.work)
    ticks = measured <= 0 ? 0 : static_cast<Ticks>(static_cast<__int128>(ticks) * total / measured);
  return serial;
}

} // namespace tare
