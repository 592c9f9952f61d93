// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/path_lines.h"

#include "analyzer/ledger/lines.h"
#include "base/text.h"

#include <algorithm>
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
      append(places, found->second);
    else if (call.first == calls.front().first)
      places.push_back(unnamed(call));
    if (!places.empty() && places.back().function == "main")
      break;
  }
  std::reverse(places.begin(), places.end());
  return places;
}

/// `number`: of the call path, in PathKeys.
PathLines linesOf(int number, const Means &means, const KeyTable &keys) {
  using Path = RepetitionAccount::Path;
  PathLines lines;
  lines.instances =
      means.mean(&RepetitionAccount::paths, number,
                 [](const RepetitionAccount &, const Path &path) { return path.regions; });
  lines.time = means.estimate(
      &RepetitionAccount::paths, number,
      [](const RepetitionAccount &a, const Path &path) { return seconds(a, path.span); });
  for (size_t line = 0; line < allOverheads().size(); ++line) {
    Estimate estimate = means.estimate(&RepetitionAccount::paths, number,
                                       [line](const RepetitionAccount &a, const Path &path) {
                                         return share(a, path.totals[line]);
                                       });
    if (estimate.time_s != 0)
      lines.overheads.push_back({std::string(allOverheads()[line]->category), estimate, {}});
  }
  std::set<std::string> regions;
  for (const RepetitionAccount &a : means.accounts())
    if (auto found = a.paths.find(number); found != a.paths.end())
      for (int key : found->second.region_keys)
        regions.insert(keys.node(key).id.text());
  lines.regions.assign(regions.begin(), regions.end());
  return lines;
}

} // namespace

std::vector<PathLines> pathLines(const Means &means, const KeyTable &keys, const PathKeys &paths,
                                 const CallNames &names) {
  std::set<int> numbers;
  for (const RepetitionAccount &a : means.accounts())
    for (const auto &[number, path] : a.paths)
      numbers.insert(number);
  std::vector<PathLines> all;
  for (int number : numbers) {
    all.push_back(linesOf(number, means, keys));
    all.back().calls = placesOf(paths.calls(number), names);
  }
  std::ranges::stable_sort(all, std::greater(),
                           [](const PathLines &path) { return sizeOf(path.overheads); });
  return all;
}

} // namespace tare
