// SPDX-License-Identifier: Apache-2.0
#include "analyzer/messages/matching.h"

#include "analyzer/messages/meetings.h"
#include "analyzer/messages/part_order.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tare {

namespace {

struct SendSide {
  MpiCallPlace begin;
  std::optional<MpiCallPlace> end; // of its request
  const MessagePart *part = nullptr;
  bool has_request = false;
};

struct ReceiveSide {
  MpiCallPlace post;
  std::optional<MpiCallPlace> end; // none: dropped, or the log ends before
  const MessagePart *posted = nullptr;
  std::vector<MpiCallPlace> probed;
  uint64_t bytes = 0;
  bool dropped = false;
};

struct Lane {
  std::vector<SendSide> sends;
  std::vector<ReceiveSide> receives; // in the order of posting; dropped ones among them
};

/// Where a request ended.
struct RequestEnd {
  MpiCallPlace at;
  const MessagePart *part = nullptr;
};

class MessageMatcher {
public:
  MessageMatcher(const std::vector<RankLog> &logs, Matching &matching)
      : logs_(logs), matching_(matching) {
    for (uint32_t log = 0; log < logs.size(); ++log)
      log_of_[logs[log].rank] = log;
  }

  void run() {
    for (uint32_t log = 0; log < logs_.size(); ++log)
      readLog(log);
    for (auto &[lane, sides] : lanes_)
      pairUp(lane, sides);
  }

private:
  void readLog(uint32_t number) {
    const RankLog &log = logs_[number];
    findEnds(number);
    forEachPart(log, [&](const MessagePart &part, size_t call) {
      MpiCallPlace at{number, call};
      matching_.not_modelled += part.kind == TARE_MF_NOT_MODELLED;
      if (part.kind == TARE_MF_SEND)
        addSend(part, at);
      else if (part.kind == TARE_MF_POST)
        addReceive(part, at);
      else if (part.kind == TARE_MF_PROBED && part.peer >= 0)
        if (std::optional<MessageLane> lane = laneOf(part, part.peer, log.rank))
          probes_[*lane].push_back(at);
    });
    probes_.clear();
  }

  /// Of requests by their number; of blocking receives in the order of their posts in the call.
  void findEnds(uint32_t number) {
    const RankLog &log = logs_[number];
    ends_.clear();
    blocking_.clear();
    for (size_t call = 0; call < log.calls.size(); ++call)
      for (size_t i = 0; i < log.calls[call].parts; ++i) {
        const MessagePart &part = log.parts[log.calls[call].first_part + i];
        bool is_end = part.kind == TARE_MF_RECEIVED || part.kind == TARE_MF_SENT ||
                      part.kind == TARE_MF_DROPPED;
        if (is_end && part.request)
          ends_[part.request] = {{number, call}, &part};
        else if (is_end)
          blocking_[call].push_back(&part);
      }
  }

  std::optional<MessageLane> laneOf(const MessagePart &part, int32_t from, int32_t to) const {
    const RankLog &log = logs_[log_of_.at(part.kind == TARE_MF_SEND ? from : to)];
    std::optional<uint64_t> shared = sharedId(log, part.communicator);
    if (!shared)
      return {};
    return MessageLane{*shared, from, to, part.tag};
  }

  /// Whether the other end can be known; counts it else.
  bool hasPeer(int32_t peer, const std::optional<MessageLane> &lane,
               std::array<uint64_t, unmatched_reasons> &counts) const {
    if (peer == TARE_MF_NOBODY)
      return false;
    bool is_known = peer >= 0 && lane && log_of_.contains(peer);
    if (!is_known)
      ++counts[size_t(peer == TARE_MF_FOREIGN ? Unmatched::Foreign
                      : peer < 0 || !lane     ? Unmatched::Unknown
                                              : Unmatched::RankMissing)];
    return is_known;
  }

  void addSend(const MessagePart &part, MpiCallPlace at) {
    SendSide side{at, {}, &part, part.request != 0};
    auto end = ends_.find(part.request);
    if (part.request && end != ends_.end() && end->second.part->kind == TARE_MF_SENT)
      side.end = end->second.at;
    std::optional<MessageLane> lane;
    if (part.peer >= 0)
      lane = laneOf(part, logs_[at.log].rank, part.peer);
    if (hasPeer(part.peer, lane, matching_.sends))
      lanes_[*lane].sends.push_back(side);
  }

  /// The end of a receive that was posted in this call; null: it is not seen.
  const MessagePart *endOf(const MessagePart &post, MpiCallPlace at, MpiCallPlace &where) {
    where = at;
    if (post.request) {
      auto end = ends_.find(post.request);
      where = end == ends_.end() ? at : end->second.at;
      return end == ends_.end() ? nullptr : end->second.part;
    }
    auto &waiting = blocking_[at.call];
    if (waiting.empty())
      return nullptr;
    const MessagePart *end = waiting.front();
    waiting.erase(waiting.begin());
    return end;
  }

