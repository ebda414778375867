"""Bad input gets a TypeError or ValueError that names the value and the rule, everywhere."""

import decimal
import fractions

import numpy as np
import pytest

import pe_lib
from pe_lib import checks

NOT_WHOLE = [
    8.0,
    2.5,
    float("nan"),
    True,
    np.True_,
    "8",
    None,
    [8],
    np.array([8, 8]),
    8j,
    np.float64(8),
]


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3), np.array(3)], ids=repr)
def test_whole_numbers_of_python_and_numpy_are_whole(value):
    number = checks.check_int(value, "n", low=1)
    assert number == 3
    assert type(number) is int


@pytest.mark.parametrize("value", NOT_WHOLE, ids=repr)
def test_what_is_not_whole_is_a_type_error_that_shows_it(value):
    with pytest.raises(TypeError, match="seq_len must be a whole number") as error:
        checks.check_int(value, "seq_len", low=1)
    assert repr(value) in str(error.value)


@pytest.mark.parametrize(
    ("value", "rule"), [(0, "at least 1"), (-4, "at least 1"), (11, "at most 10")]
)
def test_a_whole_number_out_of_range_is_refused_with_the_range(value, rule):
    with pytest.raises(ValueError, match=f"n must be {rule}, but it is {value}"):
        checks.check_int(value, "n", low=1, high=10)


def test_a_number_too_long_to_print_is_named_by_its_length():
    with pytest.raises(ValueError, match="a whole number of 1001 bits"):
        checks.check_int(2**1000, "n", low=1, high=10)


def test_a_value_too_long_to_print_is_cut_to_60_letters():
    with pytest.raises(TypeError, match=f"it is '{58 * 'a'}', a str"):
        checks.check_int(58 * "a", "n", low=1)
    with pytest.raises(TypeError, match=rf"it is '{56 * 'a'}\.\.\., a str"):
        checks.check_int(59 * "a", "n", low=1)


@pytest.mark.parametrize("value", [2, 2.5, np.float32(2.5), np.int64(2), np.array(2.5)], ids=repr)
def test_real_scalars_become_floats(value):
    assert checks.check_float(value, "x") == float(value)
    assert type(checks.check_float(value, "x")) is float


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), -np.inf, 10**400, [1.0, 2.0]], ids=repr
)
def test_numbers_that_are_not_finite_or_not_one_are_value_errors(value):
    with pytest.raises(ValueError, match="x must be "):
        checks.check_float(value, "x")


@pytest.mark.parametrize("value", ["1", None, True, 1j, decimal.Decimal(2), {}, object], ids=repr)
def test_what_is_not_a_real_number_is_a_type_error(value):
    with pytest.raises(TypeError, match="x must be made of real numbers"):
        checks.check_float(value, "x")


@pytest.mark.parametrize("value", [1, 1.0, 0.999, 0, -5, -0.0, 1e-4, 1e301])
def test_a_base_that_gives_no_growing_wavelengths_is_refused(value):
    with pytest.raises(ValueError, match=r"base must be (above 1|at most 1e\+300), but it is"):
        checks.check_base(value)


@pytest.mark.parametrize("value", [1.0000000000000002, 2, np.float32(100), np.int32(5), 1e300])
def test_every_base_above_one_is_accepted(value):
    assert checks.check_base(value) == value


def test_real_arrays_keep_their_shape_and_become_float64():
    for value in ([[1, 2]], np.ones((1, 2), np.float16), np.ones((1, 2), np.uint8), ((1, 2.5),)):
        array = checks.real_array(value, "x")
        assert array.dtype == np.float64
        assert array.shape == (1, 2)


@pytest.mark.parametrize("value", [[1, "a"], [None], [True, False], [1j], ["1"]], ids=repr)
def test_arrays_of_other_things_are_type_errors(value):
    with pytest.raises(TypeError, match="x must be made of real numbers"):
        checks.real_array(value, "x")


def test_array_errors_say_where_and_what():
    with pytest.raises(ValueError, match=r"holds nan at index \(1, 0\)"):
        checks.real_array([[1, 2], [np.nan, 3]], "x")
    with pytest.raises(ValueError, match="rows of one length"):
        checks.real_array([[1, 2], [3]], "x")
    with pytest.raises(
        ValueError, match=r"must be below 10 in size, but it holds -10.0 at index \(1,\)"
    ):
        checks.real_array([9, -10], "x", limit=10)
    with pytest.raises(ValueError, match=r"x must have 2 axes, but its shape is \(3,\)"):
        checks.real_array([1, 2, 3], "x", ndim=2)
    with pytest.raises(ValueError, match=r"table must have rows and columns, .* \(0, 4\)"):
        checks.check_table(np.empty((0, 4)))


