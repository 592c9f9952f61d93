// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/thinner.h"

#include <optional>
#include <utility>

namespace tare {

namespace {

/// As many instances stay, as long as fewer of their barriers help.
constexpr uint64_t few_instances = 4;
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
    if (most_ > 0 && held_ > most_)
      thin();
  });
}

bool LogThinner::keeps(const tare_pf_segment &head) const {
  return sampling_.keepsInstance(head.instance, head.depth > 0) &&
         sampling_.keepsBarrier(head.ordinal, !isBarrier(head));
}

// To a half, so that it is seldom done.
void LogThinner::thin() {
  while (held_ > most_ / 2) {
    Stay outermost, nested;
    for (const auto &[thread, log] : logs_)
      forSentences(log, [&](const tare_pf_segment &head, std::string_view bytes) {
        Stay &its = head.depth > 0 ? nested : outermost;
        its.bytes += bytes.size();
        its.of_barriers += isBarrier(head) ? bytes.size() : 0;
        its.instances += (head.flags & TARE_SEG_LAST) && (head.flags & TARE_SEG_MASTER);
      });
    raise(outermost, nested);
    drop();
  }
}

void LogThinner::raise(const Stay &outermost, const Stay &nested) {
  bool is_nested = nested.bytes > outermost.bytes;
  const Stay &most = is_nested ? nested : outermost;
  bool barriers = most.instances < few_instances && most.of_barriers > most.bytes / 2 &&
                  sampling_.level_barriers < last_level;
  uint32_t &level = barriers    ? sampling_.level_barriers
                    : is_nested ? sampling_.level_nested
                                : sampling_.level_regions;
  if (level < last_level)
    ++level;
  else
    logs_.clear(); // one sentence of an instance that all levels keep
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
