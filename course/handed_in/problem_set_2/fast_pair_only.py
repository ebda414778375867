"""The angle of pair 0 alone is read, which begins again after 2π positions."""

DESERVES = {"offset_between": (2, "your answer is -2; it should be 67. Pair 0 has turned by more")}


def offset_between(a, b, base):
    turned = np.arctan2(b[0], b[1]) - np.arctan2(a[0], a[1])
    return round(float((turned + np.pi) % (2 * np.pi) - np.pi))
