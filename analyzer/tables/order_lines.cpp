// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/order_lines.h"

#include "analyzer/accounts/construct_order.h"

#include <algorithm>
#include <set>

namespace tare {
namespace {

class OrderWriter {
public:
  OrderWriter(Table &table, const KeyTable &keys) : table_(table), keys_(keys) {
    for (const ConstructLines &construct : table.constructs)
      ids_.insert(construct.id);
  }

  void write(int place, const PlaceOrder &constructs, bool is_exact) {
    EntryOrder order;
    order.within = idOf(place);
    if (place >= 0 && !ids_.contains(order.within))
      return;
    for (int key : constructs.first)
      if (ids_.contains(idOf(key)))
        order.constructs.push_back(idOf(key));
    for (const auto &[step, times] : constructs.follows)
      if (isKnown(step.first) && isKnown(step.second))
        order.steps.push_back({idOf(step.first), idOf(step.second), times});
    order.is_exact = is_exact && !order.steps.empty();
    if (!order.constructs.empty())
      table_.order.push_back(std::move(order));
  }

private:
  std::string idOf(int key) const { return key < 0 ? "" : keys_.node(key).id.text(); }
  bool isKnown(int key) const { return key < 0 || ids_.contains(idOf(key)); }

  Table &table_;
  const KeyTable &keys_;
  std::set<std::string> ids_;
};

} // namespace

void fillOrder(Table &table, const std::vector<Repetition> &repetitions, KeyTable &keys) {
  std::vector<ConstructOrder> orders;
  for (const Repetition &repetition : repetitions)
    orders.push_back(constructOrderOf(*repetition.instrumented.profile,
                                      *teamsOf(repetition.instrumented), keys));
  if (orders.empty())
    return;
  OrderWriter writer(table, keys);
  for (const auto &[place, constructs] : orders.front().places) {
    auto does_same = [&](const ConstructOrder &other) {
      auto found = other.places.find(place);
      return other.is_whole && found != other.places.end() && found->second == constructs;
    };
    writer.write(place, constructs, std::ranges::all_of(orders, does_same));
  }
}

} // namespace tare
