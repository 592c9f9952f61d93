// SPDX-License-Identifier: Apache-2.0
// The message files that a run left: whose they are, and whether all are of one job.
//
//   files of the run's folder -> [job messages] -> run_once
#pragma once

#include "analyzer/messages/rank_log.h"
#include "driver/runs/job_ranks.h"

namespace tare {

struct MessageFile {
  std::string path;
  MessageFileOwner owner;
};

std::vector<MessageFile> messageFilesIn(const std::string &folder);

/// The file of a rank; empty: it left none. Processes of several hosts may have one number.
std::string messagesOf(const RankFiles &rank, const std::vector<MessageFile> &files);

/// What MPI says of its ranks, where that is no job of `size.ranks`: each process a job of its own
/// (the launcher is another MPI's), several jobs, or processes that the job started itself.
std::optional<Error> notOneJob(const std::vector<MessageFile> &files,
                               const std::vector<std::string> &command, RunSize size);

/// The same of a job whose messages were not recorded: a rank that executed one program twice.
std::optional<Error> severalJobs(const std::vector<std::shared_ptr<const Profile>> &profiles,
                                 const std::vector<std::string> &command);

} // namespace tare
