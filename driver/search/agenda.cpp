// SPDX-License-Identifier: Apache-2.0
#include "driver/search/agenda.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace tare {
namespace {

/// Probes that take so much of what they stand in measure mostly themselves.
constexpr double most_distortion = 0.5;
constexpr double cheapest = 1e-6; // what costs less is as good as free

/// Two significant digits: shares span many powers of ten.
std::string percent(double share) {
  char text[40];
  std::snprintf(text, sizeof text, "%.2g %%", 100 * share);
  return text;
}

/// With all that must have probes for these to be measured.
std::set<int> withCompanions(const Places &places, std::vector<int> todo) {
  std::set<int> all;
  while (!todo.empty()) {
    int place = todo.back();
    todo.pop_back();
    if (places[place].can_ask && all.insert(place).second)
      todo.insert(todo.end(), places[place].together.begin(), places[place].together.end());
  }
  return all;
}

/// The price of all `places` that are not among `paid`.
Price priceOf(const std::set<int> &places, const std::set<int> &paid, const PriceList &prices) {
  Price sum;
  for (int place : places)
    if (paid.count(place) == 0)
      sum += prices.of(place);
  return sum;
}

/// Spends the budget of one step, for what is wanted most first.
class Shopping {
public:
  Shopping(const Knowledge &knowledge, const PriceList &prices)
      : knowledge_(knowledge), prices_(prices),
        unspent_(knowledge.settings().budget, prices.always().least), purse_(unspent_) {}

  /// Places whose bands were too wide, with everything that was asked inside of them.
  void addAgain() {
    for (int place : knowledge_.places().where([&](int at) { return knowledge_.wantsAgain(at); })) {
      std::vector<int> needed = knowledge_.askedInside(place);
      needed.push_back(place);
      std::set<int> with = withCompanions(knowledge_.places(), needed);
      if (add(with))
        choice_.again.push_back(place);
      else if (Price price = priceOf(with, {}, prices_); !unspent_.affords(price))
        choice_.unaffordable.push_back({place, tooDear(price)});
      else
        ++choice_.postponed;
    }
  }

  /// Wishes in their order. One that is never affordable is refused; one that has no room now
  /// waits.
  void addWishes(std::vector<Wish> wishes) {
    for (Wish &wish : wishes)
      if (std::string why = whyNever(wish); !why.empty())
        choice_.unaffordable.push_back({wish.place, why});
      else if (add(wish.with))
        choice_.asked.push_back(std::move(wish));
      else
        ++choice_.postponed;
  }

  /// Probes at confirmed places stay on as long as there is room, the largest shares first.
  void keepConfirmed() {
    std::vector<int> confirmed =
        knowledge_.places().where([&](int place) { return knowledge_.isConfirmed(place); });
    std::ranges::stable_sort(confirmed, [&](int a, int b) {
      return knowledge_.confirmedShare(a) > knowledge_.confirmedShare(b);
    });
    for (int place : confirmed)
      add(withCompanions(knowledge_.places(), {place}));
  }

  Choice done() {
    choice_.predicted = purse_.spent();
    return std::move(choice_);
  }

private:
  /// False: there is no room in this step. Without places there always is.
  bool add(const std::set<int> &with) {
    if (!with.empty() && !purse_.pay(priceOf(with, choice_.on, prices_)))
      return false;
    choice_.on.insert(with.begin(), with.end());
    return true;
  }

  /// The reason of a refusal.
  std::string tooDear(const Price &price) const {
    std::string text = "its probes would take " + percent(price.least);
    if (unspent_.spent() > 0)
      text += " beside the " + percent(unspent_.spent()) + " of the regions'";
    return text + (price.counted ? ", counted" : ", a guess from the text");
  }

  /// Why no step can ask this; empty: one can.
  std::string whyNever(const Wish &wish) const {
    if (!unspent_.affords(wish.price))
      return tooDear(wish.price);
    if (wish.holder < 0 || !knowledge_.at(wish.holder).known)
      return {};
    double area = knowledge_.at(wish.holder).known->area;
    if (area > 0 && wish.price.counted && prices_.of(wish.place).all > most_distortion * area)
      return "its probes take more than half of the time of the " +
             knowledge_.places().title(wish.holder) + " around it: they would measure themselves";
    return {};
  }

  const Knowledge &knowledge_;
  const PriceList &prices_;
  const Purse unspent_; // but for the probes of regions
  Purse purse_;
  Choice choice_;
};

/// Keeps the holder with the largest gain for each place.
void wishFor(int place, int holder, double gain, std::map<int, Wish> &wishes) {
  auto [known, is_new] = wishes.emplace(place, Wish());
  if (!is_new && known->second.gain >= gain)
    return;
  known->second.place = place;
  known->second.holder = holder;
  known->second.gain = gain;
}

} // namespace

std::vector<Wish> wishesOf(const Knowledge &knowledge, const PriceList &prices) {
  const Places &places = knowledge.places();
  std::map<int, Wish> wishes;
  for (int at = 0; at < places.count(); ++at) {
    const PlaceState &state = knowledge.at(at);
    if (state.asked && state.known)
      for (int inner : knowledge.unaskedInside(at))
        wishFor(inner, at, costsOf(*state.known).mean, wishes);
    Share serial = knowledge.program().of(Why::Serial);
    if (places[at].serial && places[at].can_ask && !state.asked && state.never == Judgement::Open &&
        serial.high >= knowledge.settings().least)
      wishFor(at, -1, serial.mean, wishes);
  }
  std::vector<Wish> sorted;
  for (auto &[place, wish] : wishes) {
    std::vector<int> needed = {place};
    if (wish.holder >= 0) // what is left of its time is seen beside what is inside
      needed.push_back(wish.holder);
    wish.with = withCompanions(places, needed);
    wish.price = priceOf(wish.with, {}, prices);
    sorted.push_back(std::move(wish));
  }
  auto value = [](const Wish &wish) { return wish.gain / std::max(wish.price.least, cheapest); };
  std::ranges::stable_sort(sorted,
                           [&](const Wish &a, const Wish &b) { return value(a) > value(b); });
  return sorted;
}

Choice choose(const Knowledge &knowledge, const PriceList &prices) {
  Shopping shopping(knowledge, prices);
  shopping.addAgain();
  shopping.addWishes(wishesOf(knowledge, prices));
  shopping.keepConfirmed();
  return shopping.done();
}

Choice chooseConfirmed(const Knowledge &knowledge, const PriceList &prices) {
  Shopping shopping(knowledge, prices);
  shopping.keepConfirmed();
  return shopping.done();
}

} // namespace tare
