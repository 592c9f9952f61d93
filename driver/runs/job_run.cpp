// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/job_run.h"

#include "analyzer/launch/launch.h"
#include "base/files.h"
#include "base/lists.h"
#include "base/text.h"
#include "driver/results/noise.h"
#include "driver/runs/job_messages.h"
#include "driver/runs/job_ranks.h"
#include "driver/runs/lost_ranks.h"

#include <map>

namespace tare {
namespace {

/// Indices of all programs that a launcher starts: mpirun -n 1 ./a : -n 3 ./b.
std::vector<size_t> programsOf(const Launch &launch) {
  std::vector<size_t> programs = {launch.program};
  const std::vector<std::string> &words = launch.words;
  for (size_t colon = launch.program; colon < words.size(); ++colon) {
    if (words[colon] != ":" || launch.through.empty())
      continue;
    std::vector<std::string> next = {"mpirun"};
    next.insert(next.end(), words.begin() + static_cast<std::ptrdiff_t>(colon) + 1, words.end());
    if (size_t program = launchHere(next).program; program > 0 && program < next.size())
      programs.push_back(colon + program); // else it is an argument of the program
  }
  return programs;
}

/// A rank that started several programs with probes.
void warnOfSeveral(RunResult &result) {
  std::map<int, size_t> counts;
  for (const auto &profile : result.profiles)
    if (profile->regions > 0)
      ++counts[profile->rank];
  for (auto [rank, count] : counts)
    if (count > 1 && rank >= 0) {
      result.warnings.push_back("rank " + std::to_string(rank) + " left " + std::to_string(count) +
                                " profiles; the process with most regions is taken");
      return;
    }
}

/// Rank of each process that says it.
std::map<uint64_t, int> ranksByProcess(const std::vector<Window> &windows,
                                       const std::vector<MessageFile> &files,
                                       const RunResult &result) {
  std::map<uint64_t, int> ranks;
  for (const Window &window : windows)
    if (window.rank >= 0)
      ranks[window.pid] = window.rank;
  for (const MessageFile &file : files)
    ranks[file.owner.pid] = file.owner.rank;
  for (const auto &profile : result.profiles)
    if (profile->rank >= 0)
      ranks[profile->pid] = profile->rank;
  return ranks;
}

/// Of a job that failed: what is known of ranks that ended it. MPICH tells that on the standard
/// output.
std::string lostRanksOf(const RunResult &result, const std::map<uint64_t, int> &ranks) {
  std::vector<std::string> texts;
  for (const char *output : {"/stderr", "/stdout"})
    for (const LostRank &rank : lostRanksIn(result.folder + output, ranks))
      addOnce(texts, lostText(rank));
  return texts.empty() ? "" : joinText(texts, ", ");
}

} // namespace

std::vector<std::string> preloadedIntoRanks(const std::vector<std::string> &argv,
                                            const RunSetting &setting) {
  Launch launch = launchHere(argv);
  std::vector<std::string> words = launch.words;
  std::string theirs = ownPreload(setting.window_library);
  if (auto own = launch.environment.find("LD_PRELOAD"); own != launch.environment.end())
    theirs = setting.window_library + ":" + own->second;
  std::vector<size_t> programs = programsOf(launch);
  for (auto program = programs.rbegin(); program != programs.rend(); ++program)
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(*program),
                 {"env", "LD_PRELOAD=" + setting.message_library + ":" + theirs});
  return words;
}

void takeRanks(const std::vector<Window> &windows, const RunSetting &setting, RunResult &result) {
  RunRecord &record = result.record;
  std::vector<MessageFile> files = messageFilesIn(result.folder);
  if (failed(record))
    record.lost = lostRanksOf(result, ranksByProcess(windows, files, result));
  std::optional<Error> other = notOneJob(files, record.argv, record.size());
  if (!other)
    other = severalJobs(result.profiles, record.argv);
  Result<std::vector<RankFiles>> ranks =
      other ? Result<std::vector<RankFiles>>(*other)
            : jobRanks(windows, result.profiles, record.argv, record.size());
  if (!ranks.ok()) {
    if (!result.error && !failed(record))
      result.error = ranks.error();
    else if (isProbed(record.role) && record.lost.empty() &&
             !ranksByProcess(windows, files, result).empty())
      record.lost = ranks.error().message;
    record.profile.clear(); // no part stands for the whole
    return;
  }
  warnOfSeveral(result);
  result.window = jobWindow(ranks.value());
  record.of_ranks = rankRecords(ranks.value());
  for (size_t i = 0; i < record.of_ranks.size(); ++i) {
    RankRecord &rank = record.of_ranks[i];
    const RankFiles &found = ranks.value()[i];
    if (const auto &profile = found.profile)
      rank.profile = profile == result.profile
                         ? record.profile
                         : profilePath(setting, result, *profile, "profile-" + std::to_string(i));
    std::string messages = messagesOf(found, files);
    if (!messages.empty())
      rank.messages = relativeTo(messages, setting.folder);
  }
}

} // namespace tare