@pytest.mark.parametrize("value", [np.float32, "float64", np.dtype("f4"), float], ids=repr)
def test_two_dtypes_are_tables(value):
    assert checks.check_dtype(value) == np.dtype(value)


@pytest.mark.parametrize(
    "value", [int, "float16", complex, None, "no such", 3, ">f8", object], ids=repr
)
def test_other_dtypes_are_not(value):
    with pytest.raises(TypeError, match="dtype must be float64 or float32, but it is"):
        checks.check_dtype(value)


def test_windows_end_below_the_limit_on_both_sides():
    limit = checks.POSITION_LIMIT
    assert checks.check_window(1, limit - 1) == (1, limit - 1)
    assert checks.check_window(2, 1 - limit) == (2, 1 - limit)
    for seq_len, start in ((1, limit), (2, limit - 1), (1, -limit), (2**62, 0)):
        with pytest.raises(ValueError, match=r"must be at (most|least)"):
            checks.check_window(seq_len, start)


def test_out_must_fit():
    shape, dtype = (2, 4), np.dtype(np.float64)
    fine = np.empty((4, 4))[::2]
    assert checks.check_out(fine, shape, dtype) is fine
    read_only = np.empty(shape)
    read_only.flags.writeable = False
    for out, error in (
        (np.empty((4, 2)), ValueError),
        (np.empty(8), ValueError),
        (np.empty(shape, np.float32), TypeError),
        (np.empty(shape, ">f8"), TypeError),
        ([[0.0] * 4] * 2, TypeError),
        (read_only, ValueError),
    ):
        with pytest.raises(error, match="out must "):
            checks.check_out(out, shape, dtype)


def as_table(*strides):
    """Return an array of shape (3, 4) on memory that is large enough for these strides."""
    return np.lib.stride_tricks.as_strided(np.zeros(99), (3, 4), [8 * step for step in strides])


@pytest.mark.parametrize("strides", [(0, 1), (1, 0), (3, 1), (1, 1), (1, 2), (2, 2), (2, 1)])
def test_out_must_not_overlap_itself(strides):
    out = as_table(*strides)
    with pytest.raises(ValueError, match="out must not overlap itself"):
        checks.check_out(out, (3, 4), np.dtype(float))
    with pytest.raises(ValueError, match="out must not overlap itself"):
        pe_lib.positional_encoding(3, 4, out=out)


@pytest.mark.parametrize("strides", [(4, 1), (1, 3), (9, 2), (4, 3), (2, 3), (5, 1)])
def test_out_may_have_any_strides_without_overlap(strides):
    out = as_table(*strides)
    places = {8 * (row * strides[0] + column * strides[1]) for row, column in np.ndindex(3, 4)}
    assert len(places) == 12
    pe_lib.positional_encoding(3, 4, out=out)
    assert np.array_equal(out, pe_lib.positional_encoding(3, 4))


def test_the_other_byte_order_is_named_as_what_it_is():
    other = np.dtype(np.float32).newbyteorder()
    with pytest.raises(TypeError, match=f"float64 or float32, but it is {other.str}"):
        pe_lib.positional_encoding(3, 4, dtype=other)
    with pytest.raises(TypeError, match=f"dtype float32, but its dtype is {other.str}"):
        pe_lib.positional_encoding(3, 4, dtype=np.float32, out=np.empty((3, 4), other))


def test_a_table_beyond_the_memory_is_refused_in_words():
    with pytest.raises(ValueError, match=r"\(100000000, 1048576\) in float32 takes 381.5 TiB"):
        pe_lib.positional_encoding(10**8, 2**20, dtype=np.float32)


def test_more_than_the_machine_has_is_refused_before_it_is_asked_for(monkeypatch):
    monkeypatch.setattr(checks, "available_memory", lambda: 799)
    assert checks.new_table((9, 11)).shape == (9, 11)
    with pytest.raises(ValueError, match=r"\(10, 10\) in float64 takes"):
        checks.new_table((10, 10))


