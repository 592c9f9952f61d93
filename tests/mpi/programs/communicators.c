/* SPDX-License-Identifier: Apache-2.0
 *
 * Three ranks: communicators made in every way, used, and freed. Prints what arrived.
 */
#include <mpi.h>
#include <stdio.h>

#define WORLD MPI_COMM_WORLD
#define NO_STATUS MPI_STATUS_IGNORE

static int rank;
static long sum;

static void show(const char *what, int value) {
  sum = sum * 31 % 1000003 + value;
  printf("%d %s %ld\n", rank, what, sum);
  fflush(stdout);
}

/* A token around it: each sends to the next. */
static int around(MPI_Comm comm, int tag) {
  int own, size, got = -1;
  MPI_Comm_rank(comm, &own);
  MPI_Comm_size(comm, &size);
  MPI_Sendrecv(&rank, 1, MPI_INT, (own + 1) % size, tag, &got, 1, MPI_INT, MPI_ANY_SOURCE, tag,
               comm, NO_STATUS);
  return got;
}

static void copies(void) {
  MPI_Comm comm, later, own;
  MPI_Request request;
  MPI_Comm_dup(WORLD, &comm);
  show("dup", around(comm, 1));
  MPI_Comm_idup(comm, &later, &request);
  MPI_Wait(&request, NO_STATUS);
  show("idup", around(later, 2));
  MPI_Comm_free(&comm);
  show("idup", around(later, 3));
  MPI_Comm_free(&later);
  MPI_Comm_dup(MPI_COMM_SELF, &own);
  show("self", around(own, 4));
  MPI_Comm_free(&own);
}

static void parts(void) {
  MPI_Comm comm;
  MPI_Comm_split(WORLD, 0, -rank, &comm); /* the other way round */
  show("split", around(comm, 10));
  MPI_Comm_free(&comm);
  MPI_Comm_split(WORLD, rank == 1 ? MPI_UNDEFINED : 5, rank, &comm);
  if (comm != MPI_COMM_NULL) {
    show("part", around(comm, 11));
    MPI_Request request; /* it ends when its communicator is freed */
    int got, own;
    MPI_Comm_rank(comm, &own);
    MPI_Irecv(&got, 1, MPI_INT, 1 - own, 12, comm, &request);
    MPI_Send(&rank, 1, MPI_INT, 1 - own, 12, comm);
    MPI_Comm_free(&comm);
    MPI_Wait(&request, NO_STATUS);
    show("freed", got);
  }
  MPI_Comm_split_type(WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm);
  show("node", around(comm, 13));
  MPI_Comm_free(&comm);
}

static void groups(void) {
  MPI_Group world, two;
  MPI_Comm comm;
  const int members[2] = {2, 0};
  MPI_Comm_group(WORLD, &world);
  MPI_Group_incl(world, 2, members, &two);
  MPI_Comm_create(WORLD, two, &comm);
  if (comm != MPI_COMM_NULL) {
    show("create", around(comm, 20));
    MPI_Comm_free(&comm);
  }
  if (rank != 1) {
    MPI_Comm_create_group(WORLD, two, 7, &comm);
    show("create_group", around(comm, 21));
    MPI_Comm_free(&comm);
  }
  MPI_Group_free(&two);
  MPI_Group_free(&world);
}

static void topologies(void) {
  const int size = 3, periodic = 1, kept = 1, index[3] = {2, 4, 6}, edges[6] = {1, 2, 0, 2, 0, 1};
  int in[8], n = 3, next = (rank + 1) % n, before = (rank + n - 1) % n;
  MPI_Comm cart, row, graph, ring;
  MPI_Cart_create(WORLD, 1, &size, &periodic, 0, &cart);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, cart);
  show("cart", 10 * in[0] + in[1]);
  MPI_Cart_sub(cart, &kept, &row);
  show("row", around(row, 30));
  MPI_Comm_free(&row);
  MPI_Comm_free(&cart);
  MPI_Graph_create(WORLD, 3, index, edges, 0, &graph);
  int out[2] = {rank, rank + 10};
  MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, graph);
  show("graph", 100 * in[0] + in[1]);
  MPI_Comm_free(&graph);
  MPI_Dist_graph_create_adjacent(WORLD, 1, &before, MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &ring);
  MPI_Request request;
  MPI_Ineighbor_alltoall(&rank, 1, MPI_INT, in, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, NO_STATUS);
  show("ring", in[0]);
  MPI_Comm_free(&ring);
}

/* Ranks 0 and 2 on one side, 1 on the other. */
static void acrossGroups(void) {
  MPI_Comm local, inter, copy, all;
  int side = rank == 1, own, got = -1, root;
  MPI_Comm_split(WORLD, side, rank, &local);
  MPI_Comm_rank(local, &own);
  MPI_Intercomm_create(local, 0, WORLD, side ? 0 : 1, 40, &inter);
  if (side) {
    MPI_Send(&rank, 1, MPI_INT, 1, 41, inter); /* to rank 2 of the world */
  } else if (own == 1) {
    MPI_Recv(&got, 1, MPI_INT, 0, 41, inter, NO_STATUS);
  }
  show("inter", got);
  root = side ? 1 : own == 1 ? MPI_ROOT : MPI_PROC_NULL;
  got = rank;
  MPI_Bcast(&got, 1, MPI_INT, root, inter);
  show("inter bcast", got);
  MPI_Allreduce(&rank, &got, 1, MPI_INT, MPI_SUM, inter);
  show("inter allreduce", got);
  MPI_Comm_dup(inter, &copy);
  MPI_Comm_free(&inter);
  MPI_Intercomm_merge(copy, side, &all);
  MPI_Comm_free(&copy);
  show("merged", around(all, 42));
  MPI_Comm_free(&all);
  MPI_Comm_free(&local);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(WORLD, &rank);
  copies();
  parts();
  groups();
  topologies();
  acrossGroups();
  MPI_Finalize();
  return 0;
}