  void addReceive(const MessagePart &post, MpiCallPlace at) {
    MpiCallPlace where;
    const MessagePart *end = endOf(post, at, where);
    bool is_whole = end && end->kind == TARE_MF_RECEIVED;
    ReceiveSide side{
        at, is_whole ? std::optional(where) : std::nullopt, &post, {}, 0, end && !is_whole};
    const MessagePart &known = is_whole ? *end : post;
    if (!is_whole && (post.peer == TARE_MF_ANY || post.tag == TARE_MF_ANY)) {
      ++matching_.receives[size_t(side.dropped ? Unmatched::Dropped : Unmatched::LogEnds)];
      return;
    }
    MessagePart of = known;
    of.kind = TARE_MF_POST;
    of.communicator = post.communicator;
    std::optional<MessageLane> lane;
    if (of.peer >= 0)
      lane = laneOf(of, of.peer, logs_[at.log].rank);
    if (!hasPeer(of.peer, lane, matching_.receives))
      return;
    side.bytes = known.bytes;
    if (is_whole)
      side.probed = std::exchange(probes_[*lane], {});
    lanes_[*lane].receives.push_back(std::move(side));
  }

  /// A freed receive still gets its message, a cancelled one does not, and both look alike: as many
  /// of them got one as there are sends too many.
  static std::vector<ReceiveSide> thoseThatGot(const Lane &lane) {
    size_t whole = static_cast<size_t>(std::ranges::count_if(
        lane.receives, [](const auto &side) { return side.end.has_value(); }));
    size_t more = lane.sends.size() > whole ? lane.sends.size() - whole : 0;
    std::vector<ReceiveSide> got;
    for (const ReceiveSide &side : lane.receives)
      if (side.end || more > 0) {
        more -= !side.end;
        got.push_back(side);
      }
    return got;
  }

  bool endsEarly(int32_t rank) const {
    const RankLog &log = logs_[log_of_.at(rank)];
    return log.is_full || !log.is_closed;
  }

  void pairUp(const MessageLane &lane, Lane &sides) {
    std::vector<ReceiveSide> receives = thoseThatGot(sides);
    size_t pairs = std::min(receives.size(), sides.sends.size());
    for (size_t k = 0; k < pairs; ++k)
      if (receives[k].end)
        join(lane, sides.sends[k], receives[k]);
      else
        ++matching_.sends[size_t(receives[k].dropped ? Unmatched::Dropped : Unmatched::LogEnds)];
    Unmatched of_send = endsEarly(lane.to) ? Unmatched::LogEnds : Unmatched::Alone;
    Unmatched of_receive = endsEarly(lane.from) ? Unmatched::LogEnds : Unmatched::Alone;
    matching_.sends[size_t(of_send)] += sides.sends.size() - pairs;
    matching_.receives[size_t(of_receive)] += receives.size() - pairs;
    matching_.receives[size_t(Unmatched::Dropped)] += sides.receives.size() - receives.size();
  }

  void join(const MessageLane &lane, const SendSide &send, const ReceiveSide &receive) {
    MatchedMessage message{send.begin, receive.post,   *receive.end,
                           send.end,   receive.probed, lane.communicator,
                           lane.tag,   receive.bytes,  send.part->mode};
    message.any_source = receive.posted->peer == TARE_MF_ANY;
    message.any_tag = receive.posted->tag == TARE_MF_ANY;
    message.ends_unseen = send.has_request && !send.end;
    matching_.messages.push_back(std::move(message));
  }

  const std::vector<RankLog> &logs_;
  Matching &matching_;
  std::unordered_map<int32_t, uint32_t> log_of_;
  std::map<MessageLane, Lane> lanes_;
  std::map<MessageLane, std::vector<MpiCallPlace>> probes_; // of the log that is read
  std::unordered_map<uint64_t, RequestEnd> ends_;
  std::unordered_map<size_t, std::vector<const MessagePart *>> blocking_;
};

Result<void> checkRanks(const std::vector<RankLog> &logs, Matching &matching) {
  if (logs.empty())
    return Error{"there is no message file of any rank", "", "run the program under tare run"};
  std::vector<int> ranks;
  for (const RankLog &log : logs) {
    if (log.size != logs.front().size)
      return Error{"rank " + std::to_string(log.rank) + " is of a job of " +
                       std::to_string(log.size) + " ranks, rank " +
                       std::to_string(logs.front().rank) + " of one of " +
                       std::to_string(logs.front().size),
                   "", "keep each job in a folder of its own"};
    ranks.push_back(log.rank);
  }
  std::ranges::sort(ranks);
  if (auto twice = std::ranges::adjacent_find(ranks); twice != ranks.end())
    return Error{"there are two message files of rank " + std::to_string(*twice), "",
                 "keep each job in a folder of its own"};
  for (int rank = 0; rank < logs.front().size; ++rank)
    if (!std::ranges::binary_search(ranks, rank))
      matching.missing.push_back(rank);
  return {};
}

} // namespace

const char *unmatchedText(Unmatched reason) {
  static constexpr const char *texts[unmatched_reasons] = {
      "there is no log of the other rank",
      "the log of the other rank ends early",
      "a request was freed or cancelled",
      "the other process is not part of the job",
      "the communicator was made by a call that is not recorded",
      "the message was never received"};
  return texts[size_t(reason)];
}

Result<Matching> matchMessages(const std::vector<RankLog> &logs) {
  Matching matching;
  TARE_DO(checkRanks(logs, matching));
  MessageMatcher(logs, matching).run();
  matchMeetings(logs, matching);
  return matching;
}

} // namespace tare
