// The table in C, for benchmarks/table.py, with the vector library's sines for every entry.
// cc -O3 -march=native -ffast-math -shared -fPIC -o table.so table.c -lm

#include <math.h>

enum { WIDEST = 4096 };

void fill_table(double *table, long rows, long columns, const double *omega) {
  double sines[WIDEST], cosines[WIDEST];
  for (long p = 0; p < rows; p++) {
    for (long j = 0; j < columns / 2; j++) sines[j] = sin(p * omega[j]);
    for (long j = 0; j < columns / 2; j++) cosines[j] = cos(p * omega[j]);
    for (long j = 0; j < columns / 2; j++) {
      table[p * columns + 2 * j] = sines[j];
      table[p * columns + 2 * j + 1] = cosines[j];
    }
  }
}
