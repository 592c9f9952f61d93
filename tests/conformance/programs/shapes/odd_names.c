// Names that an instrumenter might want for itself, shadowed OpenMP names, words of the directives.
#include "../expect.h"

struct task {
  int tare_task;
};
static int probes = 1, m = 2, tare_x = 3, tare_m = 4, begin = 5, end = 6;
static int region(int parallel) { return parallel + 1; }
static void work_begin(void) {}
static void work_end(void) {}
static void count(int n) { (void)n; }
typedef int node;

static int words(int critical, int barrier, int single) {
  int omp = critical, master = barrier, task = single, nowait = 0, sections = 1, reduction = 2;
#pragma omp parallel shared(omp, master) firstprivate(task, sections) reduction(+ : nowait)
  {
    int section = sections;
#pragma omp for schedule(static)
    for (int ordered = 0; ordered < 4; ordered++)
      nowait += section;
#pragma omp critical(critical)
    {
      int critical = reduction;
      master += critical - 2;
    }
#pragma omp single
    omp += task;
  }
  return omp + master + nowait;
}

int main(void) {
  int tare_n = 0, tare_t0 = 1, tare_t1 = 2, omp_get_thread_num = 7, tare_probes = 0, for_ = 0;
  struct task tare_t2 = {1};
  work_begin();
#pragma omp parallel for reduction(+ : tare_n, for_) firstprivate(m, probes)
  for (int tare_i = 0; tare_i < 10; tare_i++) {
    int tare_m = tare_i, tare_t3 = m + probes;
    tare_n += tare_m + tare_t3;
    for_ += begin + end;
  }
  work_end();
  count(1);
  {
    node node = 3, tare_abi = 4;
#pragma omp parallel
#pragma omp single
#pragma omp task shared(tare_probes)
    tare_probes = node + tare_abi + region(tare_x);
  }
#pragma omp parallel
  {
    int m = 9, tare_t = omp_get_thread_num;
#pragma omp critical
    tare_probes += m - 9 + tare_t - 7;
  }
  printf("%d %d %d %d\n", tare_n, for_, tare_probes, words(1, 2, 3));
  EXPECT_EQ(tare_n, 45 + 30);
  EXPECT_EQ(for_, 110);
  EXPECT_EQ(tare_probes, 11);
  EXPECT_EQ(words(1, 2, 3), 4 + 2 + 4);
  EXPECT_EQ(tare_m + tare_t0 + tare_t1 + tare_t2.tare_task, 8);
  return 0;
}
