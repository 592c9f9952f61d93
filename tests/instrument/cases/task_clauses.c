// RUN: %case %s | %check %s
#include <omp.h>
#include <stdio.h>

int main(void) {
  int a[8], n = 0, sum = 0;
  omp_depend_t object;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a[0]) priority(3) default(none) shared(a)
    a[0] = 1;
#pragma omp task depend(iterator(i = 1 : 8), out : a[i]) affinity(a) default(firstprivate) shared(a)
    for (int i = 1; i < 8; i++)
      a[i] = i;
#pragma omp task depend(mutexinoutset : n) final(n > 9) mergeable
    n++;
#pragma omp task depend(inout : n) if (task : 0)
    n++;
#pragma omp depobj(object) depend(inout : n)
#pragma omp task depend(depobj : object)
    n++;
#pragma omp depobj(object) update(in)
#pragma omp taskwait depend(in : n)
#pragma omp taskwait
    omp_event_handle_t event;
#pragma omp task detach(event)
    omp_fulfill_event(event);
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp task in_reduction(+ : sum) allocate(sum)
      sum += 2;
      for (int i = 0; i < 3; i++)
#pragma omp task in_reduction(+ : sum)
        sum += i;
    }
  }
  printf("%d %d %d %d\n", a[0], a[7], n, sum);
  return 0;
}
// CHECK: { tasks_create(&tare_m, 3u, tare_task_depends);
// CHECK-NEXT: #pragma omp task depend(out : a[0]) priority(3) default(shared) shared(a)
// CHECK-NEXT: { struct tare_task [[T:tare_t[0-9]+]]; tasks_begin(&tare_m, 3u, &[[T]], tare_task_depends); a[0] = 1; task_end(&[[T]]); } tasks_created(&tare_m, 3u, tare_task_depends); }
// CHECK: default(firstprivate) shared(tare_m) shared(a)
// CHECK: { count(&tare_m, {{.*}});
// CHECK-NEXT: #pragma omp depobj(object) depend(inout : n)
// CHECK-NEXT: }
// CHECK: { task_wait_begin
// CHECK-NEXT: #pragma omp taskwait depend(in : n)
// CHECK-NEXT: task_wait_end
// CHECK: NODE task#0 {{.*}} measured
// CHECK: NODE task#1 {{.*}} measured
// CHECK: NODE task#2 {{.*}} measured
// CHECK: NODE task#3 {{.*}} measured
// CHECK: [depobj(object) depend(inout : n)] counted
// CHECK: NODE task#4 {{.*}} measured
// CHECK: NODE taskwait#0 {{.*}} measured
// CHECK: NODE task#5 {{.*}} [task detach(event)] measured
// CHECK: NODE task#6 {{.*}} measured
// CHECK: NODE task#7 {{.*}} measured
