// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/job_messages.h"

#include "base/files.h"
#include "base/text.h"
#include "driver/runs/srun_mpi.h"

#include <algorithm>
#include <set>

namespace tare {

std::vector<MessageFile> messageFilesIn(const std::string &folder) {
  std::vector<MessageFile> files;
  for (const std::string &name : listFolder(folder))
    if (startsWith(name, "messages."))
      if (auto owner = ownerOfMessageFile(folder + "/" + name))
        files.push_back({folder + "/" + name, *owner});
  return files;
}

std::string messagesOf(const RankFiles &rank, const std::vector<MessageFile> &files) {
  uint64_t pid = rank.profile ? rank.profile->pid : rank.window ? rank.window->pid : 0;
  for (const MessageFile &file : files)
    if (file.owner.rank == rank.rank && file.owner.pid == pid)
      return file.path;
  return "";
}

static Error thereTwice(int rank, const std::vector<std::string> &command) {
  return {"rank " + std::to_string(rank) +
              " was there more than once: the command starts several jobs",
          quoteCommand(command), "measure each of them by itself"};
}

std::optional<Error> notOneJob(const std::vector<MessageFile> &files,
                               const std::vector<std::string> &command, RunSize size) {
  std::set<int> ranks;
  std::optional<int> twice;
  size_t alone = 0;
  for (const MessageFile &file : files) {
    const MessageFileOwner &owner = file.owner;
    if (owner.is_spawned)
      return Error{"the job starts further processes (MPI_Comm_spawn), and a table of a job has "
                   "those that its launcher starts",
                   quoteCommand(command), "let the launcher start all of them"};
    alone += owner.ranks == 1;
    if (!ranks.insert(owner.rank).second && !twice)
      twice = owner.rank;
  }
  if (size.ranks > 1 && alone > 1 && alone == files.size())
    return Error{std::to_string(alone) +
                     " processes were started, and MPI says that each is a job "
                     "of 1 rank: " +
                     (isBySrun(command) ? "srun tells them of each other in a way that their MPI "
                                          "does not know"
                                        : "the launcher does not belong to the program's MPI"),
                 quoteCommand(command),
                 isBySrun(command)
                     ? srunAdvice()
                     : "start it by the mpirun or mpiexec of the MPI that it was built with"};
  return twice ? std::optional(thereTwice(*twice, command)) : std::nullopt;
}

std::optional<Error> severalJobs(const std::vector<std::shared_ptr<const Profile>> &profiles,
                                 const std::vector<std::string> &command) {
  std::set<std::pair<int, std::string>> programs;
  for (const auto &profile : profiles)
    if (profile->rank >= 0 && profile->regions > 0 &&
        !programs.insert({profile->rank, profile->program}).second)
      return thereTwice(profile->rank, command);
  return std::nullopt;
}

} // namespace tare
