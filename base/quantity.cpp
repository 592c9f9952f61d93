// SPDX-License-Identifier: Apache-2.0
#include "base/quantity.h"

#include "base/text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace tare {

std::string timeText(double time_s) {
  double size = std::fabs(time_s), unit = 1;
  const char *name = "s";
  if (size < 1e-6)
    unit = 1e-9, name = "ns";
  else if (size < 1e-3)
    unit = 1e-6, name = "us";
  else if (size < 1)
    unit = 1e-3, name = "ms";
  double value = std::isfinite(time_s) ? time_s / unit : 0;
  int before = std::fabs(value) >= 99.95 ? 3 : std::fabs(value) >= 9.995 ? 2 : 1;
  char text[400];
  std::snprintf(text, sizeof text, "%.*f %s", value == 0 ? 0 : 3 - before, value, name);
  return text;
}

std::string timeBandText(double time_s, double half_s) {
  const double size_s = std::fabs(time_s);
  const bool is_noise = std::isfinite(half_s) && half_s > size_s; // then it chooses the unit
  const std::string larger = timeText(is_noise ? half_s : time_s);
  const size_t blank = larger.rfind(' ');
  const double larger_s = is_noise ? half_s : size_s;
  const double scale =
      larger_s > 0 ? std::fabs(std::strtod(larger.c_str(), nullptr)) / larger_s : 1;
  const double half = half_s * scale;
  const int digits = half >= 9.95 || half == 0 ? 0 : half >= 0.995 ? 1 : 2;
  char figure[400] = "", text[400];
  if (is_noise) {
    std::snprintf(figure, sizeof figure, "%.*f", digits, time_s * scale);
    if (std::strtod(figure, nullptr) == 0)
      std::snprintf(figure, sizeof figure, "%.*f", digits, 0.0); // no "-0.0"
  }
  std::snprintf(text, sizeof text, "%.*f", digits, half);
  return (is_noise ? figure : larger.substr(0, blank)) + " ± " + text + larger.substr(blank);
}

std::string countText(double count) {
  char text[64];
  std::snprintf(text, sizeof text, count < 1e9 ? "%.10g" : "%.3g",
                count < 100 ? std::round(10 * count) / 10 : std::round(count));
  return text;
}

std::string memoryText(double bytes) {
  for (auto [unit, name] :
       {std::pair(0x1p30, " GiB"), std::pair(0x1p20, " MiB"), std::pair(0x1p10, " KiB")})
    if (bytes >= unit)
      return ratioText(bytes / unit) + name;
  return countText(bytes) + " bytes";
}

std::string numberOf(int64_t count, const std::string &noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string ratioText(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", ratio);
  return text;
}

std::string percentText(double ratio) {
  double percent = std::isfinite(ratio) ? 100 * ratio : 0;
  char text[400]; // the largest double has 309 digits
  std::snprintf(text, sizeof text, "%.*f", std::fabs(percent) >= 0.95 || percent == 0 ? 1 : 2,
                percent);
  return text;
}

std::string tenthPercent(double ratio) {
  char text[400];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * ratio);
  return text;
}

std::optional<double> readPercent(std::string_view text, double most) {
  std::string number(trimText(text));
  if (!number.empty() && number.back() == '%')
    number = std::string(trimText(std::string_view(number).substr(0, number.size() - 1)));
  char *end = nullptr;
  double value = std::strtod(number.c_str(), &end);
  bool fits = value >= 0 && value <= most; // and is a number
  return !number.empty() && *end == '\0' && fits ? std::optional(value) : std::nullopt;
}

} // namespace tare
