// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/primitives/measure_primitives.h"

using namespace tare;

namespace {

Cache cacheOf(int level, double bytes, int cores) {
  Cache cache;
  cache.level = level;
  cache.bytes = bytes;
  cache.cores = cores;
  return cache;
}

} // namespace

TEST_CASE("data are half of each cache and twice each, and a size beyond all of them") {
  PrimitivesQuestion question;
  question.threads = {1};
  question.caches = {cacheOf(1, 32768, 1), cacheOf(2, 1 << 20, 1), cacheOf(3, 16 << 20, 1)};
  CHECK(primitiveSizes(question) ==
        std::vector<int64_t>{16384, 65536, 1 << 19, 2 << 20, 8 << 20, 32 << 20, 64 << 20});
}

TEST_CASE("a cache that cores share is shared among them") {
  PrimitivesQuestion question;
  question.threads = {1, 4};
  question.caches = {cacheOf(1, 32768, 2), cacheOf(2, 8 << 20, 4)};
  CHECK(primitiveSizes(question) == std::vector<int64_t>{16384, 65536, 1 << 20, 4 << 20, 8 << 20});
}

TEST_CASE("little memory bounds the data, and unknown caches have usual sizes") {
  PrimitivesQuestion question;
  question.threads = {8};
  question.memory_bytes = 160e6; // a twentieth of it for each thread: 1 MB
  std::vector<int64_t> sizes = primitiveSizes(question);
  REQUIRE(sizes.size() == 4);
  CHECK(sizes.back() <= 1000000);
  CHECK(sizes.front() == 12288);
}
