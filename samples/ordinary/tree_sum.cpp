// SPDX-License-Identifier: Apache-2.0
// A binary tree of parcels: total price of those that are lighter than a limit, for some limits.
// Tasks walk through the upper levels of the tree.
#include <cstdio>
#include <cstdlib>
#include <memory>

struct Node {
  int weight, price;
  std::unique_ptr<Node> left, right;
};

static std::unique_ptr<Node> make_tree(int count, unsigned seed) {
  if (count == 0)
    return nullptr;
  seed = seed * 1664525u + 1013904223u;
  std::unique_ptr<Node> node(new Node{int(seed >> 16) % 1000, int(seed >> 8) % 500, {}, {}});
  int to_the_left = (count - 1) * (0.25 + 0.5 * (seed >> 24) / 256);
  node->left = make_tree(to_the_left, seed + 1);
  node->right = make_tree(count - 1 - to_the_left, seed + 2);
  return node;
}

static long total(const Node *node, int limit, int depth) {
  if (!node)
    return 0;
  long left, right;
  if (depth < 8) {
#pragma omp task shared(left)
    left = total(node->left.get(), limit, depth + 1);
#pragma omp task shared(right)
    right = total(node->right.get(), limit, depth + 1);
#pragma omp taskwait
  } else {
    left = total(node->left.get(), limit, depth + 1);
    right = total(node->right.get(), limit, depth + 1);
  }
  return left + right + (node->weight < limit ? node->price : 0);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 1000000;
  std::unique_ptr<Node> tree = make_tree(n, 4);
#pragma omp parallel
#pragma omp single
  for (int limit = 100; limit <= 1000; limit += 100)
    std::printf("lighter than %d: %ld\n", limit, total(tree.get(), limit, 0));
  return 0;
}
