// SPDX-License-Identifier: Apache-2.0
// Searches the lines of a text for several words: how often they occur, and the most in one line.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

static std::string make_line(unsigned seed) {
  static const char *const syllables[] = {"ba", "ne", "so", "ti", "ra",  "mu", "len", "dor",
                                          "pi", "ka", "ve", "lo", "sta", "ri", " ",   ", "};
  std::string line;
  int count = 10 + seed % 50;
  for (int i = 0; i < count; i++) {
    seed = seed * 1664525u + 1013904223u;
    line += syllables[seed >> 28];
  }
  return line;
}

static int occurrences(const std::string &line, const std::string &word) {
  int count = 0;
  for (size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1))
    count++;
  return count;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 100000;
  std::vector<std::string> text;
  for (int i = 0; i < n; i++)
    text.push_back(make_line(i));

  const std::vector<std::string> words{"lendor", "sora", "timuka", "ba, ne", "stari", "pika"};
  long found = 0;
  int most = 0;
#pragma omp parallel for schedule(guided) reduction(+ : found) reduction(max : most)
  for (int i = 0; i < n; i++) {
    int here = 0;
    for (const std::string &word : words)
      here += occurrences(text[i], word);
    found += here;
    most = here > most ? here : most;
  }
  std::printf("%ld found, at most %d in a line\n", found, most);
  return 0;
}
