// SPDX-License-Identifier: Apache-2.0
// The records of a message file, one after the other: each is checked against those before it.
#pragma once

#include "analyzer/messages/rank_log.h"

#include <map>
#include <unordered_map>

namespace tare {

/// The error of a file that contradicts itself in a record.
Error badRecord(uint64_t offset, const std::string &what);

class RecordReader {
public:
  explicit RecordReader(RankLog &into) : log_(into) {}

  /// One whole record, at this byte of the file.
  Result<void> read(uint64_t offset, std::string_view record);
  /// Behind the last one.
  Result<void> finish();

private:
  enum class Opened : uint8_t { Send, Receive, Collective };
  struct OfThread {
    std::vector<MessagePart> parts; // of its next call
    size_t posts = 0, received = 0; // without a request
    Ticks last_end = 0;
  };

  Result<void> readName(std::string_view record);
  Result<void> readCommunicator(std::string_view record);
  Result<void> readCall(std::string_view record, uint64_t polls, uint64_t ticks);
  Result<void> readPolls(std::string_view record);
  Result<void> readMessage(tare_mf_kind kind, std::string_view record);
  Result<void> readCollective(std::string_view record);
  Result<void> checkPeer(const MessagePart &part) const;
  Result<void> open(uint64_t request, Opened kind);
  Result<void> close(const MessagePart &part);
  Result<void> addPart(const MessagePart &part, OfThread &thread);
  Error bad(const std::string &what) const { return badRecord(offset_, what); }

  RankLog &log_;
  uint64_t offset_ = 0;
  uint32_t thread_ = 0;
  std::map<uint32_t, OfThread> threads_;
  std::unordered_map<uint64_t, Opened> requests_;
};

} // namespace tare
