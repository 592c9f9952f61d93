// SPDX-License-Identifier: Apache-2.0
// A place in a JSON text from anyone. The text is checked once, and values are then read where they
// stand: what nobody asks for costs no memory.
//
//   text -> readObject -> [cursor] -> Fields -> structs
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tare::json {

/// The first thing that was wrong, and how much was read so far: shared by all places of a text.
struct Reading {
  Error error;
  size_t values = 0;
};

/// Only the first wrong value is recorded, with its place. Later reads return empty values, so
/// callers check once, at the end. A cursor must not outlive the one that it came from.
class Cursor {
public:
  static constexpr size_t most_values = size_t(1) << 24; // looked at in one text

  /// Stands at the value that begins at `at`. The text must be JSON.
  Cursor(const char *at, Reading &reading) : at_(at), reading_(&reading) {}

  bool failed() const { return !reading_->error.message.empty(); }
  /// Records an error. `message` follows the place: "is missing". `key` names a member of this
  /// object.
  void fail(const std::string &message, std::string_view key = {}) const;
  /// The same with an error that says all by itself.
  void refuse(const Error &error) const;

  std::string text() const;
  bool boolean() const;
  double number(double low, double high) const;
  int64_t whole(int64_t low, int64_t high) const; // 4, and 4.0 as JSON has it
  uint64_t unsignedWhole() const;

  void elements(const std::function<void(const Cursor &)> &each) const;
  void members(const std::function<void(std::string key, const Cursor &)> &each) const;

private:
  Cursor(const char *at, const Cursor &around, std::string_view key, size_t index);
  std::string path() const;
  std::string_view token() const; // the text of a number, true, false or null

  const char *at_;
  Reading *reading_;
  const Cursor *around_ = nullptr;
  std::string_view key_;              // a member's, as it stands in the text; null: an element
  size_t index_ = 0;                  // an element's
  mutable const char *end_ = nullptr; // behind a list or an object, once it was walked through
};

/// Error: `text` is larger than 256 MiB, is refused by checkObject() of sieve.h, or what `read`
/// found wrong first. The message has the place in it: "'runs[3].threads' is missing"; without one
/// it begins with "it".
Result<void> readObject(std::string_view text, const std::function<void(const Cursor &)> &read);

/// The same of a text that was checked already.
Result<void> readChecked(std::string_view text, const std::function<void(const Cursor &)> &read);

} // namespace tare::json
