// SPDX-License-Identifier: Apache-2.0
// jobs_network NETWORK LATENCY_US MB_S [spin|yield] FOLDER...: of each folder with the message
// files of a job, a line: seconds between MPI_Init and MPI_Finalize, seconds that the replay
// predicts with messages of at least that latency and bandwidth (0: as measured), messages, bytes,
// seconds of a replay with nothing changed. In place of these two: `to NETWORK`, the table of
// another network. With spin or yield all ranks of a node share one core then; with
// from-spin or from-yield they did so when they were measured, and each has its own then.
#include "analyzer/jobs/rank_placement.h"
#include "analyzer/jobs/replay_job.h"
#include "analyzer/jobs/shared_processors.h"
#include "base/files.h"
#include "base/text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace tare;

namespace {

Result<Job> jobIn(const std::string &folder) {
  std::vector<RankLog> logs;
  for (const std::string &name : listFolder(folder))
    if (startsWith(name, "messages.")) {
      TARE_TRY(RankLog log, readRankLogFile(folder + "/" + name));
      logs.push_back(std::move(log));
    }
  if (logs.empty())
    return Error{"there are no message files", folder};
  TARE_TRY(Matching matching, matchMessages(logs));
  return makeJob(logs, matching, alignClocks(logs, matching));
}

/// From the last rank's end of MPI_Init to the last one's call of MPI_Finalize.
double secondsBetween(const Job &job, const std::vector<std::vector<CallTimes>> &calls) {
  double begin = 0, end = 0;
  for (size_t rank = 0; rank < job.ranks.size(); ++rank) {
    begin = std::max(begin, calls[rank].front().end);
    end = std::max(end, calls[rank].back().begin);
  }
  return (end - begin) / job.ticks_per_second;
}

std::vector<std::vector<CallTimes>> measuredTimes(const Job &job) {
  std::vector<std::vector<CallTimes>> times;
  for (const JobRank &rank : job.ranks) {
    times.emplace_back();
    for (const JobCall &call : rank.calls)
      times.back().push_back({static_cast<double>(call.begin), static_cast<double>(call.end)});
  }
  return times;
}

double bytesOf(const Job &job) {
  double bytes = 0;
  for (const JobMessage &message : job.messages)
    bytes += static_cast<double>(message.bytes);
  for (const JobMeeting &meeting : job.meetings)
    bytes += static_cast<double>(meeting.bytes);
  return bytes;
}

/// How ranks wait that share a core of their node then, or did so when they were measured; none:
/// each has its own.
struct Sharing {
  std::optional<RankWaits> then, before;
};

void predict(const Job &job, const Network &now, const Network &then, const Sharing &sharing) {
  JobPlacement apart = measuredPlacement(job), shared = onSameNodes(job, 1);
  const JobPlacement &was = sharing.before ? shared : apart, &is = sharing.then ? shared : apart;
  double turn = now.shared.turn_s * job.ticks_per_second;
  auto policy = [&](std::optional<RankWaits> waits) {
    return waits ? ReplayPolicy{.waits = *waits, .turn = turn} : ReplayPolicy{};
  };
  DurationRules rules{.network = &now, .fixes_start_and_end = true};
  JobDurations measured = measuredDurations(job, rules);
  if (sharing.before)
    measured = inProcessorTime(job, std::move(measured), {was, *sharing.before, turn, &now});
  JobTimes same = replayJob(job, measured, was, policy(sharing.before));
  JobTimes other =
      replayJob(job, onNetwork(job, measured, now, was, then, is), is, policy(sharing.then));
  std::printf("%.6f %.6f %zu %.0f %.6f\n", secondsBetween(job, measuredTimes(job)),
              secondsBetween(job, other.calls), job.messages.size() + job.meetings.size(),
              bytesOf(job), secondsBetween(job, same.calls));
}

std::optional<RankWaits> waitsIn(const std::string &word) {
  if (word == "spin")
    return RankWaits::Spins;
  return word == "yield" ? std::optional(RankWaits::Leaves) : std::nullopt;
}

Result<Network> networkThen(const Network &now, const std::string &first,
                            const std::string &second) {
  if (first == "to")
    return readNetworkFile(second);
  double latency = 1e-6 * std::atof(first.c_str()), mb_s = std::atof(second.c_str());
  return limitedNetwork(now, latency, mb_s > 0 ? 1e-6 / mb_s : 0);
}

int fail(const Error &error) {
  std::fprintf(stderr, "%s\n", error.text().c_str());
  return 1;
}

} // namespace

int main(int count, char **words) {
  if (count < 5)
    return 2;
  Result<Network> now = readNetworkFile(words[1]);
  if (!now.ok())
    return fail(now.error());
  Result<Network> then = networkThen(now.value(), words[2], words[3]);
  if (!then.ok())
    return fail(then.error());
  std::string word = words[4], from = "from-";
  bool is_from = startsWith(word, from);
  std::optional<RankWaits> waits = waitsIn(is_from ? word.substr(from.size()) : word);
  Sharing sharing = is_from ? Sharing{{}, waits} : Sharing{waits, {}};
  for (int i = waits ? 5 : 4; i < count; ++i) {
    Result<Job> job = jobIn(words[i]);
    if (!job.ok())
      return fail(job.error());
    predict(job.value(), now.value(), then.value(), sharing);
  }
}
