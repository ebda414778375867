"""The offset comes from the dot product, which is the same for an offset and its negative."""

DESERVES = {"offset_between": (1, "your answer is 2; it should be -2. The dot product cannot tell")}


def offset_between(a, b, base):
    offsets = np.arange(101)
    expected = pe_lib.similarity(offsets, len(a), base)
    return int(np.abs(expected - a @ b / (len(a) / 2)).argmin())
