// What the program can see of its own text: __LINE__, __FILE__, __func__, __COUNTER__ in constructs.
#include "../expect.h"
#include <string.h>

#define HERE __LINE__

static int lines;
static void note(const char *file, int line, const char *function) {
#pragma omp critical(note)
  lines += line * (strrchr(file, '/') != NULL) * (strstr(function, "main") != NULL);
}

int main(void) {
  const int first = HERE;
#pragma omp parallel num_threads(1)
  {
    note(__FILE__, __LINE__, __func__);
#pragma omp for
    for (int i = 0; i < 1; i++) note(__FILE__, __LINE__, __func__);
#pragma omp single
    note(__FILE__, __LINE__, __func__); printf("%d\n", HERE);
#pragma omp critical
    { note(__FILE__, HERE, __func__); } note(__FILE__, HERE, __func__);
#pragma omp sections
    {
#pragma omp section
      note(__FILE__, __LINE__, __func__);
    } printf("%d\n", __LINE__);
#pragma omp task
    { note(__FILE__, __LINE__, __func__); }
  } printf("%d\n", __LINE__);
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 1; i++)
    note(__FILE__, __LINE__, __func__); printf("%d\n", __LINE__);
  printf("%d %d %d %d\n", lines, __LINE__, __COUNTER__, __COUNTER__);
  EXPECT(lines > 8 * first);
  return 0;
}
