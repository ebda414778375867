"""The weights are summed as if the text never ended."""

DESERVES = {"window": (1, "window(0.0078125, 0.9, 100): your answer is 295; it should be 86")}


def window(slope, share, length):
    return int(np.ceil(-np.log(1 - share) / slope))
