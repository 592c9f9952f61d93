void fill(int *values, int n);
void add(const int *values, int n, int *sum);
void once(int *hits);
void split(int *hits);
void chief(int *hits);
void spawn(int *hits, int n);
void in_turn(int *hits, int i);
void wait_here(void);
