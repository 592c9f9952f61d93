// SPDX-License-Identifier: Apache-2.0
// calls.json. What is read is untrusted: types and ranges are checked, nothing is followed.
#include "base/formats/formats.h"
#include "driver/symbols/symbols.h"

#include "analyzer/ledger/ledger_fields.h"
#include "base/files.h"
#include "driver/symbols/call_names.h"
#include "driver/symbols/unseen_regions.h"

namespace tare {
namespace {

using json::Fields;

constexpr uint64_t largest_file = uint64_t(16) << 20;

std::string callsPath(const std::string &folder) { return folder + "/calls.json"; }

struct NamedCall {
  std::string object;
  uint64_t address = 0;
  std::vector<CallPlace> places;
};

struct KeptSymbols {
  std::vector<NamedCall> calls;
  std::vector<UnseenRegions> unseen_regions;
};

void placeFields(Fields &io, CallPlace &place) {
  io.required("function", place.function);
  io.required("file", place.file);
  io.required("line", place.line);
}

void callFields(Fields &io, NamedCall &call) {
  io.required("object", call.object);
  io.required("address", call.address);
  io.required("places", call.places, placeFields);
}

void symbolFields(Fields &io, KeptSymbols &symbols) {
  io.schema(formats::calls);
  io.required("calls", symbols.calls, callFields);
  io.later("unseen_regions", symbols.unseen_regions, unseenFields);
}

} // namespace

void lookUpSymbols(Experiment &experiment) {
  experiment.call_names = lookUpCalls(experiment);
  experiment.unseen_regions = unseenRegions(experiment);
}

Result<void> writeSymbols(const std::string &folder, const Experiment &experiment) {
  KeptSymbols symbols{{}, experiment.unseen_regions};
  for (const auto &[call, places] : experiment.call_names)
    symbols.calls.push_back({call.first, call.second, places});
  return writeFileAtomic(callsPath(folder), json::write(std::move(symbols), symbolFields), 0600);
}

Result<void> readSymbols(const std::string &folder, Experiment &experiment) {
  if (!fileExists(callsPath(folder)))
    return {};
  TARE_TRY(KeptSymbols read,
           json::readFrom(callsPath(folder), largest_file,
                          "this is no list of calls that Tare wrote: ", symbolFields));
  KeptSymbols symbols = std::move(read);
  experiment.call_names.clear();
  for (NamedCall &call : symbols.calls)
    experiment.call_names[{call.object, call.address}] = std::move(call.places);
  experiment.unseen_regions = std::move(symbols.unseen_regions);
  return {};
}

} // namespace tare
