// tare: plugin: add.c
// tare: plugin: serial.c
// A plugin with constructs is loaded, used within and outside of a region, closed, and loaded again.
#include "../../expect.h"
#include <dlfcn.h>

static int use(const char *path, const char *name, int n) {
  int result = 0;
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    printf("%s\n", dlerror());
    exit(1);
  }
  int (*run)(int) = (int (*)(int))dlsym(library, name);
  EXPECT(run);
  result = run(n);
#pragma omp parallel
#pragma omp single
  result += run(n);
  dlclose(library);
  return result;
}

int main(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
  for (int round = 0; round < 3; round++)
    sum += use("./libadd.so", "add", 10) + use("./libserial.so", "serial", 10);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
  printf("%d\n", sum);
  EXPECT_EQ(sum, 90 + 3 * (90 + 20));
  return 0;
}
