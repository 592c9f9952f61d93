// SPDX-License-Identifier: Apache-2.0
// The outer shape of a profile file: header page, then blocks, up to `blocks_end`.
#include "analyzer/profile/image.h"

#include "analyzer/profile/profile_versions.h"
#include "base/text.h"
#include "runtime/profile_checksum.h"

#include <algorithm>

namespace tare {

namespace {

/// Shifting by more is undefined, and keeps nothing anyway.
constexpr uint32_t max_sampling_level = 63;

/// All of the threads' time.
constexpr uint32_t max_budget_ppm = 1000000;

std::string bytesText(uint64_t count) { return std::to_string(count) + " bytes"; }

Error truncated(size_t number, uint64_t needs, uint64_t there) {
  return Error{"truncated: block " + std::to_string(number) + " needs " + bytesText(needs) +
                   ", the file ends " + bytesText(there) + " after its start",
               "", "measure again"};
}

uint64_t headChecksum(std::string_view bytes) {
  constexpr size_t before = offsetof(tare_pf_header, head_checksum);
  constexpr size_t fixed = offsetof(tare_pf_header, pid);
  constexpr size_t live = offsetof(tare_pf_header, beat_tick);
  return hashBytes(bytes.substr(fixed, live - fixed), hashBytes(bytes.substr(0, before)));
}

Result<void> checkMagic(std::string_view bytes) {
  constexpr std::string_view magic = TARE_PF_MAGIC;
  constexpr const char *profile_wanted = "name a results folder, or the folder of one run";
  if (bytes.find_first_not_of('\0') == std::string_view::npos)
    return Error{"is empty: the program ended while its profile was being made", "",
                 "measure again"};
  if (bytes.starts_with(TARE_PF_WINDOW_MAGIC))
    return Error{"is the window of a plain program, not a Tare profile", "", profile_wanted};
  if (!bytes.starts_with(magic))
    return Error{"not a Tare profile", "", profile_wanted};
  if (bytes.size() < TARE_PF_PAGE)
    return Error{"truncated: the header page needs " + bytesText(TARE_PF_PAGE) + ", the file has " +
                     bytesText(bytes.size()),
                 "", "measure again"};
  return {};
}

/// What was fixed when the file was made, and all of it once the program had closed it. A header of
/// an older minor version has no such checksum, and neither has one whose writer died.
Result<void> checkHeaderSums(std::string_view bytes, tare_pf_header &header) {
  if (header.header_size < leastHeader(header.major) || header.header_size > TARE_PF_PAGE)
    return corrupted("the header says that it has " + bytesText(header.header_size));
  if (header.head_checksum != headChecksum(bytes))
    return corrupted("the header's checksum does not fit");
  if (header.header_size < sizeof header)
    header.closing_checksum = 0;
  if (header.closing_checksum != 0 &&
      header.closing_checksum != tare_pf_header_sum(bytes.data(), header.header_size))
    return corrupted("the checksum of the closed header does not fit");
  return {};
}

Result<tare_pf_header> readHeader(std::string_view bytes) {
  TARE_DO(checkMagic(bytes));
  TARE_TRY(tare_pf_header header, headerOfAnyVersion(bytes));
  TARE_DO(checkHeaderSums(bytes, header));
  const bool is_known = header.clock == TARE_CLOCK_TSC || header.clock == TARE_CLOCK_CNTVCT ||
                        header.clock == TARE_CLOCK_MONOTONIC_NS;
  if (!is_known)
    return corrupted("unknown clock " + std::to_string(header.clock));
  if (std::max({header.level_regions, header.level_nested, header.level_barriers}) >
      max_sampling_level)
    return corrupted("a sampling level is above " + std::to_string(max_sampling_level));
  if (header.budget_ppm > max_budget_ppm)
    return corrupted("its probes may take " + std::to_string(header.budget_ppm) +
                     " millionths of the time");
  if (header.blocks_end < TARE_PF_PAGE || header.blocks_end % TARE_PF_PAGE != 0)
    return corrupted("the blocks cannot end at byte " + std::to_string(header.blocks_end));
  return header;
}

Result<void> checkBlock(const tare_pf_block &head, const std::string &name, bool newer_minor) {
  constexpr size_t summed = offsetof(tare_pf_block, checksum);
  if (head.magic != TARE_PF_BLOCK_MAGIC)
    return corrupted(name + " has no block's mark");
  if (head.checksum != hashBytes({reinterpret_cast<const char *>(&head), summed}))
    return corrupted(name + ": the checksum of its head does not fit");
  bool known = head.kind >= TARE_BLOCK_MODULE && head.kind <= TARE_BLOCK_EVENTS;
  if (!known && !newer_minor)
    return corrupted(name + " is of unknown kind " + std::to_string(head.kind));
  if (head.size < TARE_PF_PAGE || head.size % TARE_PF_PAGE != 0)
    return corrupted(name + " cannot have " + bytesText(head.size));
  if (head.capacity > head.size - sizeof head || head.used > head.capacity)
    return corrupted(name + " says that it holds more than its size");
  return {};
}

/// The block at `offset`; its size is at most what the file and `blocks_end` leave.
Result<ImageBlock> readBlock(std::string_view bytes, const tare_pf_header &header, uint64_t offset,
                             size_t number) {
  uint64_t there = offset < bytes.size() ? bytes.size() - offset : 0;
  if (there < TARE_PF_PAGE)
    return truncated(number, TARE_PF_PAGE, there);
  ImageBlock block;
  block.number = number;
  block.head = recordAt<tare_pf_block>(bytes, offset);
  std::string name = "block " + std::to_string(number);
  const bool newer_minor = header.major == TARE_PF_MAJOR && header.minor > TARE_PF_MINOR;
  TARE_DO(checkBlock(block.head, name, newer_minor));
  if (block.head.size > there)
    return truncated(number, block.head.size, there);
  if (block.head.size > header.blocks_end - offset)
    return corrupted(name + " reaches beyond the end of the blocks");
  block.payload = bytes.substr(offset + sizeof block.head, block.head.used);
  return block;
}

/// The body's checksum is final only when no other thread could still write beside the closing one.
Result<void> checkBody(const ProfileImage &image) {
  if (!image.isComplete())
    return {};
  uint64_t checksum = TARE_PF_SUM_START;
  for (const ImageBlock &block : image.blocks)
    checksum = tare_pf_sum(block.payload.data(), block.payload.size(), checksum);
  if (checksum != image.header.body_checksum)
    return corrupted("the checksum of what was measured does not fit");
  return {};
}

} // namespace

Error corrupted(const std::string &what) {
  return Error{"corrupted: " + what, "", "measure again"};
}

Result<ProfileImage> readImage(std::string_view bytes, bool is_whole) {
  TARE_TRY(tare_pf_header header, readHeader(bytes));
  ProfileImage image{header, {}};
  for (uint64_t offset = TARE_PF_PAGE; offset < image.header.blocks_end;) {
    TARE_TRY(ImageBlock block, readBlock(bytes, image.header, offset, image.blocks.size() + 1));
    offset += block.head.size;
    image.blocks.push_back(block);
  }
  if (is_whole)
    TARE_DO(checkBody(image));
  return image;
}

std::string fieldText(const char *field, size_t size) { return {field, ::strnlen(field, size)}; }

} // namespace tare
