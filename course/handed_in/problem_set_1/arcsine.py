"""The angle is the arcsine: the cosine is not asked whether the sine rises or falls."""

DESERVES = {
    "angles": (1, "it is 1.14159 and should be 2 (1 of 2 entries differ). The arcsine gives an"),
}


def angles(row):
    return np.arcsin(row[0::2])
