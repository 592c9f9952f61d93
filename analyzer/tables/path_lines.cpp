// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/path_lines.h"

#include "analyzer/tables/statistics.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace tare {

namespace {

std::string baseName(const std::string &path) { return path.substr(path.rfind('/') + 1); }

/// "0x1234 of libfoo.so"
CallPlace unnamed(const std::pair<std::string, uint64_t> &call) {
  char address[32];
  std::snprintf(address, sizeof address, "0x%llx", static_cast<unsigned long long>(call.second));
  return {std::string(address) + " of " + baseName(call.first), "", 0};
}

/// Outermost first, from main. Of other files only what has a name is shown: a library that calls
/// back into the program.
std::vector<CallPlace> placesOf(const Calls &calls, const CallNames &names) {
  std::vector<CallPlace> places;
  for (const auto &call : calls) {
    auto found = names.find(call);
    bool is_named = found != names.end() && !found->second.empty();
    if (is_named && startsWith(found->second.front().function, "__libc_start"))
      break; // a program without symbols: its main is known by nothing else
    if (is_named)
      places.insert(places.end(), found->second.begin(), found->second.end());
    else if (call.first == calls.front().first)
      places.push_back(unnamed(call));
    if (!places.empty() && places.back().function == "main")
      break;
  }
  std::reverse(places.begin(), places.end());
  return places;
}

class Maker {
public:
  Maker(const std::vector<TupleAccount> &accounts, const KeyTable &keys)
      : accounts_(accounts), keys_(keys), statistics_(disturbances(accounts)) {}

  PathLines make(int number) const {
    PathLines lines;
    lines.instances = mean(number, [](const TupleAccount &, const Path &path) {
                        return static_cast<double>(path.regions);
                      }).time_s;
    lines.time =
        mean(number, [](const TupleAccount &a, const Path &path) { return seconds(a, path.span); });
    for (size_t line = 0; line < allOverheads().size(); ++line) {
      Estimate estimate = mean(number, [line](const TupleAccount &a, const Path &path) {
        return share(a, path.totals[line]);
      });
      if (estimate.time_s != 0)
        lines.overheads.push_back({std::string(allOverheads()[line]->category), estimate, {}});
    }
    std::set<std::string> regions;
    for (const TupleAccount &a : accounts_)
      if (auto found = a.paths.find(number); found != a.paths.end())
        for (int key : found->second.region_keys)
          regions.insert(keys_.node(key).id.text());
    lines.regions.assign(regions.begin(), regions.end());
    return lines;
  }

private:
  using Path = TupleAccount::Path;

  template <class Figure> Estimate mean(int number, Figure figure) const {
    std::vector<double> values;
    for (const TupleAccount &a : accounts_) {
      auto found = a.paths.find(number);
      values.push_back(found == a.paths.end() ? 0.0 : figure(a, found->second));
    }
    return statistics_.mean(values);
  }

  const std::vector<TupleAccount> &accounts_;
  const KeyTable &keys_;
  TupleStatistics statistics_;
};

double weight(const PathLines &path) {
  double sum = 0;
  for (const LedgerLine &line : path.overheads)
    sum += std::abs(line.time.time_s);
  return sum;
}

} // namespace

std::vector<PathLines> pathLines(const std::vector<TupleAccount> &accounts, const KeyTable &keys,
                                 const PathKeys &paths, const CallNames &names) {
  std::set<int> numbers;
  for (const TupleAccount &a : accounts)
    for (const auto &[number, path] : a.paths)
      numbers.insert(number);
  Maker maker(accounts, keys);
  std::vector<PathLines> all;
  for (int number : numbers) {
    all.push_back(maker.make(number));
    all.back().calls = placesOf(paths.calls(number), names);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const PathLines &a, const PathLines &b) { return weight(a) > weight(b); });
  return all;
}

} // namespace tare
