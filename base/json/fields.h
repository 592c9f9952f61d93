// SPDX-License-Identifier: Apache-2.0
// The fields of a struct as members of a JSON object: a function with a row for each, which serves
// who writes, who reads, and a test of the schema, as LLVM's YAML I/O has it.
//
//   void placeFields(json::Fields &io, Place &place) {
//     io.required("file", place.file);
//     io.optional("line", place.line);                  // left out: 0
//     io.required("time_s", place.time_s, json::seconds);
//   }
//   Result<Place> place = json::read(text, placeFields);
//   std::string text = json::write(place, placeFields);
//
// Further arguments add what the member's type does not say: a number's range and rounding, or the
// function with the rows of a struct. For a list, map or optional they apply to its elements.
#pragma once

#include "base/files.h"
#include "base/formats/formats.h"
#include "base/json/cursor.h"
#include "base/json/sieve.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace tare::json {

/// Whole nanoseconds, six significant digits. What is not finite, which JSON has not, becomes 0.
int64_t nanosecondsIn(double seconds);
double toNanoseconds(double seconds);
double toSixDigits(double value);

/// What is refused where it is read, and how it is rounded where it is written (null: not at all).
struct Number {
  double low = 0, high = 0;
  double (*rounded)(double) = nullptr;
};
inline constexpr double seconds_limit = 9e9; // 285 years; whole nanoseconds fit in 64 bits
inline constexpr Number seconds{-seconds_limit, seconds_limit, toNanoseconds};
inline constexpr Number duration{0, seconds_limit, toNanoseconds};
inline constexpr Number amount{0, 1e300, toSixDigits};

struct Whole {
  int64_t low = 0, high = INT32_MAX;
};

/// 16 hexadecimal digits.
struct Hex {};
inline constexpr Hex hex;

class Fields;
template <class T, class Rows> std::string write(T value, Rows rows, int indent = 1);

class Fields {
public:
  /// Always written; refused where it is missing.
  template <class T, class... How> void required(std::string_view key, T &value, How... how) {
    field(Presence::required, key, value, how...);
  }

  /// Left out where it is as an object of its type begins: empty, false, not above 0.
  template <class T, class... How> void optional(std::string_view key, T &value, How... how) {
    if (object_ || naming_ || !isInitial(value, how...))
      field(Presence::optional, key, value, how...);
  }

  /// Always written; earlier versions did not, so that it may be missing.
  template <class T, class... How> void later(std::string_view key, T &value, How... how) {
    field(Presence::later, key, value, how...);
  }

  /// For other readers of the text; Tare does not read it.
  template <class T, class... How> void written(std::string_view key, T value, How... how) {
    if (!object_)
      put(at(key, Presence::required), value, how...);
  }

  /// For what is only read, and is no struct's field: hands on the place of a member. False: the
  /// member is missing.
  template <class Read> bool place(std::string_view key, Read read) const {
    const Cursor *there = object_ ? find(key) : nullptr;
    if (there)
      read(*there);
    return there;
  }

  /// Rows that stand together or not at all. Written if `is_there`; read if there is a member
  /// `key`.
  template <class Rows> void group(std::string_view key, bool is_there, Rows rows) {
    bool outer = std::exchange(in_group_, true);
    if (object_ ? find(key) != nullptr : is_there || naming_)
      rows();
    in_group_ = outer;
  }

  /// When reading: refuses the document unless `right`. `message` follows the place of the object
  /// or of its member `key`: "is none of serial, omp_1, none".
  void check(bool right, const std::string &message, std::string_view key = {}) const;

  /// The member "schema": "name/version". Anything else there is another document, or of a version
  /// that is not read. Returns the document's version, so that rows can read an older one.
  int schema(const DocumentFormat &format);

  /// Behind all rows: other members are refused.
  void closed() const;

private:
  enum class Presence { required, optional, later };
  struct Member {
    std::string key;
    Cursor value;
    mutable bool asked_for = false;
  };

  Fields(nlohmann::json &into, bool naming);
  explicit Fields(const Cursor &object);

  template <class T> friend Result<T> read(std::string_view, void (*)(Fields &, T &));
  template <class T>
  friend Result<T> readFrom(const std::string &, uint64_t, const std::string &,
                            void (*)(Fields &, T &));
  template <class T, class Rows> friend std::string write(T, Rows, int);
  template <class T> friend std::string keys(void (*)(Fields &, T &));

  template <class T, class... How>
  void field(Presence presence, std::string_view key, T &value, How... how) {
    if (!object_)
      put(at(key, presence), value, how...);
    else if (const Cursor *there = find(key))
      take(*there, value, how...);
    else if (presence == Presence::required)
      object_->fail("is missing", key);
  }

  template <class T, class... How> static bool isInitial(const T &value, How...) {
    if constexpr (std::is_arithmetic_v<T>)
      return !(value > 0);
    else if constexpr (requires { value.has_value(); })
      return !value.has_value();
    else if constexpr (requires { T().clear(); }) // no array, whose size is no value
      return value.empty();
    else
      return value == T();
  }
  static bool isInitial(double value, const Number &number);

  /// Whether what stands behind a member is the rows of the whole list, not how its elements are.
  template <class List, class... How>
  static constexpr bool are_rows = (std::is_invocable_v<How, Fields &, List &> || ...);

  // ---- writing ----
  nlohmann::json &at(std::string_view key, Presence presence);
  static nlohmann::json &next(nlohmann::json &list);
  static nlohmann::json &next(nlohmann::json &object, const std::string &key);
  static void makeList(nlohmann::json &at);
  static void makeObject(nlohmann::json &at);

