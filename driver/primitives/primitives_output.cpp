// SPDX-License-Identifier: Apache-2.0
#include "driver/primitives/primitives_output.h"

#include "base/text.h"

#include <algorithm>
#include <sstream>

namespace tare {

Result<std::vector<PrimitiveTime>> readPrimitivesOutput(const std::string &text) {
  std::vector<PrimitiveTime> times;
  for (const std::string &line : splitText(text, '\n')) {
    if (line.empty())
      continue;
    std::istringstream words(line);
    PrimitiveTime time;
    std::string more;
    bool is_time = bool(words >> time.loop >> time.bytes >> time.threads >> time.time_ns >>
                        time.least_ns >> time.median_ns) &&
                   !(words >> more) && time.bytes > 0 && time.threads > 0 && time.least_ns > 0 &&
                   time.least_ns <= time.time_ns && time.time_ns <= time.median_ns;
    if (!is_time)
      return Error{"the program that measures primitives printed '" + printable(line) + "'"};
    times.push_back(std::move(time));
  }
  if (times.empty())
    return Error{"the program that measures primitives printed nothing"};
  return times;
}

std::vector<PrimitiveTime> usualPlace(const std::vector<std::vector<PrimitiveTime>> &places) {
  std::vector<PrimitiveTime> usual;
  for (const PrimitiveTime &first : places.front()) {
    std::vector<PrimitiveTime> all;
    for (const std::vector<PrimitiveTime> &place : places)
      for (const PrimitiveTime &time : place)
        if (time.loop == first.loop && time.bytes == first.bytes && time.threads == first.threads)
          all.push_back(time);
    std::ranges::sort(all, {}, &PrimitiveTime::time_ns);
    usual.push_back(all[std::min<size_t>(1, all.size() - 1)]);
    if (all.size() > 1)
      usual.back().slowest_place_ns = all.back().time_ns;
  }
  return usual;
}

} // namespace tare
