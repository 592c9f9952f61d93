// tare: treatment: teams outside 3
// teams on the host: a league; num_teams, thread_limit, privates, reduction.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int sum = 0, teams = 0, bad = 0, f = 3;
#pragma omp teams num_teams(3) reduction(+ : sum)
  sum += omp_get_team_num() + 1;
#pragma omp teams num_teams(2) thread_limit(2) firstprivate(f) shared(teams) reduction(+ : bad)
  {
    f += omp_get_team_num();
    bad += f != 3 + omp_get_team_num();
    if (omp_get_team_num() == 0)
      teams = omp_get_num_teams();
  }
  int inner = 0;
#pragma omp teams num_teams(2) reduction(+ : inner)
  {
#pragma omp parallel for reduction(+ : inner)
    for (int i = 0; i < 10; i++)
      inner += i;
  }
  printf("%d %d %d\n", sum == 6 || sum == 1 || sum == 3, inner == 45 * teams, bad);
  return bad != 0 || inner != 45 * teams;
}
