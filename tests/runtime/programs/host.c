/* SPDX-License-Identifier: Apache-2.0
 * A host without OpenMP: host PLUGIN.so FUNCTION [PLUGIN.so FUNCTION]... */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  for (int i = 1; i + 1 < argc; i += 2) {
    void *plugin = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
    int (*run)(int) = 0;
    if (plugin)
      *(void **)&run = dlsym(plugin, argv[i + 1]);
    if (!run) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    printf("%d\n", run(1000));
  }
  return 0;
}
