// SPDX-License-Identifier: Apache-2.0
// The manifest as JSON. What is read is untrusted: types, ranges and paths are checked here, and
// nothing in it is ever executed.
#include "base/formats/formats.h"
#include "driver/results/results.h"

#include "analyzer/ledger/ledger_fields.h"
#include "base/files.h"
#include "driver/results/redaction.h"
#include "driver/results/schedule.h"

namespace tare {
namespace {

using json::Fields;
using json::Whole;
using Strings = std::map<std::string, std::string>;

constexpr uint64_t largest_manifest = uint64_t(64) << 20;
constexpr int ranks_limit = 100000;
constexpr Whole any_threads{1, 10000000}, any_ranks{0, ranks_limit}, any_repetition{0, 1000000},
    any_status{0, 255};
constexpr json::Number quantity{0, 1e15}; // every number of a manifest is a time or a rate

/// A path that stays below the folder that it is relative to.
bool isInnerPath(const std::string &path) {
  if (path.empty() || path[0] == '/' || path.find('\0') != std::string::npos)
    return false;
  for (size_t start = 0; start <= path.size();) {
    size_t end = std::min(path.find('/', start), path.size());
    std::string part = path.substr(start, end - start);
    if (part.empty() || part == "..")
      return false;
    start = end + 1;
  }
  return true;
}

void countsFields(Fields &io, RunCounts &counts) { countFields(io, counts, quantity); }

constexpr Whole any_ticks{0, int64_t(1) << 62};

void rankFields(Fields &io, RankRecord &rank) {
  io.required("rank", rank.rank, Whole{0, ranks_limit - 1});
  io.required("host", rank.host);
  io.required("window_ticks", rank.window_ticks, any_ticks);
  io.required("begin_tick", rank.begin_tick, Whole{0, INT64_MAX});
  io.required("profile", rank.profile);
  io.check(rank.profile.empty() || isInnerPath(rank.profile), "leads out of the folder", "profile");
  io.optional("messages", rank.messages);
  io.check(rank.messages.empty() || isInnerPath(rank.messages), "leads out of the folder",
           "messages");
}

void runFields(Fields &io, RunRecord &run) {
  io.required("number", run.number);
  io.required("tuple", run.repetition, any_repetition);
  io.required("role", run.role);
  io.check(isRole(run.role), "is no role of a program", "role");
  io.required("threads", run.threads, any_threads);
  io.optional("ranks", run.ranks, any_ranks);
  io.required("argv", run.argv);
  io.required("exit_status", run.exit_status, any_status);
  io.later("expected_status", run.expected_status, any_status);
  io.required("signal", run.signal, Whole{0, 128});
  io.required("timed_out", run.timed_out);
  io.required("wall_s", run.wall_s, quantity);
  io.later("cpu_s", run.cpu_s, quantity);
  io.later("window_cpu_s", run.window_cpu_s, quantity);
  io.required("window_ticks", run.window_ticks, any_ticks);
  io.required("window_source", run.window_source);
  io.required("runq_s", run.runq_s, quantity);
  io.later("threads_alive", run.threads_alive);
  io.later("counts", run.counts, countsFields);
  io.required("foreign_cpu_s", run.foreign_cpu_s, quantity);
  io.required("register_probe_s", run.register_probe_s, quantity);
  io.required("memory_probe_s", run.memory_probe_s, quantity);
  io.required("profile", run.profile);
  io.check(run.profile.empty() || isInnerPath(run.profile), "leads out of the folder", "profile");
  io.optional("of_ranks", run.of_ranks, rankFields);
  io.optional("lost", run.lost);
  io.required("accepted", run.accepted);
  io.optional("output", run.output);
}

using Predicted = std::pair<int, double>; // p, seconds

void predictedFields(Fields &io, Predicted &predicted) {
  io.required("threads", predicted.first, any_threads);
  io.required("predicted_s", predicted.second, quantity);
}

void sources(Fields &io, Strings &sources) {
  io.required("sources", sources);
  for (const auto &[path, hash] : sources)
    io.check(isInnerPath(path), "has a path that leads out of the folder", "sources");
}

void manifestFields(Fields &io, Manifest &manifest) {
  io.schema(formats::manifest);
  io.required("program", manifest.program);
  io.required("reference", manifest.reference);
  bool known = manifest.reference == "serial" || manifest.reference == "omp_1" ||
               manifest.reference == "none";
  io.check(known, "is none of serial, omp_1, none", "reference");
  io.required("started_utc", manifest.started_utc);
  io.required("command_line", manifest.command_line);
  io.required("commands", manifest.commands);
  io.required("compile", manifest.compile);
  io.required("parameters", manifest.parameters);
  io.required("environment", manifest.environment);
  io.later("probed_environment", manifest.probed_environment);
  sources(io, manifest.sources);
  io.later("same_source", manifest.same_source);
  io.later("left_out", manifest.missing_roles);
  io.later("identity", manifest.identity);
  io.required("threads", manifest.threads, any_threads);
  io.optional("ranks", manifest.ranks, Whole{1, ranks_limit});
  io.optional("same_ranks", manifest.same_ranks);
  io.required("repeat", manifest.repeat, Whole{1, any_repetition.high});
  io.later("repeat_given", manifest.repeat_given);
  io.later("precision", manifest.precision, quantity);
  io.later("quick", manifest.quick);
  io.later("null_from", manifest.null_from, Whole{0, any_repetition.high});
  io.later("compare", manifest.compare);
  io.required("check", manifest.check);
  io.later("check_ignore", manifest.check_ignore);
  io.optional("check_tolerance", manifest.check_tolerance, quantity);
  io.optional("outputs", manifest.outputs, outputsFields);
  io.later("ended", manifest.ended);
  io.later("interrupted", manifest.interrupted);
  io.optional("redacted", manifest.redacted);
  std::vector<Predicted> predicted(manifest.predicted_s.begin(), manifest.predicted_s.end());
  io.later("predicted", predicted, predictedFields);
  manifest.predicted_s = {predicted.begin(), predicted.end()};
  io.required("source_root", manifest.source_root);
  bool rooted = manifest.source_root.empty() || manifest.source_root[0] == '/';
  io.check(rooted, "is no absolute path", "source_root");
  io.later("started_in", manifest.started_in);
  io.required("machine", manifest.machine, machineFields);
  io.later("openmp_runtime", manifest.openmp_runtime, openMPRuntimeFields);
  io.optional("build", manifest.build, buildFields);
  io.required("runs", manifest.runs, runFields);
  io.later("pilots", manifest.pilots, runFields);
  io.required("warnings", manifest.warnings);
}

std::string manifestPath(const std::string &folder) { return folder + "/manifest.json"; }

} // namespace

Result<void> writeManifest(const std::string &folder, const Manifest &manifest) {
  return writeFileAtomic(
      manifestPath(folder),
      json::write(manifest.redacted ? redacted(manifest) : manifest, manifestFields), 0600);
}

Result<Manifest> readManifest(const std::string &folder) {
  std::string path = manifestPath(folder);
  if (Result<Descriptor> file = openFile(path); !file.ok())
    return Error{"no results of tare here: " + file.error().message, path,
                 "name a results folder, such as tare-results/tare-..."};
  return json::readFrom(path, largest_manifest,
                        "is not a manifest that can be trusted: ", manifestFields);
}

} // namespace tare