def test_an_array_that_the_system_refuses_is_refused_in_words(monkeypatch):
    monkeypatch.setattr(checks, "available_memory", lambda: float("inf"))
    with pytest.raises(ValueError, match=r"takes 8388608.0 TiB: too large"):
        checks.new_table((2**40, 2**20))

    def refuse(*_):
        raise MemoryError

    monkeypatch.setattr(checks.np, "empty", refuse)
    with pytest.raises(ValueError, match=r"takes 1.0 GiB: too large"):
        checks.new_table((2**17, 2**10))
    with pytest.raises(ValueError, match=r"takes 1.0 GiB: too large"):
        pe_lib.positional_encoding_vectorized(2**17, 2**10)


# Every public function that takes these arguments, called with good values for the others.
FUNCTIONS = {
    "positional_encoding": lambda **k: pe_lib.positional_encoding(
        **{"seq_len": 3, "d_model": 4} | k
    ),
    "positional_encoding_at": lambda **k: pe_lib.positional_encoding_at(
        **{"positions": [3], "d_model": 4} | k
    ),
    "angular_frequencies": lambda **k: pe_lib.angular_frequencies(**{"d_model": 4} | k),
    "wavelengths": lambda **k: pe_lib.wavelengths(**{"d_model": 4} | k),
    "loop": lambda **k: pe_lib.positional_encoding_loop(**{"seq_len": 3, "d_model": 4} | k),
    "vectorized": lambda **k: pe_lib.positional_encoding_vectorized(
        **{"seq_len": 3, "d_model": 4} | k
    ),
    "exp_log": lambda **k: pe_lib.positional_encoding_exp_log(**{"seq_len": 3, "d_model": 4} | k),
    "doubling": lambda **k: pe_lib.positional_encoding_doubling(**{"seq_len": 3, "d_model": 4} | k),
}
BAD = {
    "d_model": [
        0,
        -2,
        4.0,
        2.5,
        float("nan"),
        float("inf"),
        True,
        "4",
        None,
        [4],
        2**20 + 1,
        10**30,
    ],
    "base": [
        0,
        -1,
        1,
        0.5,
        float("nan"),
        float("inf"),
        "10000",
        None,
        [1e4, 1e4],
        True,
        1j,
        10**400,
    ],
    "seq_len": [0, -1, 3.0, float("nan"), True, "3", None, (3,), 2**29 + 1, 10**30],
}


def test_each_function_accepts_valid_values():
    for call in FUNCTIONS.values():
        call()
        call(d_model=np.int16(5), base=np.float32(100))


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("name", BAD)
def test_every_function_refuses_bad_values_by_name(function, name):
    takes = {
        "seq_len": function in {"positional_encoding", "loop", "vectorized", "exp_log", "doubling"}
    }
    if not takes.get(name, True):
        with pytest.raises(TypeError, match="unexpected keyword"):
            FUNCTIONS[function](**{name: 3})
        return
    for value in BAD[name]:
        with pytest.raises((TypeError, ValueError)) as error:
            FUNCTIONS[function](**{name: value})
        assert name in str(error.value), value
        assert "must" in str(error.value), value


@pytest.mark.parametrize(
    ("number", "written"),
    [(10**30 - 1, f"it is {10**30 - 1}$"), (10**30, "it is a whole number of 100 bits$")],
)
def test_a_number_is_written_out_up_to_thirty_digits(number, written):
    with pytest.raises(ValueError, match=written):
        checks.check_int(number, "n", low=1, high=8)


@pytest.mark.parametrize("start", [0.0, True, None, "0", 2**29, -(2**29), float("nan"), [0]])
def test_a_bad_start_is_refused(start):
    with pytest.raises((TypeError, ValueError), match=r"start.* must be"):
        pe_lib.positional_encoding(2, 4, start=start)


@pytest.mark.parametrize(
    "positions",
    [np.nan, [1, np.inf], 2.0**29, [-(2**29)], 10**400, "3", None, True, [[1], [2, 3]], 1j],
)
def test_bad_positions_are_refused(positions):
    with pytest.raises((TypeError, ValueError), match="positions must"):
        pe_lib.positional_encoding_at(positions, 4)


def test_a_fraction_is_no_real_number_here_and_says_so():
    with pytest.raises(
        TypeError, match=r"base must be made of real numbers, but it is Fraction\(5, 2\)"
    ):
        pe_lib.angular_frequencies(4, base=fractions.Fraction(5, 2))
