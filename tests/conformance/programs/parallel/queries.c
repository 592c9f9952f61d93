// tare: treatment: parallel measured 2
// tare: treatment: parallel for measured 1
// The library's queries answer the same inside instrumented constructs.
#include <omp.h>
#include <stdio.h>

static void say(const char *where, int bad) {
  printf("%s: threads %d level %d active %d in_parallel %d ancestor %d team %d max %d procs %d "
         "final %d bad %d\n",
         where, omp_get_num_threads(), omp_get_level(), omp_get_active_level(), omp_in_parallel(),
         omp_get_ancestor_thread_num(omp_get_level()), omp_get_team_size(omp_get_level()),
         omp_get_max_threads(), omp_get_num_procs() > 0, omp_in_final(), bad);
}

int main(void) {
  int bad = 0, size = 0, sum = 0;
  say("serial", 0);
#pragma omp parallel reduction(+ : bad)
  {
    int self = omp_get_thread_num();
    bad += self < 0 || self >= omp_get_num_threads();
    bad += omp_get_ancestor_thread_num(1) != self || omp_get_ancestor_thread_num(0) != 0;
    bad += omp_get_ancestor_thread_num(2) != -1 || omp_get_team_size(5) != -1;
#pragma omp barrier
#pragma omp master
    say("parallel", bad);
  }
#pragma omp parallel num_threads(1)
  say("alone", bad);
#pragma omp parallel for reduction(+ : sum) reduction(max : size)
  for (int i = 0; i < 100; i++) {
    size = omp_get_num_threads();
    sum += omp_get_level() == 1;
  }
  printf("%d %d %d %d\n", size, sum, omp_get_max_task_priority(), omp_get_thread_limit() > 0);
  return bad != 0 || sum != 100;
}
