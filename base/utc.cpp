// SPDX-License-Identifier: Apache-2.0
#include "base/utc.h"

#include <cctype>
#include <ctime>

namespace tare {
namespace {

constexpr std::string_view utc_form = "0000-00-00T00:00:00Z";
constexpr size_t year_digits = 4;

} // namespace

bool isUtc(std::string_view text) { return text.size() == utc_form.size() && isBeginOfUtc(text); }

bool isBeginOfUtc(std::string_view text) {
  if (text.size() < year_digits || text.size() > utc_form.size())
    return false;
  for (size_t i = 0; i < text.size(); ++i)
    if (utc_form[i] == '0' ? !std::isdigit(static_cast<unsigned char>(text[i]))
                           : text[i] != utc_form[i])
      return false;
  return true;
}

std::optional<int64_t> secondsOfUtc(const std::string &text) {
  struct tm parts = {};
  if (!isUtc(text) || !::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts))
    return std::nullopt;
  return static_cast<int64_t>(::timegm(&parts));
}

} // namespace tare
