// SPDX-License-Identifier: Apache-2.0
// Counts the solutions of the queens problem. Boards with few queens go to a shared list, from
// which the threads take their work; a lock protects the list.
#include <cstdio>
#include <cstdlib>
#include <vector>
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t;
static void omp_init_lock(omp_lock_t *) {}
static void omp_destroy_lock(omp_lock_t *) {}
static void omp_set_lock(omp_lock_t *) {}
static void omp_unset_lock(omp_lock_t *) {}
#endif

struct Board {
  int queens;
  unsigned columns, left, right; // attacked squares of the next row
};

static Board place(const Board &b, unsigned square) {
  return {b.queens + 1, b.columns | square, (b.left | square) << 1, (b.right | square) >> 1};
}

static long solve(const Board &b, int n) {
  if (b.queens == n)
    return 1;
  long found = 0;
  unsigned open = ~(b.columns | b.left | b.right) & ((1u << n) - 1);
  for (; open; open &= open - 1)
    found += solve(place(b, open & -open), n);
  return found;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 14;
  std::vector<Board> list{{0, 0, 0, 0}};
  int unfinished = 1;
  long solutions = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);

#pragma omp parallel reduction(+ : solutions)
  for (bool finished = false; !finished;) {
    Board board{-1, 0, 0, 0};
    omp_set_lock(&lock);
    finished = unfinished == 0;
    if (!list.empty()) {
      board = list.back();
      list.pop_back();
    }
    omp_unset_lock(&lock);
    if (board.queens < 0)
      continue;

    std::vector<Board> next;
    if (board.queens < 4) {
      unsigned open = ~(board.columns | board.left | board.right) & ((1u << n) - 1);
      for (; open; open &= open - 1)
        next.push_back(place(board, open & -open));
    } else {
      solutions += solve(board, n);
    }
    omp_set_lock(&lock);
    list.insert(list.end(), next.begin(), next.end());
    unfinished += static_cast<int>(next.size()) - 1;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  std::printf("%d queens: %ld solutions\n", n, solutions);
  return 0;
}
