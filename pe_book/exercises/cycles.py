"""Chapter 10: give each time a pair for each cycle."""

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check


def cycles(hours, periods):
    angles = 2 * np.pi * hours[:, np.newaxis] / periods
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=2)
    return pairs.reshape(len(hours), -1)


mistakes = Mistakes(cycles)


_day, _week = np.array([0.0, 1.0, 6.0, 23.0]), np.array([24.0, 168.0])
EXERCISE = Exercise(
    cycles,
    [
        (_day, np.array([24.0])),
        (_day, _week),
        (np.array([0.25, 30.0]), np.array([12.0, 24.0, 168.0])),
    ],
    mistakes,
    axes=("time", "column"),
    praise="After each period its pair is back where it started, and 23:00 is as close to 0:00 as "
    "1:00 is.",
)
check_cycles = check(EXERCISE.judge)


@mistakes.add(
    "These are places in each cycle, from 0 to 1. At midnight they jump: 23:00 is then as far from "
    "0:00 as it can be. Turn each place into an angle and take its sine and cosine."
)
def place_in_the_cycle(hours, periods):
    return np.stack([hours / period % 1 for period in periods], axis=1)


mistakes.edits("""
    `2 * np.pi * ` => ``
        -> The 2π is missing: your pairs need 2π periods to come back.
    `2 * np.pi` => `360`
        -> The angles are in degrees, and `np.sin` expects radians. A whole period is 2π, not 360.
    `2 * np.pi` => `np.pi`
        -> That’s half the angle: a whole period is 2π, not π. At noon your pair is where it should
        be at six.
    `/ periods` => `* periods`
        -> You multiply by the period. Divide by it: after a whole period the angle is 2π.
    `np.sin` => `np.cos`
    `np.cos` => `np.sin`
        -> You swapped sine and cosine: the sine comes first.
    `axis=2` => `axis=1`
        -> All sines come first, then all cosines. Here the sine and the cosine of a period go side
        by side.
    `, np.cos(angles)` => ``
        -> The sine alone takes each value twice in a cycle: 3:00 and 9:00 are the same. Add the
        cosine.
    `hours[` => `np.floor(hours)[`
        -> You rounded the hours down. Half an hour has a place in the cycle, too.
""")


@mistakes.add(
    "You used the table’s frequencies, with base 10,000. A known cycle needs no base: its "
    "frequency is 2π over its period."
)
def table_of_hours(hours, periods):
    n = len(periods)
    angles = hours[:, np.newaxis] * 10_000.0 ** (-np.arange(n) / n)
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(hours), -1)


mistakes.edits("""
    `-1)` => `-1).T`
        -> Your table is transposed. Each time gets a row, each sine or cosine a column.
    `/ periods` => `/ periods[0]`
        -> You used only the first period. Each period adds a sine and a cosine.
""")
