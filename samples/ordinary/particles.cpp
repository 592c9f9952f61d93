// SPDX-License-Identifier: Apache-2.0
// Particles in a box push each other away when they are near. A grid of cells finds the neighbours.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Particle {
  double x, y, vx = 0, vy = 0;
};

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 15000;
  int side = std::max(1, static_cast<int>(std::sqrt(n / 4)));
  double reach = 1.0 / side, dt = 0.01;
  std::vector<Particle> particles(n);
  unsigned seed = 31;
  for (Particle &p : particles) {
    seed = seed * 1664525u + 1013904223u;
    p.x = (seed >> 8) / 16777216.0;
    seed = seed * 1664525u + 1013904223u;
    p.y = (seed >> 8) / 16777216.0 * p.x; // more of them to the lower right
  }

  auto cell = [side](double x) { return std::min(side - 1, std::max(0, int(x * side))); };
  std::vector<std::vector<int>> cells(side * side);
  for (int step = 0; step < 10; step++) {
    for (auto &members : cells)
      members.clear();
    for (int i = 0; i < n; i++)
      cells[cell(particles[i].y) * side + cell(particles[i].x)].push_back(i);

#pragma omp parallel for schedule(dynamic, 256)
    for (int i = 0; i < n; i++) {
      Particle &p = particles[i];
      double fx = 0, fy = 0;
      int row = cell(p.y), column = cell(p.x);
      for (int r = std::max(0, row - 1); r <= std::min(side - 1, row + 1); r++)
        for (int c = std::max(0, column - 1); c <= std::min(side - 1, column + 1); c++)
          for (int j : cells[r * side + c]) {
            double dx = p.x - particles[j].x, dy = p.y - particles[j].y;
            double distance = std::sqrt(dx * dx + dy * dy);
            if (j == i || distance >= reach || distance == 0)
              continue;
            double push = (reach - distance) / distance;
            fx += push * dx;
            fy += push * dy;
          }
      p.vx += dt * fx;
      p.vy += dt * fy;
    }

#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      Particle &p = particles[i];
      p.x = std::min(1.0, std::max(0.0, p.x + dt * p.vx));
      p.y = std::min(1.0, std::max(0.0, p.y + dt * p.vy));
    }
  }

  double energy = 0;
  for (const Particle &p : particles)
    energy += p.vx * p.vx + p.vy * p.vy;
  std::printf("energy %.9e, first at %.9f\n", energy, particles[0].x);
  return 0;
}
