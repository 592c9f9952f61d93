// SPDX-License-Identifier: Apache-2.0
// Compresses the blocks of a stream (move-to-front, then run lengths) and writes them in order,
// with a checksum over all that was written.
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>

static std::string read_block(int number) {
  std::string block(4000 + number % 7 * 500, ' ');
  unsigned seed = number + 1;
  for (char &c : block) {
    seed = seed * 1664525u + 1013904223u;
    c = "eeee  ttaaooinshr"[(seed >> 20) % 17];
  }
  return block;
}

static std::string move_to_front(const std::string &block) {
  std::string order(128, ' '), out;
  std::iota(order.begin(), order.end(), 0);
  for (char c : block) {
    size_t place = order.find(c);
    order.erase(place, 1);
    order.insert(order.begin(), c);
    out += static_cast<char>(place);
  }
  return out;
}

static std::string run_lengths(const std::string &block) {
  std::string out;
  for (size_t i = 0, end; i < block.size(); i = end) {
    for (end = i + 1; end < block.size() && end < i + 100 && block[end] == block[i];)
      end++;
    out += static_cast<char>(end - i);
    out += block[i];
  }
  return out;
}

int main(int argc, char **argv) {
  int blocks = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::string output;
  unsigned a = 1, b = 0; // Adler-32
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < blocks; i++) {
    std::string packed = run_lengths(move_to_front(read_block(i)));
#pragma omp ordered
    for (char c : packed) {
      output += c;
      a = (a + c) % 65521;
      b = (b + a) % 65521;
    }
  }
  std::printf("%zu bytes, checksum %u\n", output.size(), b << 16 | a);
  return 0;
}
