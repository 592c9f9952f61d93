void c_fill(int *values, int n);
int c_loop(const int *values, int n);
int plain(int n);
