/* SPDX-License-Identifier: Apache-2.0 */
#include "modules.h"
#include "file.h"
#include "memory.h"
#include "state.h"

#include <string.h>

struct known_module {
  struct tare_pf_module about;
  char *table;
  int written;
};

/* Guarded by tare_rt.lock. */
static struct known_module known[TARE_MODULES]; /* untouched pages cost nothing */
static uint32_t known_count, known_nodes;

static int same(const struct known_module *k, const struct tare_module *m) {
  return k->about.table_hash == m->table_hash && k->about.table_length == m->table_length &&
         k->about.node_count == m->node_count && k->about.flags == m->flags &&
         memcmp(k->table, m->table, m->table_length) == 0;
}

static void place(struct tare_module *m, uint32_t slot) {
  m->slot = slot;
  m->first_node = known[slot].about.first_node;
}

int tare_modules_add(struct tare_module *m) {
  for (uint32_t i = 0; i < known_count; ++i)
    if (same(&known[i], m)) {
      place(m, i);
      return 1;
    }
  if (known_count == TARE_MODULES || m->node_count > TARE_PF_NO_NODE - known_nodes)
    return 0;
  char *table = tare_memory_reserve(m->table_length + 1);
  if (!table)
    return 0;
  memcpy(table, m->table, m->table_length);
  known[known_count] = (struct known_module){
      .about = {known_nodes, m->node_count, m->table_hash, m->table_length, m->flags, 0},
      .table = table};
  place(m, known_count++);
  known_nodes += m->node_count;
  tare_rt.samples |= (m->flags & tare_module_samples) != 0;
  tare_rt.events |= (m->flags & tare_module_events) != 0;
  return 1;
}

static int writeOne(struct known_module *k, uint32_t slot) {
  uint64_t size = sizeof k->about + k->about.table_length;
  struct tare_pf_block *block = tare_file_block(TARE_BLOCK_MODULE, 0, slot, size, size);
  if (!block)
    return 0;
  memcpy(tare_payload(block), &k->about, sizeof k->about);
  memcpy(tare_payload(block) + sizeof k->about, k->table, k->about.table_length);
  tare_file_publish(block, size);
  k->written = 1;
  return 1;
}

int tare_modules_write(void) {
  for (uint32_t i = 0; i < known_count; ++i)
    if (!known[i].written && !writeOne(&known[i], i))
      return 0;
  tare_rt.header->modules = known_count;
  tare_rt.header->node_count = known_nodes;
  return 1;
}

void tare_modules_forget(void) {
  for (uint32_t i = 0; i < known_count; ++i)
    known[i].written = 0;
}
