// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/primitive_actions.h"

#include "analyzer/archive/primitives.h"
#include "base/files.h"
#include "base/json/fields.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/archive/archive_text.h"
#include "driver/primitives/primitives_store.h"

#include <algorithm>
#include <cstdlib>

namespace tare {
namespace {

constexpr double seconds_of_ns = 1e-9;

/// What the column `compiler` holds.
struct PrimitivesKey {
  std::string compiler, flags;
};

void primitivesKeyRows(json::Fields &io, PrimitivesKey &key) {
  io.required("compiler", key.compiler);
  io.required("flags", key.flags);
  io.closed();
}

/// Of one machine, compiler and flags.
struct KeptSet {
  std::string host, cpu;
  MeasuredPrimitives primitives;
};

Result<std::vector<KeptSet>> setsOf(Archive &archive, const std::string &host) {
  TARE_TRY(std::vector<KeptPrimitive> kept, keptPrimitivesOf(archive, host));
  std::vector<KeptSet> sets;
  const KeptPrimitive *last = nullptr;
  for (const KeptPrimitive &each : kept) {
    bool is_same =
        last && last->host == each.host && last->cpu == each.cpu && last->compiler == each.compiler;
    last = &each;
    if (!is_same) {
      Result<PrimitivesKey> key = json::read(each.compiler, primitivesKeyRows);
      sets.push_back({each.host, each.cpu, {}});
      sets.back().primitives.compiler = key.ok() ? key.value().compiler : each.compiler;
      sets.back().primitives.flags = key.ok() ? key.value().flags : "";
    }
    sets.back().primitives.times.push_back(
        {each.operation, std::strtoll(each.level.c_str(), nullptr, 10), each.threads,
         each.time_s / seconds_of_ns, each.low_s / seconds_of_ns, each.high_s / seconds_of_ns});
  }
  return sets;
}

std::string threadsText(const MeasuredPrimitives &primitives) {
  std::vector<std::string> all;
  for (int threads : primitives.threadsMeasured())
    all.push_back(std::to_string(threads));
  return joinText(all, ",");
}

Error noneKept(const std::string &host) {
  return Error{host.empty() ? "the archive has no primitives"
                            : "the archive has no primitives of the machine '" + host + "'",
               "", "keep some on that machine: tare calibrate --primitives --archive usual"};
}

} // namespace

bool isPrimitivesFile(const std::string &path) {
  std::string begin = isFolder(path) ? "" : beginOfFile(path, 65536);
  return begin.find("\"tare.primitives/") != std::string::npos;
}

Result<std::string> addPrimitivesFile(Archive &archive, const std::string &file) {
  TARE_TRY(StoredPrimitives stored, readPrimitives(file));
  if (stored.host.empty())
    return Error{"the file does not say which machine was measured", file,
                 "measure again there: tare calibrate --primitives --again --json"};
  std::string key(trimText(json::write(
      PrimitivesKey{stored.primitives.compiler, stored.primitives.flags}, primitivesKeyRows, -1)));
  std::vector<KeptPrimitive> kept;
  for (const PrimitiveTime &time : stored.primitives.times)
    kept.push_back({stored.host, stored.key["cpu"], key, time.loop, std::to_string(time.bytes),
                    time.threads, time.time_ns * seconds_of_ns, time.least_ns * seconds_of_ns,
                    time.median_ns * seconds_of_ns});
  TARE_TRY(size_t stayed, keepPrimitiveTimes(archive, kept));
  return printable(stored.host) + ": " +
         numberOf(static_cast<int64_t>(kept.size() - stayed), "primitive") + " kept, " +
         printable(stored.primitives.compiler + " " + stored.primitives.flags) +
         (stayed ? "; " + std::to_string(stayed) + " were there already and stay as they are"
                 : "") +
         "\n";
}

Result<std::string> primitivesText(Archive &archive, const std::string &host) {
  TARE_TRY(std::vector<KeptSet> sets, setsOf(archive, host));
  if (sets.empty())
    return noneKept(host);
  std::vector<std::vector<std::string>> lines = {
      {"machine", "cpu", "compiler", "flags", "threads", "loops", "sizes"}};
  for (const KeptSet &each : sets)
    lines.push_back({each.host, each.cpu, each.primitives.compiler, each.primitives.flags,
                     threadsText(each.primitives), std::to_string(each.primitives.loops().size()),
                     std::to_string(each.primitives.sizes().size())});
  return foldedText(lines, {});
}

Result<int> writePrimitivesFiles(Archive &archive, const std::string &host,
                                 const std::string &folder) {
  TARE_TRY(std::vector<KeptSet> sets, setsOf(archive, host));
  if (sets.empty())
    return noneKept(host);
  TARE_DO(makeFolder(folder, 0700));
  int written = 0;
  for (KeptSet &each : sets) {
    StoredPrimitives stored;
    stored.host = each.host;
    stored.key = {{"cpu", each.cpu},
                  {"compiler", each.primitives.compiler},
                  {"flags", each.primitives.flags},
                  {"threads", threadsText(each.primitives)}};
    stored.primitives = std::move(each.primitives);
    TARE_DO(keepPrimitives(folder + "/" + std::to_string(++written) + ".json", stored));
  }
  return written;
}

} // namespace tare
