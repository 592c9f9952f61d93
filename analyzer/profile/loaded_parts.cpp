// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/loaded_parts.h"

#include "analyzer/profile/thinner.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace tare {

namespace {

constexpr uint64_t most_samples = uint64_t(1) << 20; // bytes

struct Placed {
  tare_pf_block head;
  uint64_t offset = 0; // of the block
  size_t number = 0;   // as ImageBlock::number
};

class PartLoader {
public:
  PartLoader(SparseFile &file, uint64_t most) : file_(file), most_(most) {}

  LoadedParts load() {
    if (loadHeads()) {
      parts_.regions = header().regions;
      LogThinner logs(levels(), most_, endOfFinished());
      for (const auto &[thread, block] : activeLogs())
        loadLog(thread, block, logs);
      loadHeads();
      LogSampling now = levels(), thinned = logs.sampling();
      parts_.level_regions = std::max(now.level_regions, thinned.level_regions);
      parts_.level_nested = std::max(now.level_nested, thinned.level_nested);
      parts_.level_barriers = std::max(now.level_barriers, thinned.level_barriers);
      for (const auto &[thread, block] : activeLogs())
        parts_.logs[thread] = logs.take(thread);
      loadRest();
    }
    return std::move(parts_);
  }

private:
  tare_pf_header header() const { return recordAt<tare_pf_header>(file_.bytes(), 0); }
  LogSampling levels() const {
    tare_pf_header now = header();
    auto within = [](uint32_t level) { return std::min<uint32_t>(level, 63); };
    return {now.sampling_seed, within(now.level_regions), within(now.level_nested),
            within(now.level_barriers)};
  }

  /// The header, the heads of all blocks, and what threads are in.
  bool loadHeads() {
    blocks_.clear();
    if (!file_.load(0, TARE_PF_PAGE))
      return false;
    uint64_t end = std::min<uint64_t>(header().blocks_end, file_.bytes().size());
    for (uint64_t offset = TARE_PF_PAGE; offset < end && end - offset >= TARE_PF_PAGE;) {
      if (!file_.load(offset, TARE_PF_PAGE))
        return false;
      auto head = recordAt<tare_pf_block>(file_.bytes(), offset);
      if (head.magic != TARE_PF_BLOCK_MAGIC || head.size < TARE_PF_PAGE || head.size > end - offset ||
          head.used > head.size - sizeof head)
        break;
      blocks_.push_back({head, offset, blocks_.size() + 1});
      offset += head.size;
    }
    return true;
  }

  std::optional<tare_pf_thread> stateIn(const Placed &block) const {
    if (block.head.kind != TARE_BLOCK_THREAD || block.head.used < sizeof(tare_pf_thread))
      return std::nullopt;
    static_assert(sizeof(tare_pf_block) + sizeof(tare_pf_thread) <= TARE_PF_PAGE);
    return recordAt<tare_pf_thread>(file_.bytes(), block.offset + sizeof block.head);
  }

  /// The tick when the region began that the initial thread is in now.
  uint64_t endOfFinished() const {
    for (const Placed &block : blocks_)
      if (std::optional<tare_pf_thread> state = stateIn(block); state && state->initial == 1)
        return state->depth > 0 ? state->frames[0].fork_tick : UINT64_MAX;
    return UINT64_MAX;
  }

  std::map<uint32_t, Placed> activeLogs() const {
    std::map<uint32_t, std::vector<Placed>> logs;
    for (const Placed &block : blocks_)
      if (block.head.kind == TARE_BLOCK_LOG)
        logs[block.head.thread].push_back(block);
    std::map<uint32_t, Placed> active;
    for (const Placed &block : blocks_)
      if (std::optional<tare_pf_thread> state = stateIn(block))
        if (auto found = logs.find(block.head.thread);
            found != logs.end() && state->active_log < found->second.size())
          active[block.head.thread] = found->second[state->active_log];
    return active;
  }

  /// Piece by piece; a sentence that reaches into the next piece is read with that.
  void loadLog(uint32_t thread, const Placed &block, LogThinner &logs) {
    constexpr uint64_t piece = uint64_t(1) << 20;
    uint64_t begin = block.offset + sizeof block.head, end = begin + block.head.used;
    for (uint64_t at = begin, until = at; at < end;) {
      until = std::min(end, std::max(until, at) + piece);
      if (!file_.load(at, until - at))
        return;
      std::string_view bytes = file_.bytes().substr(at, until - at);
      size_t taken = logs.add(thread, bytes);
      file_.forget(bytes.substr(0, taken));
      at += taken;
      if (until == end)
        break;
    }
    file_.forget(file_.bytes().substr(begin, end - begin));
  }

  void loadRest() {
    uint64_t samples = 0;
    for (const Placed &block : blocks_)
      samples += block.head.kind == TARE_BLOCK_SAMPLES ? block.head.used : 0;
    uint64_t step = most_ > 0 ? samples / most_samples + 1 : 1; // one of so many is held
    for (const Placed &block : blocks_)
      if (block.head.kind == TARE_BLOCK_SAMPLES)
        loadSamples(block, step);
      else if (block.head.kind != TARE_BLOCK_LOG && block.head.kind != TARE_BLOCK_EVENTS)
        file_.load(block.offset, sizeof block.head + block.head.used);
  }

  void loadSamples(const Placed &block, uint64_t step) {
    uint64_t begin = block.offset + sizeof block.head;
    if (!file_.load(begin, block.head.used))
      return;
    std::string_view bytes = file_.bytes().substr(begin, block.head.used);
    std::string &held = parts_.samples[block.head.thread];
    for (size_t at = 0; at < bytes.size(); at += step * sizeof(tare_pf_sample))
      held += bytes.substr(at, sizeof(tare_pf_sample));
    file_.forget(bytes);
  }

  SparseFile &file_;
  uint64_t most_;
  std::vector<Placed> blocks_;
  LoadedParts parts_;
};

} // namespace

void LoadedParts::putInto(ProfileImage &image) const {
  image.header.regions = regions;
  image.header.level_regions = level_regions;
  image.header.level_nested = level_nested;
  image.header.level_barriers = level_barriers;
  for (ImageBlock &block : image.blocks)
    if (block.head.kind == TARE_BLOCK_SAMPLES) {
      auto held = samples.find(block.head.thread);
      block.payload = held == samples.end() ? std::string_view() : held->second;
    } else if (block.head.kind == TARE_BLOCK_EVENTS)
      block.payload = {};
}

void LoadedParts::putInto(ProfileContents &contents) const {
  for (auto &[thread, blocks] : contents.threads) {
    auto found = logs.find(thread);
    blocks.logs.clear();
    if (found != logs.end())
      blocks.logs.push_back(found->second);
    blocks.state.active_log = 0;
  }
}

LoadedParts loadParts(SparseFile &file, uint64_t most) { return PartLoader(file, most).load(); }

} // namespace tare
