"""Chapter 10: give each time a pair for each cycle."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check
from pe_book.exercises.reply import Reply

TASK = r"""
## Exercise: one pair for each cycle

Write `my_cycles(hours, periods)`. It gets an array of times and an array of periods, both in hours,
and returns a row for each time: the sine and the cosine for the first period, then those
for the second, and so on. After a whole period, its pair is back where it was. The first try below
returns the place in each cycle, from 0 to 1. Is 23:00 near 0:00 there?
"""

START = """
from pe_book.exercises.cycles import check_cycles


def my_cycles(hours, periods):
    return np.stack([hours / period % 1 for period in periods], axis=1)


check_cycles(my_cycles)
"""

EXPLANATION = """
A place in a cycle is an angle: a whole period is 2π. The sine and the cosine put it on a circle,
where the end of a cycle lies beside its beginning.
"""

SOLUTION = """
def my_cycles(hours, periods):
    angles = 2 * np.pi * hours[:, np.newaxis] / periods
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=2)
    return pairs.reshape(len(hours), -1)


check_cycles(my_cycles)
"""

mistake = Mistakes()


def _truth(hours: np.ndarray, periods: np.ndarray) -> np.ndarray:
    turns = np.divide.outer(hours, periods)
    table = np.empty((len(hours), 2 * len(periods)))
    table[:, 0::2], table[:, 1::2] = np.sin(2 * np.pi * turns), np.cos(2 * np.pi * turns)
    return table


def _cases() -> list[tuple]:
    day, week = np.array([0.0, 1.0, 6.0, 23.0]), np.array([24.0, 168.0])
    return [
        (day, np.array([24.0])),
        (day, week),
        (np.array([0.25, 30.0]), np.array([12.0, 24.0, 168.0])),
    ]


EXERCISE = Exercise(
    _truth,
    _cases,
    mistake,
    axes=("time", "column"),
    praise="After each period its pair is back where it was, and 23:00 is as near to 0:00 as 1:00 "
    "is.",
)


@check
def check_cycles(function: Callable) -> Reply:
    """Check a reader's `function(hours, periods)`: a sine and a cosine for each cycle."""
    return EXERCISE.judge(function)


@mistake(
    "These are places in each cycle, from 0 to 1. At midnight they jump: 23:00 is then as far from "
    "0:00 as it can be. Turn each place into an angle and take its sine and cosine."
)
def place_in_the_cycle(hours, periods):
    return np.stack([hours / period % 1 for period in periods], axis=1)


@mistake("The 2π is missing: your pairs are back only after 2π periods.")
def without_2_pi(hours, periods):
    angles = hours[:, np.newaxis] / periods
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(hours), -1)


@mistake("The angles are in degrees, and `np.sin` expects radians. A whole period is 2π, not 360.")
def degrees(hours, periods):
    angles = 360 * hours[:, np.newaxis] / periods
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(hours), -1)


@mistake(
    "Half of the angle: a whole period is 2π, not π. At noon your pair is where it should be "
    "at six."
)
def half_a_turn(hours, periods):
    angles = np.pi * hours[:, np.newaxis] / periods
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(hours), -1)


@mistake("The period multiplies. It has to divide: after a whole period the angle is 2π.")
def multiplied(hours, periods):
    angles = 2 * np.pi * hours[:, np.newaxis] * periods
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(hours), -1)


@mistake("Sine and cosine are exchanged: the sine comes first.")
def cosine_first(hours, periods):
    angles = 2 * np.pi * hours[:, np.newaxis] / periods
    return np.stack([np.cos(angles), np.sin(angles)], axis=2).reshape(len(hours), -1)


@mistake("All sines come first, then all cosines. Here the two of one period stand side by side.")
def sines_first(hours, periods):
    angles = 2 * np.pi * hours[:, np.newaxis] / periods
    return np.hstack([np.sin(angles), np.cos(angles)])


@mistake(
    "The sine alone takes each value twice in a cycle: 3:00 and 9:00 are the same. Add the cosine."
)
def sine_alone(hours, periods):
    return np.sin(2 * np.pi * hours[:, np.newaxis] / periods)


@mistake("The hours are rounded down. Half an hour has a place in the cycle, too.")
def whole_hours(hours, periods):
    angles = 2 * np.pi * np.floor(hours)[:, np.newaxis] / periods
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(hours), -1)


@mistake(
    "The periods are used as frequencies of the table, with base 10,000. A known cycle needs no "
    "base: its frequency is 2π over its period."
)
def table_of_hours(hours, periods):
    n = len(periods)
    angles = hours[:, np.newaxis] * 10_000.0 ** (-np.arange(n) / n)
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(hours), -1)


@mistake("The table is transposed: a row belongs to a time, a column to a sine or a cosine.")
def transposed(hours, periods):
    angles = 2 * np.pi * hours[:, np.newaxis] / periods
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(hours), -1).T


@mistake("Only the first period is used. Each period adds a sine and a cosine.")
def first_period_alone(hours, periods):
    angle = 2 * np.pi * hours / periods[0]
    return np.stack([np.sin(angle), np.cos(angle)], axis=1)