  static void put(nlohmann::json &at, std::string_view value);
  static void put(nlohmann::json &at, const char *value) { put(at, std::string_view(value)); }
  static void put(nlohmann::json &at, bool value);
  static void put(nlohmann::json &at, int64_t value, const Whole &);
  static void put(nlohmann::json &at, int value, const Whole &whole = {}) {
    put(at, int64_t(value), whole);
  }
  static void put(nlohmann::json &at, uint64_t value);
  static void put(nlohmann::json &at, uint64_t value, Hex);
  static void put(nlohmann::json &at, double value, const Number &number);

  template <class T, class... How>
  requires(!are_rows<std::vector<T>, How...>) void put(nlohmann::json &at, std::vector<T> &list,
                                                       How... how) const {
    makeList(at);
    if (naming_ && list.empty())
      list.emplace_back();
    for (T &element : list)
      put(next(at), element, how...);
  }

  template <class T, class... How>
  void put(nlohmann::json &at, std::map<std::string, T> &map, How... how) const {
    makeObject(at);
    for (auto &[key, value] : map)
      put(next(at, key), value, how...);
  }

  template <class T, class... How>
  void put(nlohmann::json &at, std::optional<T> &value, How... how) const {
    if (naming_)
      value.emplace();
    put(at, *value, how...);
  }

  template <class T, class Rows>
  requires std::is_invocable_v<Rows, Fields &, T &>
  void put(nlohmann::json &at, T &value, Rows rows) const {
    Fields inner(at, naming_);
    rows(inner, value);
  }

  // ---- reading ----
  const Cursor *find(std::string_view key) const;

  static void take(const Cursor &at, std::string &value) { value = at.text(); }
  static void take(const Cursor &at, bool &value) { value = at.boolean(); }
  static void take(const Cursor &at, int &value, const Whole &whole = {}) {
    value = static_cast<int>(at.whole(whole.low, whole.high));
  }
  static void take(const Cursor &at, int64_t &value, const Whole &whole) {
    value = at.whole(whole.low, whole.high);
  }
  static void take(const Cursor &at, uint64_t &value) { value = at.unsignedWhole(); }
  static void take(const Cursor &at, uint64_t &value, Hex);
  static void take(const Cursor &at, double &value, const Number &number) {
    value = at.number(number.low, number.high);
  }

  template <class T, class... How>
  requires(!are_rows<std::vector<T>, How...>) static void take(const Cursor &at,
                                                               std::vector<T> &list, How... how) {
    list.clear();
    at.elements([&](const Cursor &element) { take(element, list.emplace_back(), how...); });
  }

  template <class T, class... How>
  requires(!are_rows<std::map<std::string, T>, How...>) static void take(
      const Cursor &at, std::map<std::string, T> &map, How... how) {
    map.clear();
    at.members(
        [&](const std::string &key, const Cursor &member) { take(member, map[key], how...); });
  }

  template <class T, class... How>
  static void take(const Cursor &at, std::optional<T> &value, How... how) {
    take(at, value.emplace(), how...);
  }

  template <class T, class Rows>
  requires std::is_invocable_v<Rows, Fields &, T &>
  static void take(const Cursor &at, T &value, Rows rows) {
    Fields inner(at);
    rows(inner, value);
  }

  nlohmann::json *into_ = nullptr; // written
  bool naming_ = false;            // every key, with "?" behind it where it may be missing
  bool in_group_ = false;
  const Cursor *object_ = nullptr; // read
  std::vector<Member> members_;
};

/// Text of the document that `fill` makes, indented by so many spaces a level; bytes that are no
/// UTF-8 are replaced.
std::string dumped(const std::function<void(nlohmann::json &)> &fill, int indent);

template <class T, class Rows> std::string write(T value, Rows rows, int indent) {
  return dumped([&](nlohmann::json &at) { Fields(at, false).put(at, value, rows); }, indent);
}

/// A document with every key that there may be, each list with one element; "?" stands behind keys
/// that may be missing. To be held against a schema.
template <class T> std::string keys(void (*rows)(Fields &, T &)) {
  T value;
  return dumped([&](nlohmann::json &at) { Fields(at, true).put(at, value, rows); }, 1);
}

/// As readObject. Members that no row names are passed over: minor versions only add.
template <class T> Result<T> read(std::string_view text, void (*rows)(Fields &, T &)) {
  T value;
  Result<void> done =
      readObject(text, [&](const Cursor &object) { Fields::take(object, value, rows); });
  return done.ok() ? Result<T>(std::move(value)) : Result<T>(done.error());
}

/// The same of a file, of at most `limit` bytes; of other members only the keys are kept. `what`
/// stands before the message: "is no plan: ", unless it is of another version.
template <class T>
Result<T> readFrom(const std::string &path, uint64_t limit, const std::string &what,
                   void (*rows)(Fields &, T &)) {
  T value;
  Result<std::string> text = readKnown(path, limit, knownOf(keys(rows)));
  Result<void> done = text.ok() ? Result<void>() : Result<void>(text.error());
  if (text.ok())
    done =
        readChecked(text.value(), [&](const Cursor &object) { Fields::take(object, value, rows); });
  if (done.ok())
    return value;
  const Error &error = done.error();
  if (isOtherVersion(error))
    return Error{error.message, path, error.next};
  return error.place.empty() ? Error{what + error.message, path, error.next} : error;
}

} // namespace tare::json
