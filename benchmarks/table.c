// The table in C, for benchmarks/table.py: with the vector library's sines for every entry, and by
// pe_lib's scheme, in which one multiplication of complex numbers gives a pair of entries.
// cc -O3 -march=native -ffast-math -shared -fPIC -o table.so table.c -lm

#include <complex.h>
#include <math.h>

enum { BLOCK = 64, WIDEST = 4096 };

#define EVERY_SINE(NAME, REAL)                                                   \
  void NAME(REAL *table, long rows, long columns, const double *omega) {         \
    double sines[WIDEST], cosines[WIDEST];                                       \
    for (long p = 0; p < rows; p++) {                                            \
      for (long j = 0; j < columns / 2; j++) sines[j] = sin(p * omega[j]);       \
      for (long j = 0; j < columns / 2; j++) cosines[j] = cos(p * omega[j]);     \
      for (long j = 0; j < columns / 2; j++) {                                   \
        table[p * columns + 2 * j] = sines[j];                                   \
        table[p * columns + 2 * j + 1] = cosines[j];                             \
      }                                                                          \
    }                                                                            \
  }

#define BY_ROTATION(NAME, REAL)                                                  \
  void NAME(REAL *table, long rows, long columns, const double *omega) {         \
    long pairs = columns / 2;                                                    \
    static double complex near[BLOCK * WIDEST], turn[WIDEST];                    \
    for (long p = 0; p < BLOCK; p++)                                             \
      for (long j = 0; j < pairs; j++)                                           \
        near[p * pairs + j] = sin(p * omega[j]) + I * cos(p * omega[j]);         \
    for (long first = 0; first < rows; first += BLOCK) {                         \
      for (long j = 0; j < pairs; j++)                                           \
        turn[j] = cos(first * omega[j]) - I * sin(first * omega[j]);             \
      for (long p = 0; p < BLOCK && first + p < rows; p++)                       \
        for (long j = 0; j < pairs; j++) {                                       \
          double complex entry = near[p * pairs + j] * turn[j];                  \
          table[(first + p) * columns + 2 * j] = creal(entry);                   \
          table[(first + p) * columns + 2 * j + 1] = cimag(entry);               \
        }                                                                        \
    }                                                                            \
  }

EVERY_SINE(every_sine_float64, double)
EVERY_SINE(every_sine_float32, float)
BY_ROTATION(by_rotation_float64, double)
BY_ROTATION(by_rotation_float32, float)
