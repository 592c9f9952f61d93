// SPDX-License-Identifier: Apache-2.0
// A place in a JSON document from anyone, and the first thing that was wrong in the document. After
// an error everything reads as empty, so that callers need to look once, at the end.
#pragma once

#include "base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tare {

inline constexpr double seconds_limit = 9e9; // 285 years; whole nanoseconds fit in 64 bits

class Cursor {
public:
  Cursor(const nlohmann::json &json, std::string path, Error &error)
      : json_(json), path_(std::move(path)), error_(error) {}

  bool failed() const { return !error_.message.empty(); }
  void fail(const std::string &message);

  Cursor at(const char *key) const;
  bool has(const char *key) const;

  std::string text();
  double number(double low, double high);
  double seconds();
  int integer(int low, int high);
  int64_t wholeNumber();
  bool boolean();
  uint64_t hash(); // 16 hexadecimal digits
  std::vector<std::string> texts();
  std::vector<double> times();
  std::map<std::string, std::string> namedTexts();

  /// Calls `each` for every element until one fails.
  void elements(const std::function<void(Cursor)> &each);
  void members(const std::function<void(const std::string &, Cursor)> &each);

private:
  const nlohmann::json &json_;
  std::string path_;
  Error &error_;
};

} // namespace tare
