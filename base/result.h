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
  int signal = 0;            // this signal interrupted the work; 0: none did
  bool disagreement = false; // two records of the same thing differ: one of them is wrong
  bool timed_out = false;    // it took longer than it may
  int exit_status = 0;       // the program should end with this status; 0: not told

  /// One line for stderr: "place: message; next".
  std::string text() const;
};

inline Error disagreement(std::string message, std::string place, std::string next) {
  return {std::move(message), std::move(place), std::move(next), 0, true};
}

/// Ends the function around with the Error of a Result, if it is one; else declares a variable with
/// its value: TARE_TRY(std::string text, readFile(path)). As the body of an `if` without braces it
/// does not compile: what it declares ends with its first statement.
#define TARE_TRY(declaration, ...)                                                                 \
  auto TARE_JOINED(tried_, __LINE__) = (__VA_ARGS__);                                              \
  if (!TARE_JOINED(tried_, __LINE__).ok())                                                         \
    return TARE_JOINED(tried_, __LINE__).error();                                                  \
  declaration = std::move(TARE_JOINED(tried_, __LINE__)).value()

/// The same of a Result without a value, or whose value nobody wants. One statement without an
/// `else` or a name that stays, so an `if` around it needs no braces. The loop never repeats.
#define TARE_DO(...)                                                                               \
  for (auto tried = (__VA_ARGS__); !tried.ok();)                                                   \
  return tried.error()

#define TARE_JOINED(a, b) TARE_JOINED_WORDS(a, b)
#define TARE_JOINED_WORDS(a, b) a##b

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

/// Its Error, if it is one and names no place, speaks of `place`.
template <class T> Result<T> placedAt(const std::string &place, Result<T> result) {
  if (result.ok() || !result.error().place.empty())
    return result;
  Error error = result.error();
  error.place = place;
  return error;
}

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
