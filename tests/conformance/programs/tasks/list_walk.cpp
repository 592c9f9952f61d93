// tare: treatment: task measured 1
// A linked list, a task for each element; objects copied into tasks.
#include <atomic>
#include <cstdio>

static std::atomic<int> alive;

struct Value {
  int v;
  explicit Value(int v) : v(v) { alive++; }
  Value(const Value &other) : v(other.v) { alive++; }
  ~Value() { alive--; }
};

struct Item {
  Value value;
  Item *next;
};

int main() {
  Item *head = nullptr;
  std::atomic<int> sum{0};
  for (int i = 0; i < 40; i++)
    head = new Item{Value(i), head};
#pragma omp parallel
#pragma omp single
  for (Item *item = head; item; item = item->next) {
    Value copy = item->value;
#pragma omp task firstprivate(copy, item)
    {
      sum += copy.v;
      item->value.v = -1;
    }
  }
  int wrong = 0;
  while (head) {
    Item *next = head->next;
    wrong += head->value.v != -1;
    delete head;
    head = next;
  }
  std::printf("%d %d %d\n", sum.load(), alive.load(), wrong);
  return !(sum == 780 && alive == 0 && wrong == 0);
}
