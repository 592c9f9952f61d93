// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/thinner.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tare {

namespace {

constexpr uint64_t few_instances = 16, room_for_few = 3;
constexpr uint32_t last_level = 63;

struct Sentence {
  tare_pf_segment head;
  size_t size = 0;
};

/// None: it is not whole.
std::optional<Sentence> sentenceAt(std::string_view bytes, size_t at) {
  if (bytes.size() - at < sizeof(tare_pf_segment))
    return std::nullopt;
  Sentence sentence{recordAt<tare_pf_segment>(bytes, at), 0};
  size_t records = sentence.head.spent_count;
  if (records > (bytes.size() - at - sizeof sentence.head) / sizeof(tare_pf_spent))
    return std::nullopt;
  sentence.size = sizeof sentence.head + records * sizeof(tare_pf_spent);
  return sentence;
}

template <class Use> size_t forSentences(std::string_view bytes, Use use) {
  size_t at = 0;
  while (std::optional<Sentence> sentence = sentenceAt(bytes, at)) {
    use(sentence->head, bytes.substr(at, sentence->size));
    at += sentence->size;
  }
  return at;
}

bool isBarrier(const tare_pf_segment &head) { return !(head.flags & TARE_SEG_LAST); }

} // namespace

size_t LogThinner::add(uint32_t thread, std::string_view part) {
  return forSentences(part, [&](const tare_pf_segment &head, std::string_view bytes) {
    if (head.open >= end_ || !keeps(head))
      return;
    logs_[thread] += bytes;
    held_ += bytes.size();
    if (most_ > 0 && held_ > next_)
      thin();
  });
}

bool LogThinner::keeps(const tare_pf_segment &head) const {
  return sampling_.keepsInstance(head.instance, head.depth > 0) &&
         sampling_.keepsBarrier(head.ordinal, !isBarrier(head));
}

// To a half, so that it is seldom done.
void LogThinner::thin() {
  while (held_ > most_ / 2 && raise())
    drop();
  next_ = std::max(most_, held_ + held_ / 4);
}

// Instances as long as many are left. What is sampled inside of them tells less than few of them.
bool LogThinner::raise() {
  Stay outermost, nested;
  auto atNext = [&](uint64_t instance, bool is_nested) {
    LogSampling next = sampling_;
    uint32_t &level = is_nested ? next.level_nested : next.level_regions;
    return level < last_level && (++level, next.keepsInstance(instance, is_nested));
  };
  for (const auto &[thread, log] : logs_) {
    uint64_t thinned[2] = {0, 0}; // outermost, nested
    forSentences(log, [&](const tare_pf_segment &head, std::string_view bytes) {
      bool is_nested = head.depth > 0;
      Stay &its = is_nested ? nested : outermost;
      its.bytes += bytes.size();
      its.of_barriers += isBarrier(head) ? bytes.size() : 0;
      thinned[is_nested] += !isBarrier(head) && atNext(head.instance, is_nested);
    });
    outermost.thinned = std::max(outermost.thinned, thinned[0]);
    nested.thinned = std::max(nested.thinned, thinned[1]);
  }
  bool is_nested = nested.bytes > outermost.bytes;
  const Stay &most = is_nested ? nested : outermost;
  uint32_t &instances = is_nested ? sampling_.level_nested : sampling_.level_regions;
  if (most.thinned < few_instances && held_ <= room_for_few * most_)
    return false;
  bool barriers = most.thinned < few_instances && most.of_barriers > most.bytes / 2;
  uint32_t &level = barriers ? sampling_.level_barriers : instances;
  if (level >= last_level || (!barriers && most.thinned == 0))
    return false;
  ++level;
  return true;
}

void LogThinner::drop() {
  held_ = 0;
  for (auto &[thread, log] : logs_) {
    std::string kept;
    forSentences(log, [&](const tare_pf_segment &head, std::string_view bytes) {
      if (keeps(head))
        kept += bytes;
    });
    held_ += kept.size();
    log = std::move(kept);
  }
}

} // namespace tare
