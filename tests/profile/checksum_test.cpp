// SPDX-License-Identifier: Apache-2.0
// The checksum of what was measured: the same in runtime/ and in the reader, and no change of a
// payload goes unseen.
#include "catch.hpp"
#include "runtime/profile_checksum.h"

#include <algorithm>
#include <set>
#include <string>

namespace {

uint64_t sumOf(const std::string &payload, uint64_t start = TARE_PF_SUM_START) {
  return tare_pf_sum(payload.data(), payload.size(), start);
}

std::string sample(size_t size) {
  std::string payload(size, '\0');
  for (size_t i = 0; i < size; ++i)
    payload[i] = static_cast<char>(i * 37 + (i >> 3));
  return payload;
}

} // namespace

TEST_CASE("the checksum is the format's: files that are there stay readable") {
  CHECK(sumOf("") == 0x4fa74db982f167cfull);
  CHECK(sumOf("tare") == 0x8cb75e64d6db5521ull);
  CHECK(sumOf(sample(200)) == 0xadc86512d97cac74ull);
}

TEST_CASE("every flipped bit and every missing byte changes the checksum") {
  const std::string payload = sample(77);
  std::set<uint64_t> sums = {sumOf(payload)};
  for (size_t bit = 0; bit < 8 * payload.size(); ++bit) {
    std::string other = payload;
    other[bit / 8] ^= static_cast<char>(1 << bit % 8);
    sums.insert(sumOf(other));
  }
  for (size_t size = 0; size < payload.size(); ++size)
    sums.insert(sumOf(payload.substr(0, size)));
  CHECK(sums.size() == 1 + 8 * payload.size() + payload.size());
}

TEST_CASE("changes of the same bit in two words do not cancel out") {
  const std::string payload = sample(256);
  const uint64_t sum = sumOf(payload);
  for (size_t first = 7; first < payload.size(); first += 8)
    for (size_t second = first + 8; second < payload.size(); second += 8) {
      std::string other = payload;
      other[first] ^= '\x80'; // the highest bit: a product never moves it
      other[second] ^= '\x80';
      CHECK(sumOf(other) != sum);
    }
}

TEST_CASE("payloads that are zero, or change places, are told apart") {
  CHECK(sumOf(std::string(32, '\0')) != sumOf(std::string(64, '\0')));
  CHECK(sumOf("") != sumOf(std::string(1, '\0')));
  const std::string a = sample(40), b = sample(72);
  CHECK(sumOf(b, sumOf(a)) != sumOf(a, sumOf(b)));
  std::string lanes = sample(64);
  std::swap_ranges(lanes.begin(), lanes.begin() + 8, lanes.begin() + 8);
  CHECK(sumOf(lanes) != sumOf(sample(64)));
}
