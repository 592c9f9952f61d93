// SPDX-License-Identifier: Apache-2.0
#include "driver/options/share.h"

#include "base/text.h"

#include <cstdlib>

namespace tare {

std::optional<double> parseShare(const std::string &text) {
  std::string_view number = trimText(text);
  if (number.empty() || number.back() != '%')
    return std::nullopt;
  number = trimText(number.substr(0, number.size() - 1));
  bool plain = !number.empty() && number.size() <= 12 &&
               number.find_first_not_of("0123456789.") == std::string_view::npos;
  if (!plain)
    return std::nullopt;
  std::string digits(number);
  char *end = nullptr;
  double percent = std::strtod(digits.c_str(), &end);
  if (*end != '\0' || percent <= 0 || percent >= 100)
    return std::nullopt;
  return percent / 100;
}

std::string badShare(const std::string &option, const std::string &text) {
  return option + " wants a share such as 2%, not '" + text + "'";
}

} // namespace tare
