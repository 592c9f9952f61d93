// Random access iterators, pointers, own iterator classes and unsigned types as loop variables.
#include "../expect.h"
#include <cstddef>
#include <deque>
#include <iterator>
#include <vector>

class Counter {
  long at_;

public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = long;
  using difference_type = std::ptrdiff_t;
  using pointer = const long *;
  using reference = const long &;
  explicit Counter(long at = 0) : at_(at) {}
  long operator*() const { return at_; }
  Counter &operator++() { return ++at_, *this; }
  Counter operator++(int) { return Counter(at_++); }
  Counter &operator--() { return --at_, *this; }
  Counter &operator+=(difference_type n) { return at_ += n, *this; }
  Counter &operator-=(difference_type n) { return at_ -= n, *this; }
  friend Counter operator+(Counter c, difference_type n) { return Counter(c.at_ + n); }
  friend Counter operator+(difference_type n, Counter c) { return Counter(c.at_ + n); }
  friend Counter operator-(Counter c, difference_type n) { return Counter(c.at_ - n); }
  friend difference_type operator-(const Counter &a, const Counter &b) { return a.at_ - b.at_; }
  friend bool operator<(const Counter &a, const Counter &b) { return a.at_ < b.at_; }
};

int main() {
  std::vector<int> values(30, 2);
  std::deque<int> queue(10, 5);
  long sum = 0;
#pragma omp parallel for
  for (std::vector<int>::iterator it = values.begin(); it < values.end(); ++it)
    *it += static_cast<int>(it - values.begin());
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for nowait
    for (auto it = values.crbegin(); it < values.crend(); it += 2)
      sum += *it;
#pragma omp for schedule(dynamic, 3)
    for (auto it = queue.begin(); it < queue.end(); it++)
      sum += *it;
#pragma omp for
    for (Counter c = Counter(0); c < Counter(10); ++c)
      sum += *c;
#pragma omp for schedule(guided)
    for (const int *p = values.data(); p < values.data() + 4; ++p)
      sum += *p;
#pragma omp for
    for (unsigned char c = 250; c > 240; c -= 3)
      sum += c;
  }
  printf("%ld\n", sum);
  EXPECT_EQ(sum, (30 + 225) + 50 + 45 + 14 + (250 + 247 + 244 + 241));
  return 0;
}
