// SPDX-License-Identifier: Apache-2.0
// A profile file as its header and blocks: every offset, size and checksum was held against the
// bytes that are really there; what the payloads mean is not yet known.
//
//   bytes -> [image] -> contents -> cells, log -> close_open -> Profile
#pragma once

#include "base/result.h"
#include "runtime/profile_format.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct ImageBlock {
  tare_pf_block head;
  size_t number = 0;        // in file order, from 1: for messages
  std::string_view payload; // the `used` bytes
};

/// Views into the bytes that it was read from: they must outlive it.
struct ProfileImage {
  tare_pf_header header; // as this version has it, but for `major`
  std::vector<ImageBlock> blocks;

  bool hasStatus(uint32_t bits) const { return (header.status & bits) != 0; }
  /// The writer ended orderly, with no region open: what it stored is final and consistent.
  bool isComplete() const {
    return hasStatus(TARE_STATUS_CLOSED) && !hasStatus(TARE_STATUS_LATE_CLOSE);
  }
};

/// `is_whole`: all bytes of the file are there, so its checksum can be told.
Result<ProfileImage> readImage(std::string_view bytes, bool is_whole = true);

/// The error of a file that contradicts itself.
Error corrupted(const std::string &what);

/// A record at a byte offset that the caller has checked. Files are little-endian, as are we.
template <class Record> Record recordAt(std::string_view bytes, size_t offset) {
  Record record;
  std::memcpy(&record, bytes.data() + offset, sizeof record);
  return record;
}

/// Text in a field of fixed size, ended by a zero or by the field's end.
std::string fieldText(const char *field, size_t size);

} // namespace tare
