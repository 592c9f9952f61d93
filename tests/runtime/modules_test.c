/* SPDX-License-Identifier: Apache-2.0
 *
 * Constructs that no record could number are refused, with their unit.
 */
#include "modules.h"
#include "profile_format.h"

#include <stdio.h>

static int failed;

#define CHECK(what)                                                                                \
  do {                                                                                             \
    if (!(what)) {                                                                                 \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #what);                                            \
      failed = 1;                                                                                  \
    }                                                                                              \
  } while (0)

static struct tare_module unit(const char *name, uint32_t nodes) {
  return (struct tare_module){.table = name, .table_length = 1, .node_count = nodes};
}

int main(void) {
  struct tare_module all = unit("a", TARE_PF_NO_NODE), most = unit("b", TARE_PF_NO_NODE - 2);
  struct tare_module three = unit("c", 3), two = unit("d", 2), one = unit("e", 1);
  struct tare_module beyond = unit("f", TARE_PF_NO_NODE + 1);
  CHECK(!tare_modules_add(&beyond));
  CHECK(tare_modules_add(&most) && most.first_node == 0);
  CHECK(!tare_modules_add(&three) && !tare_modules_add(&all));
  CHECK(tare_modules_add(&two) && two.first_node + 1 == TARE_PF_NO_NODE - 1); /* its last node */
  CHECK(!tare_modules_add(&one));
  CHECK(tare_modules_add(&most) && most.first_node == 0); /* known already */
  return failed;
}
