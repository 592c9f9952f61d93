// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/lost_ranks.h"

#include "base/text.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace tare {
namespace {

constexpr uint64_t most_number = 1000000000;

/// The whole number behind `words` in a line. Nothing: they are not there, or no such number.
std::optional<uint64_t> numberBehind(std::string_view line, std::string_view words) {
  size_t at = line.find(words);
  if (at == std::string_view::npos)
    return std::nullopt;
  at = line.find_first_not_of(' ', at + words.size());
  uint64_t number = 0;
  size_t digits = 0;
  for (; at < line.size() && line[at] >= '0' && line[at] <= '9' && number < most_number; ++at) {
    number = number * 10 + static_cast<uint64_t>(line[at] - '0');
    ++digits;
  }
  return digits > 0 && number < most_number ? std::optional(number) : std::nullopt;
}

std::string signalText(uint64_t number) {
  return "signal " + std::to_string(number) + " (" + ::strsignal(static_cast<int>(number)) + ")";
}

/// As a shell and launchers have it: 128 and more are signals.
std::string statusText(uint64_t status) {
  return status > 128 && status < 128 + 65 ? signalText(status - 128)
                                           : "exit status " + std::to_string(status);
}

class LauncherText {
public:
  explicit LauncherText(const std::map<uint64_t, int> &ranks) : ranks_(ranks) {}

  void read(std::string_view line) {
    readOpenMpi(line);
    readMpich(line);
    readSlurm(line);
  }
  const std::vector<LostRank> &lost() const { return lost_; }

private:
  /// "mpirun noticed that process rank 1 with PID 7 on node n exited on signal 9 (Killed)."
  /// "Process name: [[5,1],1]", and behind it "Exit code: 3".
  void readOpenMpi(std::string_view line) {
    if (auto rank = numberBehind(line, "noticed that process rank ")) {
      auto signal = numberBehind(line, "exited on signal ");
      add(*rank, signal ? signalText(*signal) : "");
    }
    if (size_t at = line.find("Process name: [["); at != std::string_view::npos)
      if (auto rank = numberBehind(line.substr(at), "],")) {
        add(*rank, "");
        waits_for_status_ = true;
      }
    if (auto status = numberBehind(line, "Exit code: "); status && waits_for_status_)
      tellStatus(statusText(*status));
  }

  /// "=   PID 7 RUNNING AT n", and behind it "=   EXIT CODE: 9".
  void readMpich(std::string_view line) {
    if (line.find(" RUNNING AT ") != std::string_view::npos)
      if (auto pid = numberBehind(line, "PID ")) {
        auto rank = ranks_.find(*pid);
        if (rank != ranks_.end())
          add(static_cast<uint64_t>(rank->second), "");
        else
          lost_.push_back({-1, "", *pid});
        waits_for_status_ = true;
      }
    if (auto status = numberBehind(line, "EXIT CODE: "); status && waits_for_status_)
      tellStatus(statusText(*status));
    // It says exit code 9 of what signal 9 has ended.
    if (auto signal = numberBehind(line, "(signal "); signal && !lost_.empty())
      if (line.find("EXIT STRING: ") != std::string_view::npos)
        lost_.back().how = signalText(*signal);
  }

  /// "srun: error: n: task 1: Killed", "tasks 0-1: Exited with exit code 3".
  void readSlurm(std::string_view line) {
    size_t at = line.find(": task ");
    if (line.find("srun: error: ") == std::string_view::npos || at == std::string_view::npos)
      return;
    auto rank = numberBehind(line.substr(at), ": task ");
    auto status = numberBehind(line, "Exited with exit code ");
    size_t word = line.find(": ", at + 2);
    if (!rank || word == std::string_view::npos)
      return;
    add(*rank, status ? statusText(*status) : std::string(trimText(line.substr(word + 2))));
  }

  void add(uint64_t rank, const std::string &how) {
    auto number = static_cast<int>(rank);
    if (std::ranges::find(lost_, number, &LostRank::rank) == lost_.end())
      lost_.push_back({number, how});
  }

  void tellStatus(const std::string &how) {
    waits_for_status_ = false;
    if (!lost_.empty() && lost_.back().how.empty())
      lost_.back().how = how;
  }

  const std::map<uint64_t, int> &ranks_;
  std::vector<LostRank> lost_;
  bool waits_for_status_ = false;
};

} // namespace

std::vector<LostRank> lostRanks(std::string_view text, const std::map<uint64_t, int> &ranks) {
  LauncherText reader(ranks);
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    reader.read(text.substr(at, end - at));
    at = end + 1;
  }
  return reader.lost();
}

std::vector<LostRank> lostRanksIn(const std::string &path, const std::map<uint64_t, int> &ranks) {
  constexpr std::streamoff tail = 65536;
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream)
    return {};
  stream.seekg(std::max<std::streamoff>(0, stream.tellg() - tail));
  std::ostringstream text;
  text << stream.rdbuf();
  return lostRanks(text.str(), ranks);
}

std::string lostText(const LostRank &rank) {
  std::string who =
      rank.rank >= 0 ? "rank " + std::to_string(rank.rank)
                     : "process " + std::to_string(rank.process) + " (before it measured anything)";
  return who + (rank.how.empty() ? "" : " by " + rank.how);
}

} // namespace tare
