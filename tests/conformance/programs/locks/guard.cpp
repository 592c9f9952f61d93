// tare: treatment: omp_set_lock measured 1
// tare: treatment: omp_unset_lock measured 1
// tare: treatment: omp_test_lock counted 1
// A guard class around a lock, also in a template and with an exception.
#include <cstdio>
#include <omp.h>

class Lock {
public:
  Lock() { omp_init_lock(&lock_); }
  ~Lock() { omp_destroy_lock(&lock_); }
  void lock() { omp_set_lock(&lock_); }
  bool tryLock() { return omp_test_lock(&lock_); }
  void unlock() { omp_unset_lock(&lock_); }

private:
  omp_lock_t lock_;
};

template <class L> class Guard {
public:
  explicit Guard(L &lock) : lock_(lock) { lock_.lock(); }
  ~Guard() { lock_.unlock(); }

private:
  L &lock_;
};

int main() {
  Lock lock;
  int n = 0, caught = 0;
#pragma omp parallel for
  for (int i = 0; i < 80; i++) {
    try {
      Guard<Lock> guard(lock);
      n++;
      if (i % 8 == 0)
        throw i;
    } catch (int) {
#pragma omp atomic
      caught++;
    }
  }
  bool got = lock.tryLock();
  lock.unlock();
  std::printf("%d %d %d\n", n, caught, got);
  return !(n == 80 && caught == 10 && got);
}
