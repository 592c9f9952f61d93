int serial(int n) { return n; }
