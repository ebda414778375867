"""What processes that run side by side take from their environment, to be quick."""

# One thread for each: on a busy machine several wait for each other longer than they work.
# And Linux's allocator keeps what numpy lets go: chapter 6 trains in half the time where the
# system need not clear the same memory for every step. The results are the same to the last bit.
SPEED = {
    "OMP_NUM_THREADS": "1",
    "MALLOC_MMAP_THRESHOLD_": str(2**25),
    "MALLOC_TRIM_THRESHOLD_": str(2**28),
}
