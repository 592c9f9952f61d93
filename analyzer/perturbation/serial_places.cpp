// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/serial_places.h"

#include <algorithm>

namespace tare {

// In its function the nearest one, else those that its function was called from.
SerialPlaces::Around SerialPlaces::around(const ProfileThread &thread,
                                          const std::vector<uint32_t> &nodes) const {
  Around found;
  for (uint32_t node : nodes) {
    int64_t at = removal_.parent(node);
    while (at >= 0 && !thread.nodes[static_cast<size_t>(at)].isStatement())
      at = removal_.parent(static_cast<uint32_t>(at));
    if (at >= 0) {
      found.statements.push_back(static_cast<uint32_t>(at));
      continue;
    }
    const OuterNodes &outer = thread.nodes[node].statements;
    found.statements.insert(found.statements.end(), outer.begin(), outer.end());
    found.all_known = found.all_known && !outer.more;
  }
  return found;
}

SerialPlaces::Place SerialPlaces::placeOf(ProfileThread &thread, uint32_t statement) {
  Ticks &ticks = thread.nodes[statement].cells[Spent::Serial].ticks;
  return {&ticks, std::max<Ticks>(ticks - 1, 0)};
}

// Each in proportion; the sum over all of them is exact.
Ticks SerialPlaces::take(const std::vector<Place> &places, Ticks amount) {
  Ticks spare = 0, sum = 0, taken = 0;
  for (const Place &place : places)
    spare += place.spare;
  amount = std::min(amount, spare);
  for (const Place &place : places) {
    sum += place.spare;
    auto until = spare > 0 ? static_cast<Ticks>(static_cast<__int128>(sum) * amount / spare) : 0;
    taken += removal_.take(*place.ticks, until - taken);
  }
  return taken;
}

void SerialPlaces::takeAround(ProfileThread &thread, uint32_t node, Ticks amount) {
  std::vector<uint32_t> met = {node}, next = met;
  while (amount > 0) {
    Around found = around(thread, next);
    next.clear();
    std::vector<Place> places;
    for (uint32_t statement : found.statements)
      if (std::ranges::find(met, statement) == met.end()) {
        met.push_back(statement);
        next.push_back(statement);
        places.push_back(placeOf(thread, statement));
      }
    if (!found.all_known)
      break;
    if (places.empty()) {
      amount -= removal_.take(thread.serial_ticks, std::min(amount, thread.serial_ticks));
      break;
    }
    amount -= take(places, amount);
  }
  addWithin(rest_, amount);
}

void SerialPlaces::takeRest(ProfileThread &thread) {
  std::vector<Place> places = {{&thread.serial_ticks, thread.serial_ticks}};
  for (uint32_t index = 0; index < thread.nodes.size(); ++index)
    if (thread.nodes[index].isStatement())
      places.push_back(placeOf(thread, index));
  Ticks left = rest_ - take(places, rest_), nothing = 0;
  removal_.take(nothing, left);
  rest_ = 0;
}

} // namespace tare
