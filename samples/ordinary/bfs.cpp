// SPDX-License-Identifier: Apache-2.0
// Breadth-first search of a random graph, level by level.
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 150000;
  std::vector<std::vector<int>> graph(n);
  unsigned seed = 8;
  for (long edge = 0; edge < 4L * n; edge++) {
    seed = seed * 1664525u + 1013904223u;
    int a = (seed >> 4) % n;
    seed = seed * 1664525u + 1013904223u;
    int b = (seed >> 4) % n;
    graph[a].push_back(b);
    graph[b].push_back(a);
  }

  std::vector<char> seen(n);
  std::vector<int> level(n, -1), frontier{0}, next(n);
  seen[0] = 1;
  for (int depth = 0; !frontier.empty(); depth++) {
    int found = 0;
#pragma omp parallel for schedule(dynamic, 64)
    for (size_t i = 0; i < frontier.size(); i++) {
      int node = frontier[i];
      level[node] = depth;
      for (int other : graph[node]) {
        char already;
#pragma omp atomic capture
        {
          already = seen[other];
          seen[other] = 1;
        }
        if (!already) {
          int place;
#pragma omp atomic capture
          place = found++;
          next[place] = other;
        }
      }
    }
    std::printf("depth %d: %zu nodes\n", depth, frontier.size());
    frontier.assign(next.begin(), next.begin() + found);
  }

  long checksum = 0;
  for (int node = 0; node < n; node++)
    checksum += level[node] * (node % 1000L);
  std::printf("checksum %ld\n", checksum);
  return 0;
}
