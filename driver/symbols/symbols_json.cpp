// SPDX-License-Identifier: Apache-2.0
// calls.json. What is read is untrusted: types and ranges are checked, nothing is followed.
#include "driver/symbols/symbols.h"

#include "base/files.h"
#include "driver/symbols/call_names.h"
#include "driver/symbols/unseen_regions.h"

#include <nlohmann/json.hpp>

namespace tare {
namespace {

using nlohmann::json;

constexpr const char *schema_name = "tare.calls/1";
constexpr uint64_t largest_file = uint64_t(16) << 20;

std::string pathIn(const std::string &folder) { return folder + "/calls.json"; }

json placeJson(const CallPlace &place) {
  return {{"function", place.function}, {"file", place.file}, {"line", place.line}};
}

CallPlace placeOf(const json &from) {
  CallPlace place{from.at("function"), from.at("file"), from.at("line")};
  if (place.line < 0)
    throw std::out_of_range("line");
  return place;
}

} // namespace

void lookUpSymbols(Experiment &experiment) {
  experiment.call_names = lookUpCalls(experiment);
  experiment.unseen_regions = unseenRegions(experiment);
}

Result<void> writeSymbols(const std::string &folder, const Experiment &experiment) {
  json calls = json::array(), unseen = json::array();
  for (const UnseenRegions &regions : experiment.unseen_regions)
    unseen.push_back({{"object", regions.object}, {"functions", regions.functions}});
  for (const auto &[call, places] : experiment.call_names) {
    json chain = json::array();
    for (const CallPlace &place : places)
      chain.push_back(placeJson(place));
    calls.push_back({{"object", call.first}, {"address", call.second}, {"places", chain}});
  }
  json whole = {{"schema", schema_name}, {"calls", calls}, {"unseen_regions", unseen}};
  std::string text = whole.dump(1, ' ', false, json::error_handler_t::replace);
  return writeFileAtomic(pathIn(folder), text + "\n", 0600);
}

Result<void> readSymbols(const std::string &folder, Experiment &experiment) {
  CallNames names;
  std::vector<UnseenRegions> unseen;
  if (!fileExists(pathIn(folder)))
    return {};
  Result<std::string> text = readFile(pathIn(folder), largest_file);
  if (!text.ok())
    return text.error();
  try {
    json whole = json::parse(text.value());
    if (whole.at("schema") != schema_name)
      throw std::out_of_range("schema");
    for (const json &call : whole.at("calls")) {
      auto &places = names[{call.at("object"), call.at("address").get<uint64_t>()}];
      for (const json &place : call.at("places"))
        places.push_back(placeOf(place));
    }
    if (whole.contains("unseen_regions"))
      for (const json &regions : whole.at("unseen_regions"))
        unseen.push_back({regions.at("object"), regions.at("functions")});
  } catch (const std::exception &) { // its words are the library's, and tell a user nothing
    return Error{"this is no list of calls that Tare wrote", pathIn(folder)};
  }
  experiment.call_names = std::move(names);
  experiment.unseen_regions = std::move(unseen);
  return {};
}

} // namespace tare
