// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/sha256.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace tare {
namespace {

constexpr int rounds = 64;

/// The first 32 bits of the fraction of a root.
uint32_t fractionOf(long double root) {
  return static_cast<uint32_t>(std::floor((root - std::floor(root)) * 4294967296.0L));
}

/// The standard defines its constants by the first 64 primes: fractions of square and cube roots.
struct Constants {
  std::array<uint32_t, 8> start;
  std::array<uint32_t, rounds> added;
  Constants() {
    int found = 0;
    for (int n = 2; found < rounds; ++n) {
      bool is_prime = true;
      for (int d = 2; d * d <= n; ++d)
        is_prime &= n % d != 0;
      if (!is_prime)
        continue;
      if (found < 8)
        start[found] = fractionOf(std::sqrt(static_cast<long double>(n)));
      added[found++] = fractionOf(std::cbrt(static_cast<long double>(n)));
    }
  }
};

const Constants &constants() {
  static const Constants made;
  return made;
}

using State = std::array<uint32_t, 8>;

std::array<uint32_t, rounds> scheduleOf(const char *block) {
  std::array<uint32_t, rounds> w;
  for (int i = 0; i < 16; ++i)
    w[i] = uint32_t(uint8_t(block[4 * i])) << 24 | uint32_t(uint8_t(block[4 * i + 1])) << 16 |
           uint32_t(uint8_t(block[4 * i + 2])) << 8 | uint8_t(block[4 * i + 3]);
  for (int i = 16; i < rounds; ++i) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w[i - 7] +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  return w;
}

void takeBlock(State &state, const char *block) {
  const std::array<uint32_t, rounds> w = scheduleOf(block);
  auto [a, b, c, d, e, f, g, h] = state;
  for (int i = 0; i < rounds; ++i) {
    uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                     ((e & f) ^ (~e & g)) + constants().added[i] + w[i];
    uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const State after = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < state.size(); ++i)
    state[i] += after[i];
}

} // namespace

std::string sha256(std::string_view bytes) {
  State state = constants().start;
  size_t whole = bytes.size() / 64 * 64;
  for (size_t at = 0; at < whole; at += 64)
    takeBlock(state, bytes.data() + at);
  std::string tail(bytes.substr(whole));
  tail += '\x80';
  tail.resize(tail.size() <= 56 ? 56 : 120, '\0');
  for (int shift = 56; shift >= 0; shift -= 8)
    tail += static_cast<char>(uint64_t(bytes.size()) * 8 >> shift);
  for (size_t at = 0; at < tail.size(); at += 64)
    takeBlock(state, tail.data() + at);
  std::string text;
  for (uint32_t word : state)
    for (int shift = 28; shift >= 0; shift -= 4)
      text += "0123456789abcdef"[word >> shift & 15];
  return text;
}

} // namespace tare
