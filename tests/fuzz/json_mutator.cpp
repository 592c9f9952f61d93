// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/json_mutator.h"

#include <nlohmann/json.hpp>

#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace tare::testing {

namespace {

using Json = nlohmann::json;

void collect(Json &json, std::vector<Json *> &all) {
  all.push_back(&json);
  if (json.is_structured())
    for (Json &inner : json)
      collect(inner, all);
}

const Json odd_values[] = {0,
                           -1,
                           1,
                           2,
                           2147483647,
                           2147483648,
                           -2147483649,
                           UINT64_MAX,
                           INT64_MIN,
                           0.0,
                           -0.0,
                           0.5,
                           1e-300,
                           1e300,
                           -1e300,
                           1.7e308,
                           5e-324,
                           1e18,
                           true,
                           false,
                           nullptr,
                           "",
                           "\x1b[31m|`<&\r\n",
                           "x.c#f#parallel#0",
                           "../../../etc/passwd",
                           std::string(300, 'x'),
                           "\xff\xfe",
                           Json::array(),
                           Json::object(),
                           Json::array({0, 1})};

class Mutation {
public:
  Mutation(Json &json, unsigned seed) : random_(seed) { collect(json, all_); }

  void make() {
    Json &value = one();
    switch (below(6)) {
    case 0:
      value = odd_values[below(std::size(odd_values))];
      return;
    case 1:
      return scale(value);
    case 2: {
      Json other = one(); // from anywhere: the right type more often than not
      value = std::move(other);
      return;
    }
    case 3:
      return remove(value);
    case 4:
      return repeat(value);
    default:
      return exchange(value);
    }
  }

private:
  size_t below(size_t limit) { return random_() % limit; }
  Json &one() { return *all_[below(all_.size())]; }

  void scale(Json &value) {
    if (value.is_number_float())
      value = value.get<double>() * (below(2) ? 1.0000001 : -3);
    else if (value.is_number_integer())
      value = int64_t(value.get<uint64_t>() + below(5) - 2);
    else if (value.is_string())
      value = value.get<std::string>() + value.get<std::string>();
  }

  void remove(Json &value) {
    if (value.is_structured() && !value.empty())
      value.erase(std::next(value.begin(), long(below(value.size()))));
  }

  void repeat(Json &value) {
    if (value.is_array() && !value.empty() && value.size() < 64)
      value.insert(value.begin() + long(below(value.size())), Json(value[below(value.size())]));
  }

  void exchange(Json &value) {
    if (value.is_array() && value.size() > 1)
      std::swap(value[below(value.size())], value[below(value.size())]);
  }

  std::mt19937 random_;
  std::vector<Json *> all_;
};

} // namespace

size_t mutateJson(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
  Json json = seed % 4 ? Json::parse(data, data + size, nullptr, false) : Json();
  if (seed % 4 == 0 || json.is_discarded())
    return LLVMFuzzerMutate(data, size, max_size);
  Mutation(json, seed).make();
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::ignore);
  if (text.size() > max_size)
    return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

} // namespace tare::testing
