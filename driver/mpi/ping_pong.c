/* SPDX-License-Identifier: Apache-2.0
 *
 * What messages take between two ranks of one host, and between two of different hosts.
 *
 *   ping_pong --library          first line of MPI's version; MPI does not begin
 *   mpirun -n 2 ping_pong        a line each, all with "tare-network" in front:
 *     ranks <ranks> hosts <hosts>
 *     pair <local|remote> <host> <host>
 *     eager <local|remote> <bytes>                the longest message whose send does not wait for
 *                                                 its receive; -1: all of these sizes
 *     point <local|remote> <bytes> <half round trip> <its median> <in the send> <in the receive>
 *     turns <seconds> <share>                     of rank 0's host (processor_turns.c)
 *     end
 *
 * Times are seconds: lower quartiles of rounds over all sizes, since what disturbs one makes it
 * longer. A message beyond the limit is in its calls as long as it takes to start it. Ranks that
 * are in no pair sleep. */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void print_turns(void); /* processor_turns.c */

enum {
  ROUNDS = 15,
  TRIES = 4,
  LATE_TRIES = 5,
  FIRST_SIZE = 8,
  LAST_SIZE = 4 << 20,
  MOST_SIZES = 24
};

struct point {
  long bytes;
  int trips;   /* of a batch */
  double half; /* half a round trip, at first sight */
  double halves[ROUNDS], sends[ROUNDS * TRIES], receives[ROUNDS * TRIES];
};

