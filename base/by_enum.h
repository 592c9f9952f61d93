// SPDX-License-Identifier: Apache-2.0
// Values by the enumerators of an enum class, and sets of these. They count from 0.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace tare {

/// A value for each of the first `count` enumerators.
template <class Enum, class Value, size_t count> struct ByEnum {
  std::array<Value, count> values = {};

  constexpr Value &operator[](Enum at) { return values[static_cast<size_t>(at)]; }
  constexpr const Value &operator[](Enum at) const { return values[static_cast<size_t>(at)]; }
  constexpr auto begin() { return values.begin(); }
  constexpr auto end() { return values.end(); }
  constexpr auto begin() const { return values.begin(); }
  constexpr auto end() const { return values.end(); }
  static constexpr size_t size() { return count; }
};

/// A set of at most 32 enumerators.
template <class Enum> class EnumSet {
public:
  constexpr EnumSet() = default;
  constexpr EnumSet(std::initializer_list<Enum> all) {
    for (Enum one : all)
      insert(one);
  }
  constexpr void insert(Enum one) { bits_ |= uint32_t(1) << static_cast<uint32_t>(one); }
  constexpr bool has(Enum one) const { return bits_ >> static_cast<uint32_t>(one) & 1; }
  constexpr bool empty() const { return bits_ == 0; }
  bool operator==(const EnumSet &) const = default;

  /// In their order.
  struct Iterator {
    uint32_t left;
    constexpr Enum operator*() const { return static_cast<Enum>(std::countr_zero(left)); }
    constexpr Iterator &operator++() {
      left &= left - 1;
      return *this;
    }
    constexpr bool operator==(const Iterator &) const = default;
  };
  constexpr Iterator begin() const { return {bits_}; }
  constexpr Iterator end() const { return {0}; }

private:
  uint32_t bits_ = 0;
};

} // namespace tare
