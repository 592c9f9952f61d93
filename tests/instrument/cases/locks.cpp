// Lock routines are nodes, in functions without any directive and in templates too.
// RUN: %case %s | %check %s
#include <cstdio>
#include <omp.h>

struct Guard {
  omp_lock_t &lock;
  explicit Guard(omp_lock_t &l) : lock(l) { omp_set_lock(&lock); }
  ~Guard() { omp_unset_lock(&lock); }
};

template <class T> int add(T &nest, int *n) {
  omp_set_nest_lock(&nest);
  if (::omp_test_nest_lock(&nest) > 1)
    omp_unset_nest_lock(&nest);
  ++*n;
  return omp_unset_nest_lock(&nest), *n;
}

int main() {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  void (*set)(omp_lock_t *) = omp_set_lock;
  int n = 0, m = 0;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(3) default(none) shared(lock, nest, n, m)
  {
    { Guard guard(lock); ++n; }
    while (!omp_test_lock(&lock))
      ;
    ++n;
    omp_unset_lock(&lock);
    add(nest, &m);
  }
  set(&lock);
  std::printf("%d %d\n", n, m);
}
// CHECK: { (wait_begin(&tare_m, [[A:[0-9]+]]u), omp_set_lock(&lock) , wait_end(&tare_m, [[A]]u)) ; }
// CHECK: (wait_begin(&tare_m, {{.*}}), omp_set_nest_lock(&nest) , wait_end
// CHECK: if ( (count(&tare_m, {{[0-9]+}}u, 1ul), ::omp_test_nest_lock(&nest) ) > 1)
// CHECK: return (wait_begin({{.*}}), omp_unset_nest_lock(&nest) , wait_end({{.*}})) , *n;
// CHECK: default(shared) shared(lock, nest, n, m)
// CHECK: NODE lock#0 {{.*}} [omp_set_lock] measured
// CHECK: NODE lock#{{.*}} [omp_test_nest_lock] counted
// CHECK: NODE lock#0 {{.*}} [omp_set_lock] left alone (its address is taken, so its calls cannot be seen)
