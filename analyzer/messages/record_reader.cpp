// SPDX-License-Identifier: Apache-2.0
#include "analyzer/messages/record_reader.h"

#include "analyzer/profile/image.h"

#include <utility>

namespace tare {

Error badRecord(uint64_t offset, const std::string &what) {
  return Error{"corrupted: the record at byte " + std::to_string(offset) + " " + what, "",
               "measure again"};
}

Result<void> RecordReader::read(uint64_t offset, std::string_view record) {
  offset_ = offset;
  auto head = recordAt<tare_mf_record>(record, 0);
  thread_ = head.thread;
  switch (head.kind) {
  case TARE_MF_NAME:
    return readName(record);
  case TARE_MF_COMMUNICATOR:
    return readCommunicator(record);
  case TARE_MF_CALL:
    return readCall(record, 0, 0);
  case TARE_MF_POLLS:
    return readPolls(record);
  case TARE_MF_COLLECTIVE:
    return readCollective(record);
  case TARE_MF_NOT_MODELLED:
    threads_[thread_].parts.push_back({.kind = TARE_MF_NOT_MODELLED});
    return {};
  default:
    return readMessage(static_cast<tare_mf_kind>(head.kind), record);
  }
}

Result<void> RecordReader::readName(std::string_view record) {
  auto raw = recordAt<tare_mf_name>(record, 0);
  if (raw.function >= TARE_MF_FUNCTIONS)
    return bad("names function " + std::to_string(raw.function) + ", which there is not");
  if (!log_.functions.emplace(raw.function, fieldText(raw.text, sizeof raw.text)).second)
    return bad("names function " + std::to_string(raw.function) + " again");
  return {};
}

Result<void> RecordReader::readCommunicator(std::string_view record) {
  auto raw = recordAt<tare_mf_communicator>(record, 0);
  if (record.size() < sizeof raw + uint64_t(raw.size) * sizeof(int32_t))
    return bad("has fewer bytes than its " + std::to_string(raw.size) + " members need");
  if (raw.id == 0)
    return bad("describes communicator 0, which stands for none");
  RankCommunicator made{raw.shared, raw.remote, {}};
  for (uint32_t i = 0; i < raw.size; ++i) {
    auto rank = recordAt<int32_t>(record, sizeof raw + i * sizeof(int32_t));
    if (rank != TARE_MF_FOREIGN && (rank < 0 || rank >= log_.size))
      return bad("has a member of rank " + std::to_string(rank) + " in a job of " +
                 std::to_string(log_.size));
    made.ranks.push_back(rank);
  }
  if (!log_.communicators.emplace(raw.id, std::move(made)).second)
    return bad("describes communicator " + std::to_string(raw.id) + " again");
  return {};
}

Result<void> RecordReader::readCall(std::string_view record, uint64_t polls, uint64_t ticks) {
  auto raw = recordAt<tare_mf_call>(record, 0);
  if (!log_.functions.contains(raw.function))
    return bad("is a call of a function without a name");
  if (raw.begin < log_.start_tick || raw.end < raw.begin || raw.end - log_.start_tick > tick_limit)
    return bad("is a call that ends before it begins, or begins before MPI_Init");
  MpiCall call{raw.function, thread_, raw.node, raw.in_region != 0};
  call.begin = static_cast<Ticks>(raw.begin - log_.start_tick);
  call.end = static_cast<Ticks>(raw.end - log_.start_tick);
  OfThread &thread = threads_[thread_];
  if (call.begin < thread.last_end)
    return bad("is a call that begins before the last one of its thread has ended");
  if (ticks > raw.end - raw.begin)
    return bad("has more ticks in its calls than lie between their begin and end");
  thread.last_end = call.end;
  call.site = raw.site;
  call.polls = polls;
  call.in_polls = static_cast<Ticks>(ticks);
  call.first_part = log_.parts.size();
  call.parts = thread.parts.size();
  log_.parts.insert(log_.parts.end(), thread.parts.begin(), thread.parts.end());
  thread.parts.clear();
  thread.posts = thread.received = 0;
  log_.calls.push_back(call);
  return {};
}

Result<void> RecordReader::readPolls(std::string_view record) {
  auto raw = recordAt<tare_mf_polls>(record, 0);
  if (raw.calls == 0)
    return bad("has no calls");
  if (!threads_[thread_].parts.empty())
    return bad("has calls that found nothing, but did something");
  return readCall(record, raw.calls, raw.ticks);
}

Result<void> RecordReader::readMessage(tare_mf_kind kind, std::string_view record) {
  auto raw = recordAt<tare_mf_message>(record, 0);
  if (raw.mode > TARE_MF_READY)
    return bad("has an unknown mode " + std::to_string(raw.mode));
  MessagePart part{.kind = kind, .request = raw.request, .peer = raw.peer, .tag = raw.tag};
  part.communicator = raw.communicator;
  part.mode = static_cast<tare_mf_mode>(raw.mode);
  part.bytes = raw.bytes;
  return addPart(part, threads_[thread_]);
}

Result<void> RecordReader::checkPeer(const MessagePart &part) const {
  bool may_be_any = part.kind == TARE_MF_POST || part.kind == TARE_MF_DROPPED;
  bool is_named = part.peer == TARE_MF_NOBODY || part.peer == TARE_MF_FOREIGN ||
                  (part.peer == TARE_MF_ANY && may_be_any);
  if (!is_named && (part.peer < 0 || part.peer >= log_.size))
    return bad("names rank " + std::to_string(part.peer) + " of a job of " +
               std::to_string(log_.size));
  // 0: of a communicator that the library did not see; its peers are foreign.
  if (part.communicator == 0 ? part.peer >= 0 : !log_.communicators.contains(part.communicator))
    return bad("is of communicator " + std::to_string(part.communicator) +
               ", which no record describes");
  return {};
}

Result<void> RecordReader::open(uint64_t request, Opened kind) {
  if (request && !requests_.emplace(request, kind).second)
    return bad("opens request " + std::to_string(request) + " again");
  return {};
}

/// The end of a request, which one part tells.
Result<void> RecordReader::close(const MessagePart &part) {
  auto open = requests_.find(part.request);
  if (open == requests_.end())
    return bad("ends request " + std::to_string(part.request) + ", which is not open");
  bool is_send = open->second == Opened::Send;
  if ((part.kind == TARE_MF_SENT) != is_send && part.kind != TARE_MF_DROPPED)
    return bad("ends request " + std::to_string(part.request) + " as what it is not");
  requests_.erase(open);
  return {};
}

Result<void> RecordReader::addPart(const MessagePart &part, OfThread &thread) {
  bool of_collective = part.kind == TARE_MF_RECEIVED && requests_.contains(part.request) &&
                       requests_.at(part.request) == Opened::Collective;
  bool of_request = part.request && (part.kind == TARE_MF_SENT || part.kind == TARE_MF_DROPPED);
  if (!of_collective && !of_request) {
    TARE_DO(checkPeer(part));
  }
  if (part.kind == TARE_MF_SEND || part.kind == TARE_MF_POST) {
    TARE_DO(open(part.request, part.kind == TARE_MF_SEND ? Opened::Send : Opened::Receive));
    thread.posts += part.kind == TARE_MF_POST && part.request == 0;
  } else if (part.kind == TARE_MF_RECEIVED && part.request == 0) {
    if (++thread.received > thread.posts)
      return bad("is a message without a receive");
  } else if (part.kind != TARE_MF_PROBED) {
    TARE_DO(close(part));
  }
  thread.parts.push_back(part);
  return {};
}

Result<void> RecordReader::readCollective(std::string_view record) {
  auto raw = recordAt<tare_mf_collective>(record, 0);
  if (raw.shape > TARE_MF_END)
    return bad("has an unknown shape " + std::to_string(raw.shape));
  bool of_all = raw.shape == TARE_MF_START || raw.shape == TARE_MF_END;
  if (!of_all && raw.communicator && !log_.communicators.contains(raw.communicator))
    return bad("is of communicator " + std::to_string(raw.communicator) +
               ", which no record describes");
  if (raw.root < TARE_MF_FOREIGN || raw.root >= log_.size)
    return bad("has the root " + std::to_string(raw.root) + " in a job of " +
               std::to_string(log_.size));
  TARE_DO(open(raw.request, Opened::Collective));
  MessagePart part{.kind = TARE_MF_COLLECTIVE, .request = raw.request};
  part.communicator = raw.communicator;
  part.shape = static_cast<tare_mf_shape>(raw.shape);
  part.root = raw.root;
  part.bytes = raw.sent;
  part.received = raw.received;
  threads_[thread_].parts.push_back(part);
  return {};
}

Result<void> RecordReader::finish() {
  for (const auto &[id, communicator] : log_.communicators)
    if (communicator.remote && !log_.communicators.contains(communicator.remote))
      return Error{"corrupted: communicator " + std::to_string(id) +
                       " has another end that no record describes",
                   "", "measure again"};
  return {};
}

} // namespace tare
