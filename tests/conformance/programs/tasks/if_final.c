// tare: treatment: task measured 5
// if and final are evaluated exactly once a task; undeferred and included tasks; mergeable.
#include <omp.h>
#include <stdio.h>

static int asked, in_final, depth_sum;

static int ask(int answer) {
#pragma omp atomic
  asked++;
  return answer;
}

static void descend(int depth) {
  if (depth == 0)
    return;
#pragma omp task final(ask(depth < 3)) mergeable
  {
    if (omp_in_final()) {
#pragma omp atomic
      in_final++;
    }
#pragma omp atomic
    depth_sum += depth;
    descend(depth - 1);
  }
#pragma omp taskwait
}

int main(void) {
  int order[4] = {0}, n = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if (ask(0)) shared(order, n)
    order[n++] = 1;
    order[n++] = 2;
#pragma omp task if (task : ask(0)) shared(order, n)
    {
      order[n++] = 3;
    }
    order[n++] = 4;
#pragma omp task if (ask(1)) mergeable
    {
#pragma omp task if (0)
      {
#pragma omp atomic
        depth_sum += 100;
      }
    }
#pragma omp taskwait
    descend(5);
  }
  printf("%d%d%d%d asked %d final %d depth %d\n", order[0], order[1], order[2], order[3], asked,
         in_final, depth_sum);
  return !(order[3] == 4 && asked == 8 && in_final == 2 && depth_sum == 115);
}
