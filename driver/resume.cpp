// SPDX-License-Identifier: Apache-2.0
#include "driver/resume.h"

#include "analyzer/launch/launch.h"
#include "base/files.h"
#include "base/text.h"
#include "driver/results/noise.h"
#include "driver/results/schedule.h"
#include "driver/results/source_hashes.h"

#include <cstdio>
#include <vector>

namespace tare {
namespace {

std::string pairsText(const std::map<std::string, std::string> &values) {
  std::vector<std::string> parts;
  for (const auto &[name, value] : values)
    parts.push_back(name + "=" + value);
  return joinText(parts, " ");
}

std::string numbers(const std::vector<int> &values) {
  std::vector<std::string> parts;
  for (int value : values)
    parts.push_back(std::to_string(value));
  return joinText(parts, ",");
}

std::string decimal(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

/// Of the program that a command starts, or of the command's own first word if that is a script.
std::string hashOfProgram(const std::vector<std::string> &command) {
  std::string program = command.empty() ? "" : findProgram(launchedProgram(command));
  return program.empty() ? "" : hashOfFile(program).value_or("");
}

/// Other sources make other programs, so these are named first.
constexpr const char *named_first[] = {"sources", "commands"};

std::string changeIn(const ExperimentIdentity &then, const ExperimentIdentity &now,
                     const std::string &name) {
  auto before = then.find(name), after = now.find(name);
  std::string was = before == then.end() ? "" : before->second;
  std::string is = after == now.end() ? "" : after->second;
  if (was == is)
    return "";
  constexpr size_t shown = 120;
  if (was.size() > shown || is.size() > shown)
    return "other " + name + " than when it was begun";
  return name + " was '" + was + "' when it was begun, and is '" + is + "' now";
}

std::string changeIn(const ExperimentIdentity &then, const ExperimentIdentity &now) {
  for (const char *name : named_first)
    if (std::string change = changeIn(then, now, name); !change.empty())
      return change;
  for (const ExperimentIdentity *side : {&now, &then})
    for (const auto &[name, value] : *side)
      if (std::string change = changeIn(then, now, name); !change.empty())
        return change;
  return "";
}

} // namespace

ExperimentIdentity experimentIdentity(const Manifest &manifest, const Programs &programs,
                                      ExperimentIdentity more) {
  std::map<std::string, std::string> environment;
  for (const auto &[name, value] : manifest.environment)
    if (!startsWith(name, "TARE_"))
      environment[name] = value;
  ExperimentIdentity identity = std::move(more);
  identity["commands"] = pairsText(manifest.commands);
  identity["numbers of threads"] = numbers(manifest.threads);
  identity["numbers of ranks"] = numbers(manifest.ranks) + (manifest.same_ranks ? ", fixed" : "");
  identity["--repeat"] = std::to_string(manifest.repeat_given ? manifest.repeat : 0);
  identity["--precision"] = decimal(manifest.precision);
  identity["--quick"] = manifest.quick ? "yes" : "no";
  identity["parameters"] = pairsText(manifest.parameters);
  identity["OpenMP environment"] = pairsText(environment);
  identity["host"] = manifest.machine.host;
  identity["processor"] = manifest.machine.cpu;
  for (const char *role :
       {role::serial, role::parallel, role::instrumented, role::serial_instrumented, role::ignored})
    if (!programs.of(role).empty())
      identity["the " + programTitle(role) + "'s file"] = hashOfProgram(programs.of(role));
  return identity;
}

Result<Manifest> resumedManifest(const std::string &folder, const ExperimentIdentity &now) {
  TARE_TRY(Manifest manifest, readManifest(folder));
  if (manifest.ended)
    return Error{"this experiment has ended: there is nothing to go on with", folder,
                 "tare report shows it; without --resume a new one begins"};
  if (manifest.redacted)
    return Error{"was made with --redact, and does not tell what was asked, so it cannot go on",
                 folder, "begin a new experiment"};
  if (manifest.identity.empty())
    return Error{"it does not say what it was begun with, so it cannot go on", folder,
                 "begin a new experiment, without --resume"};
  if (std::string change = changeIn(manifest.identity, now); !change.empty())
    return Error{"the experiment cannot go on: " + change, folder,
                 "set that back, or begin a new experiment, without --resume"};
  while (!manifest.runs.empty() && (manifest.interrupted || failed(manifest.runs.back()))) {
    char name[24];
    std::snprintf(name, sizeof name, "/runs/%03d", manifest.runs.back().number);
    removeTree(folder + name);
    manifest.runs.pop_back();
    manifest.interrupted = false;
  }
  return manifest;
}

} // namespace tare