static struct point points[MOST_SIZES];
static int sizes;
static char *out, *in;
static int rank, ranks, peer, is_first;
static double limit; /* of eager messages; -1: none */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void spin(double seconds) {
  double end = now() + seconds;
  while (now() < end)
    ;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sorts. */
static double quantile(double *times, int count, double share) {
  qsort(times, (size_t)count, sizeof *times, ascending);
  return times[(int)(share * (count - 1))];
}

static void give(long bytes) { MPI_Send(out, (int)bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD); }
static void take(long bytes) {
  MPI_Recv(in, (int)bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
/* The other one waits until it may begin. */
static void let(void) { MPI_Send(NULL, 0, MPI_BYTE, peer, 2, MPI_COMM_WORLD); }
static void await(void) { MPI_Recv(NULL, 0, MPI_BYTE, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }

/* ---- half round trips ---- */

static double trips(long bytes, int count) {
  double begin = now();
  for (int i = 0; i < count; ++i)
    if (is_first) {
      give(bytes);
      take(bytes);
    } else {
      take(bytes);
      give(bytes);
    }
  return (now() - begin) / (2 * count);
}

/* Makes connections, and tells how many trips are a batch of about a millisecond. */
static void warm(struct point *p) {
  trips(p->bytes, 3);
  p->half = trips(p->bytes, 3);
  double wanted = 0.5e-3 / p->half;
  p->trips = wanted > 300 ? 300 : wanted < 1 ? 1 : (int)wanted;
  double told[2] = {p->half, p->trips};
  if (is_first)
    MPI_Send(told, 2, MPI_DOUBLE, peer, 3, MPI_COMM_WORLD);
  else
    MPI_Recv(told, 2, MPI_DOUBLE, peer, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  p->half = told[0];
  p->trips = (int)told[1];
}

/* ---- the limit ---- */

struct late {
  double bytes, delay; /* below 0: no more */
};

static void serve_late(void) {
  for (;;) {
    struct late wanted;
    MPI_Recv(&wanted, 2, MPI_DOUBLE, peer, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (wanted.bytes < 0)
      return;
    spin(wanted.delay);
    take((long)wanted.bytes);
  }
}

/* Whether a send ends although its receive comes late. */
static int returns_early(long bytes, double half) {
  double took[LATE_TRIES];
  struct late wanted = {(double)bytes, 10 * half > 300e-6 ? 10 * half : 300e-6};
  for (int i = 0; i < LATE_TRIES; ++i) {
    MPI_Send(&wanted, 2, MPI_DOUBLE, peer, 4, MPI_COMM_WORLD);
    double begin = now();
    give(bytes);
    took[i] = now() - begin;
  }
  return quantile(took, LATE_TRIES, 0.5) < wanted.delay / 2;
}

static double find_limit(void) {
  struct late no_more = {-1, 0};
  double found = -1;
  for (int i = 0; i < sizes; ++i)
    if (!returns_early(points[i].bytes, points[i].half)) {
      long low = i ? points[i - 1].bytes : 0, high = points[i].bytes;
      while (high - low > 1) {
        long middle = low + (high - low) / 2;
        if (returns_early(middle, points[i].half))
          low = middle;
        else
          high = middle;
      }
      found = (double)low;
      break;
    }
  MPI_Send(&no_more, 2, MPI_DOUBLE, peer, 4, MPI_COMM_WORLD);
  return found;
}

static void agree_on_limit(void) {
  if (is_first) {
    limit = find_limit();
    MPI_Send(&limit, 1, MPI_DOUBLE, peer, 3, MPI_COMM_WORLD);
  } else {
    serve_late();
    MPI_Recv(&limit, 1, MPI_DOUBLE, peer, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static int is_eager(long bytes) { return limit < 0 || (double)bytes <= limit; }

/* ---- time in the calls ---- */

/* The receive is posted by then, or soon after. */
static double in_send(long bytes) {
  if (!is_first) {
    let();
    take(bytes);
    return 0;
  }
  MPI_Request request;
  await();
  spin(5e-6);
  double begin = now();
  MPI_Isend(out, (int)bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &request);
  double took = now() - begin;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return took;
}

/* The message is there by then, as far as it comes without its receive. */
static double in_receive(long bytes, double half) {
  if (!is_first) {
    await();
    give(bytes);
    return 0;
  }
  MPI_Request request;
  let();
  spin(4 * half + 20e-6);
  double begin = now();
  MPI_Irecv(in, (int)bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &request);
  if (is_eager(bytes))
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  double took = now() - begin;
  if (!is_eager(bytes))
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  return took;
}

/* ---- a pair ---- */

static void one_round(int round) {
  for (int k = 0; k < sizes; ++k) {
    struct point *p = &points[round % 2 ? sizes - 1 - k : k];
    trips(p->bytes, 1);
    p->halves[round] = trips(p->bytes, p->trips);
    for (int i = 0; i < TRIES; ++i)
      p->sends[round * TRIES + i] = in_send(p->bytes);
    for (int i = 0; i < TRIES; ++i)
      p->receives[round * TRIES + i] = in_receive(p->bytes, p->half);
  }
}

static void measure(void) {
  for (int i = 0; i < sizes; ++i)
    warm(&points[i]);
  agree_on_limit();
  for (int round = 0; round < ROUNDS; ++round)
    one_round(round);
}

enum { FIGURES = 5 };

/* Limit, then the figures of each size. */
static int results(double *to) {
  double *at = to;
  *at++ = limit;
  for (int i = 0; i < sizes; ++i) {
    struct point *p = &points[i];
    *at++ = (double)p->bytes;
    *at++ = quantile(p->halves, ROUNDS, 0.25);
    *at++ = quantile(p->halves, ROUNDS, 0.5);
    *at++ = quantile(p->sends, ROUNDS * TRIES, 0.25);
    *at++ = quantile(p->receives, ROUNDS * TRIES, 0.25);
  }
  return (int)(at - to);
}

static void print(const char *kind, const double *from) {
  printf("tare-network eager %s %.0f\n", kind, *from++);
  for (int i = 0; i < sizes; ++i, from += FIGURES)
    printf("tare-network point %s %.0f %.4e %.4e %.4e %.4e\n", kind, from[0], from[1], from[2],
           from[3], from[4]);
}

/* All ranks; those that are in no pair sleep meanwhile. */
static void meet(void) {
  MPI_Request request;
  int is_over = 0;
  struct timespec while_others_measure = {0, 2000000};
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (;;) {
    MPI_Test(&request, &is_over, MPI_STATUS_IGNORE);
    if (is_over)
      return;
    nanosleep(&while_others_measure, NULL);
  }
}

/* Its first rank tells rank 0. */
static void pair(const char *kind, int a, int b) {
  double told[1 + FIGURES * MOST_SIZES];
  int count = 1 + FIGURES * sizes;
  if (rank == a || rank == b) {
    is_first = rank == a;
    peer = is_first ? b : a;
    measure();
    count = results(told);
  }
  meet();
  if (rank == a && a != 0)
    MPI_Send(told, count, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD);
  if (rank == 0 && a != 0)
    MPI_Recv(told, count, MPI_DOUBLE, a, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0)
    print(kind, told);
}

/* The first ranks that are on one host, or not; 0: there are none. */
static int choose(const char *hosts, int width, int is_local, int *a, int *b) {
  for (*a = 0; *a < ranks; ++*a)
    for (*b = *a + 1; *b < ranks; ++*b)
      if (!strcmp(hosts + *a * width, hosts + *b * width) == is_local)
        return 1;
  return 0;
}

static int count_hosts(const char *hosts, int width) {
  int count = 0;
  for (int i = 0; i < ranks; ++i) {
    int is_new = 1;
    for (int k = 0; k < i; ++k)
      is_new = is_new && strcmp(hosts + i * width, hosts + k * width);
    count += is_new;
  }
  return count;
}

static int say_library(void) {
  static char text[MPI_MAX_LIBRARY_VERSION_STRING + 1];
  int length;
  MPI_Get_library_version(text, &length);
  text[strcspn(text, "\r\n")] = 0;
  puts(text);
  return 0;
}

static void make_points(void) {
  points[sizes++].bytes = 0;
  for (long bytes = FIRST_SIZE; bytes <= LAST_SIZE; bytes *= 2)
    points[sizes++].bytes = bytes;
  out = malloc(LAST_SIZE);
  in = malloc(LAST_SIZE);
  if (!out || !in) {
    fprintf(stderr, "no memory\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  memset(out, 1, LAST_SIZE);
  memset(in, 1, LAST_SIZE);
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "--library"))
    return say_library();
  enum { WIDTH = MPI_MAX_PROCESSOR_NAME + 1 };
  char host[WIDTH] = "";
  int length, a, b;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Get_processor_name(host, &length);
  char *hosts = calloc((size_t)ranks, WIDTH);
  make_points();
  MPI_Allgather(host, WIDTH, MPI_CHAR, hosts, WIDTH, MPI_CHAR, MPI_COMM_WORLD);
  if (rank == 0)
    printf("tare-network ranks %d hosts %d\n", ranks, count_hosts(hosts, WIDTH));
  for (int is_local = 1; is_local >= 0; --is_local) {
    const char *kind = is_local ? "local" : "remote";
    if (!choose(hosts, WIDTH, is_local, &a, &b))
      continue;
    if (rank == 0) {
      printf("tare-network pair %s %s %s\n", kind, hosts + a * WIDTH, hosts + b * WIDTH);
      fflush(stdout);
    }
    pair(kind, a, b);
  }
  fflush(stdout);
  MPI_Finalize();
  if (rank == 0) { /* the other ranks have gone, or wait for nothing */
    print_turns();
    puts("tare-network end");
  }
  return 0;
}
