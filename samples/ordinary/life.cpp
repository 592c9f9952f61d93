// SPDX-License-Identifier: Apache-2.0
// Conway's Game of Life on a torus; one parallel region for all generations.
#include <cstdio>
#include <cstdlib>
#include <vector>

using Board = std::vector<unsigned char>;

static int neighbours(const Board &board, int n, int row, int column) {
  int up = (row + n - 1) % n * n, here = row * n, down = (row + 1) % n * n;
  int left = column == 0 ? n - 1 : column - 1;
  int right = column == n - 1 ? 0 : column + 1;
  return board[up + left] + board[up + column] + board[up + right] + board[here + left] +
         board[here + right] + board[down + left] + board[down + column] + board[down + right];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 512;
  int generations = 200;
  Board board(n * n), next(n * n);
  unsigned seed = 2;
  for (auto &cell : board) {
    seed = seed * 1664525u + 1013904223u;
    cell = seed >> 30 == 0;
  }

  int alive = 0, most = 0;
#pragma omp parallel
  for (int g = 0; g < generations; g++) {
#pragma omp for reduction(+ : alive)
    for (int row = 0; row < n; row++)
      for (int column = 0; column < n; column++) {
        int around = neighbours(board, n, row, column);
        bool lives = around == 3 || (around == 2 && board[row * n + column]);
        next[row * n + column] = lives;
        alive += lives;
      }
#pragma omp single
    {
      board.swap(next);
      most = alive > most ? alive : most;
      alive = 0;
    }
  }

  long checksum = 0;
  for (int i = 0; i < n * n; i++)
    checksum += board[i] * (i % 1009);
  std::printf("at most %d alive, checksum %ld\n", most, checksum);
  return 0;
}
