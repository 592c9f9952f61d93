// SPDX-License-Identifier: Apache-2.0
#include "base/json/fields.h"

#include "base/formats/formats.h"
#include "base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tare::json {

using Json = nlohmann::json;

int64_t nanosecondsIn(double seconds) {
  double within = std::isfinite(seconds) ? std::clamp(seconds, -seconds_limit, seconds_limit) : 0;
  return std::llround(within * 1e9);
}

double toNanoseconds(double seconds) { return static_cast<double>(nanosecondsIn(seconds)) / 1e9; }

double toSixDigits(double value) {
  if (!std::isfinite(value) || value == 0)
    return 0;
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return std::strtod(text, nullptr);
}

Fields::Fields(Json &into, bool naming) : into_(&into), naming_(naming) { makeObject(into); }

Fields::Fields(const Cursor &object) : object_(&object) {
  constexpr size_t most_members = 10000; // far more than there are rows
  object.members([&](std::string key, const Cursor &value) {
    if (members_.size() == most_members)
      object.fail("has more than " + std::to_string(most_members) + " members");
    members_.push_back({std::move(key), value});
  });
}

/// The last of several members with the same name counts, as in most readers of JSON.
const Cursor *Fields::find(std::string_view key) const {
  const Cursor *found = nullptr;
  for (const Member &member : members_)
    if (member.key == key) {
      member.asked_for = true;
      found = &member.value;
    }
  return found;
}

void Fields::check(bool right, const std::string &message, std::string_view key) const {
  if (object_ && !right)
    object_->fail(message, key);
}

int Fields::schema(const DocumentFormat &format) {
  std::string schema = schemaOf(format);
  required("schema", schema);
  if (!object_)
    return format.version;
  Result<int> version = versionIn(format, schema);
  if (version.ok())
    return version.value();
  if (isOtherVersion(version.error()))
    object_->refuse(version.error());
  else
    object_->fail(version.error().message, "schema");
  return format.version;
}

void Fields::closed() const {
  for (const Member &member : members_)
    check(member.asked_for, "is not known", member.key);
}

bool Fields::isInitial(double value, const Number &number) {
  return !((number.rounded ? number.rounded(value) : value) > 0);
}

Json &Fields::at(std::string_view key, Presence presence) {
  bool may_be_missing = in_group_ || presence != Presence::required;
  return (*into_)[std::string(key) + (naming_ && may_be_missing ? "?" : "")];
}

Json &Fields::next(Json &list) { return list.emplace_back(); }
Json &Fields::next(Json &object, const std::string &key) { return object[key]; }
void Fields::makeList(Json &at) { at = Json::array(); }
void Fields::makeObject(Json &at) { at = Json::object(); }

void Fields::put(Json &at, std::string_view value) { at = value; }
void Fields::put(Json &at, bool value) { at = value; }
void Fields::put(Json &at, int64_t value, const Whole &) { at = value; }
void Fields::put(Json &at, uint64_t value) { at = value; }
void Fields::put(Json &at, uint64_t value, Hex) { at = hex16(value); }

void Fields::put(Json &at, double value, const Number &number) {
  at = number.rounded ? number.rounded(value) : value;
}

void Fields::take(const Cursor &at, uint64_t &value, Hex) {
  std::string digits = at.text();
  bool right = digits.size() == 16 && digits.find_first_not_of("0123456789abcdef") == digits.npos;
  if (!right)
    at.fail("is not a hash");
  value = right ? std::stoull(digits, nullptr, 16) : 0;
}

std::string dumped(const std::function<void(Json &)> &fill, int indent) {
  Json document;
  fill(document);
  return document.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace tare::json
