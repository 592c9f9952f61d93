// tare: plugin: work.c
// The program itself has no construct; its plugin has, and is never closed.
#include "../../expect.h"
#include <dlfcn.h>

int main(void) {
  void *library = dlopen("./libwork.so", RTLD_LAZY | RTLD_GLOBAL);
  if (!library) {
    printf("%s\n", dlerror());
    return 1;
  }
  int (*work)(int) = (int (*)(int))dlsym(library, "work");
  EXPECT(work);
  printf("%d\n", work(10));
  EXPECT_EQ(work(20), 190);
  return 0;
}
