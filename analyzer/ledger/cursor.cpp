// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/cursor.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace tare {

using Json = nlohmann::json;

void Cursor::fail(const std::string &message) {
  if (!failed())
    error_ = {message, path_.empty() ? "document" : path_};
}

Cursor Cursor::at(const char *key) const {
  static const Json nothing;
  std::string path = path_.empty() ? key : path_ + "." + key;
  if (!has(key)) {
    Cursor absent(nothing, path, error_);
    absent.fail("is missing");
    return absent;
  }
  return {json_[key], std::move(path), error_};
}

bool Cursor::has(const char *key) const { return json_.is_object() && json_.contains(key); }

std::string Cursor::text() {
  if (json_.is_string())
    return json_.get<std::string>();
  fail("is not a text");
  return {};
}

double Cursor::number(double low, double high) {
  double value = json_.is_number() ? json_.get<double>() : NAN;
  if (value >= low && value <= high)
    return value;
  fail("is not a number in its range");
  return 0;
}

double Cursor::seconds() { return number(-seconds_limit, seconds_limit); }

int Cursor::integer(int low, int high) {
  double value = number(low, high);
  if (value != std::floor(value))
    fail("is not a whole number");
  return static_cast<int>(value);
}

int64_t Cursor::wholeNumber() {
  if (json_.is_number_integer() &&
      (!json_.is_number_unsigned() || json_.get<uint64_t>() <= uint64_t(INT64_MAX)))
    return json_.get<int64_t>();
  fail("is not a whole number");
  return 0;
}

bool Cursor::boolean() {
  if (json_.is_boolean())
    return json_.get<bool>();
  fail("is not true or false");
  return false;
}

uint64_t Cursor::hash() {
  std::string digits = text();
  if (digits.size() == 16 && digits.find_first_not_of("0123456789abcdef") == std::string::npos)
    return std::stoull(digits, nullptr, 16);
  fail("is not a hash");
  return 0;
}

std::vector<std::string> Cursor::texts() {
  std::vector<std::string> result;
  elements([&](Cursor element) { result.push_back(element.text()); });
  return result;
}

std::vector<double> Cursor::times() {
  std::vector<double> result;
  elements([&](Cursor element) { result.push_back(element.seconds()); });
  return result;
}

std::map<std::string, std::string> Cursor::namedTexts() {
  std::map<std::string, std::string> result;
  members([&](const std::string &name, Cursor member) { result[name] = member.text(); });
  return result;
}

void Cursor::elements(const std::function<void(Cursor)> &each) {
  if (!json_.is_array())
    return fail("is not a list");
  for (size_t i = 0; i < json_.size() && !failed(); ++i)
    each(Cursor(json_[i], path_ + "[" + std::to_string(i) + "]", error_));
}

void Cursor::members(const std::function<void(const std::string &, Cursor)> &each) {
  if (!json_.is_object())
    return fail("is not an object");
  for (auto member = json_.begin(); member != json_.end() && !failed(); ++member)
    each(member.key(), Cursor(member.value(), path_ + "." + member.key(), error_));
}

} // namespace tare
