"""Angles beyond half a turn come out negative."""

DESERVES = {
    "angles": (3, "it is -2.28319 and should be 4 (1 of 2 entries differ). The angle should be"),
}


def angles(row):
    return np.arctan2(row[0::2], row[1::2])
