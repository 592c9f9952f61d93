// Bytes that are not UTF-8: in comments (Größe, déjà vu), strings and pragmas' comments.
#include "../expect.h"
#include <string.h>

/* àéîõü */
static const char *word = "Größe déjà";

int main(void) {
  int sum = 0; // Straße
#pragma omp parallel for reduction(+ : sum) // über
  for (int i = 0; i < 10; i++) /* ÿş */
    sum += (int)strlen("é") + word[2] * 0;
#pragma omp parallel
  {
    const char *mine = "ünd";
#pragma omp critical /* ö */
    sum += mine[0] == '\xfc' ? 0 : 1;
  }
  printf("%d\n", sum);
  EXPECT_EQ(sum, 10);
  EXPECT_EQ(strlen(word), 10);
  return 0;
}
