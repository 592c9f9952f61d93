// SPDX-License-Identifier: Apache-2.0
// Errors are values: a message, the place it speaks of, and what to do next.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace tare {

/// What went wrong. `place` is "file", "file:line" or empty; `next` says what the user can do.
struct Error {
  std::string message;
  std::string place = {};
  std::string next = {};
  int signal = 0;            // that interrupted what was wanted; 0: none
  bool disagreement = false; // of two records of the same thing, of which one must be wrong
  bool timed_out = false;    // it took longer than it may

  /// One line for stderr: "place: message; next".
  std::string text() const;
};

inline Error disagreement(std::string message, std::string place, std::string next) {
  return {std::move(message), std::move(place), std::move(next), 0, true};
}

/// A value or an Error. No bool conversion: a caller must say ok().
template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  T &value() & { return std::get<T>(state_); }
  const T &value() const & { return std::get<T>(state_); }
  T &&value() && { return std::get<T>(std::move(state_)); }
  const Error &error() const { return std::get<Error>(state_); }

private:
  std::variant<T, Error> state_;
};

template <> class [[nodiscard]] Result<void> {
public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), ok_(false) {}

  bool ok() const { return ok_; }
  const Error &error() const { return error_; }

private:
  Error error_;
  bool ok_ = true;
};

} // namespace tare
