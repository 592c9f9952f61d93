typedef void operation(int *sum, int index);
struct entry {
  const char *name;
  operation *run;
};
extern const struct entry operations[];
extern const int operation_count;
