"""The addition theorem is right, but the last sine of an odd table finds no partner."""

DESERVES = {"straighten": (3, "raised ValueError: operands could not be broadcast together")}


def straighten(table, phase):
    sine, second = table[:, 0::2], table[:, 1::2]
    straight = np.empty_like(table)
    straight[:, 0::2] = sine
    straight[:, 1::2] = (second - np.cos(phase) * sine) / np.sin(phase)
    return straight
