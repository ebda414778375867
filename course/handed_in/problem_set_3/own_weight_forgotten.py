"""The word itself is not counted."""

DESERVES = {"window": (0, "window(0.5, 0.9, 2000): your answer is 4; it should be 5")}


def window(slope, share, length):
    weights = np.exp(-slope * np.arange(length))
    return int(np.argmax(np.cumsum(weights / weights.sum()) >= share))
