"""The results as Markdown text."""

CALLS = ("first call", "second call")
#: What is no peer: the write limits, and the forms that the library itself has.
OWN = {"limit", "limit32", "loop", "vectorized", "exp_log", "cast", "doubling", "ours", "ours32"}
BARS = [
    # what is measured, of whom, against whom, at which shape, at least / at most
    ("time", "vectorized", "ours", (8192, 1024), ">=", 5),
    ("time", "vectorized", "ours", (131072, 128), ">=", 8),
    ("time", "ours", "limit", (8192, 1024), "<=", 2),
    ("time", "ours", "limit", (131072, 128), "<=", 2),
    ("time", "cast", "ours32", (2048, 768), ">=", 6),
    ("time", "cast", "ours32", (8192, 1024), ">=", 7),
    ("time", "cast", "ours32", (131072, 128), ">=", 7),
    *(
        (call, name, None, shape, "<=", 1.15)
        for call in CALLS
        for name in ("ours", "ours32")
        for shape in ((512, 512), (2048, 768), (8192, 1024), (131072, 128))
    ),
]


def as_text(results: dict) -> str:
    """Return the whole report."""
    machine = results["machine"]
    parts = [
        "# The table against its peers",
        f"{results['date']}; {machine['processor']}, {machine['cores']} cores, "
        f"{machine['vector_instructions']}, {machine['system']}; Python {machine['python']}, "
        f"numpy {machine['numpy']}, torch {machine.get('torch', 'missing')}. By `make bench`.",
        "Times are medians of rounds in one process, on one thread, the contenders taking turns in "
        "an order that changes. `ms` is the processor's time, `clock` the wall's: they differ "
        "where other programs ran. Ratios carry over to other machines, milliseconds do not.",
    ]
    for library, reason in results["missing"].items():
        parts.append(f"MISSING: {library} ({reason}).")
    for i, shape in enumerate(results["shapes"]):
        parts += [f"## {shape[0]} × {shape[1]}", _shape_table(results, i)]
    parts += [
        "## Who is first",
        "Against the fastest of the others with entries of the same type; textbook forms of "
        "`pe_lib` are not others.",
        _table(["", "dtype", "pe_lib, ms", "the fastest other", "ms", ""], standings(results)),
    ]
    if compiling := _first_calls(results):
        shapes = [f"{n} × {d}" for n, d in results["shapes"]]
        parts += [
            "## What compiling takes",
            "Milliseconds of the clock for the first call of a shape; no other time has it.",
            _table(["", "dtype", *shapes], compiling),
        ]
    errors = results["errors"]
    heads = ["", "dtype", *(f"p = {p:.0e}" for p in errors["positions"])]
    rows = [
        [_words(results, name), _dtype(results, name), *(f"{e:.1e}" for e in largest)]
        for name, largest in errors["largest"].items()
    ]
    parts += [
        f"## Largest error of a row, d_model = {errors['d_model']}",
        "Against the formula that each means to compute, in 60 digits.",
        _table(heads, rows),
    ]
    if "growth" in results:
        growth = results["growth"]
        names = {
            "ours": "pe_lib, float64",
            "ours_out": "pe_lib, float64, out= given",
            "ours32": "pe_lib, float32",
            "limit": "write limit, float64",
        }
        rows = [
            [names[name], *(f"{ns:.2f}" for ns in series)]
            for name, series in growth["ns_per_entry"].items()
        ]
        parts += [
            f"## Nanoseconds per entry, d_model = {growth['d_model']}",
            _table(["", *(f"{n:.0e} entries" for n in growth["entries"])], rows),
        ]
    if results["javascript"]:
        js = results["javascript"]
        rows = [[name.replace("_", " "), f"{ms:.2f}"] for name, ms in js["ms"].items()]
        parts += [
            f"## JavaScript, {js['shape'][0]} × {js['shape'][1]}, node {js['node']}",
            _table(["", "ms"], rows),
        ]
    rows = [
        [what, f"{value:.2f}", bar, "met" if met else "MISSED"]
        for what, value, bar, met in bars(results)
    ]
    parts += ["## Bars", _table(["", "measured", "bar", ""], rows)]
    return "\n\n".join(parts) + "\n"


def bars(results: dict) -> list[tuple[str, float, str, bool]]:
    """Return what was asked of the table: words, the figure, the bar, and whether it is met."""
    shapes = [tuple(shape) for shape in results["shapes"]]
    found = []
    for kind, one, other, shape, sense, bar in BARS:
        if shape not in shapes:
            continue
        i = shapes.index(shape)
        if kind == "time":
            times = results["times"][i]
            value = times[one]["ms"] / times[other]["ms"]
            what = f"time of {_label(results, one)} over {_label(results, other)}"
        else:
            value = results["allocated_over_table"][i][one][CALLS.index(kind)]
            what = f"memory allocated by {_label(results, one)} over its table, {kind}"
        met = value >= bar if sense == ">=" else value <= bar
        found.append((f"{what}, {shape[0]} × {shape[1]}", value, f"{sense} {bar}", met))
    js = results["javascript"]
    if js:
        value = js["ms"]["direct"] / js["ms"]["ours"]
        found.append(("JavaScript: direct over ours", value, ">= 2", value >= 2))
    return found


def standings(results: dict) -> list[list[str]]:
    """Return, by shape and type, the time of our table, the fastest other's, and who is ahead."""
    rows = []
    for (seq_len, d_model), times in zip(results["shapes"], results["times"], strict=True):
        for ours in ("ours32", "ours"):
            dtype = _dtype(results, ours)
            others = [n for n in times if n not in OWN and _dtype(results, n) == dtype]
            first = min(others, key=lambda name: times[name]["ms"])
            if times[ours]["ms"] <= times[first]["ms"]:
                place = "first"
            elif times[ours]["quartiles_ms"][0] <= times[first]["quartiles_ms"][1]:
                place = "quartiles overlap"
            else:
                place = f"behind, {times[ours]['ms'] / times[first]['ms']:.2f} times"
            rows.append(
                [
                    f"{seq_len} × {d_model}",
                    dtype,
                    f"{times[ours]['ms']:.3g}",
                    _words(results, first),
                    f"{times[first]['ms']:.3g}",
                    place,
                ]
            )
    return rows


def _first_calls(results: dict) -> list[list[str]]:
    names = [name for name, found in results["times"][0].items() if "first_call_ms" in found]
    return [
        [
            _words(results, name),
            _dtype(results, name),
            *(f"{times[name]['first_call_ms']:.0f}" for times in results["times"]),
        ]
        for name in names
    ]


def _shape_table(results: dict, i: int) -> str:
    times, memory = results["times"][i], results["peak_memory_over_table"][i]
    heads = [
        "",
        "dtype",
        "ms",
        "quartiles",
        "clock",
        "over the write limit",
        "peak memory over table",
    ]
    rows = []
    for name, measured in sorted(times.items(), key=lambda item: item[1]["ms"]):
        limit = times["limit" if _dtype(results, name) == "float64" else "limit32"]["ms"]
        low, high = measured["quartiles_ms"]
        spread = f"{low:.3g} to {high:.3g}" if measured["repeats"] > 1 else "once"
        peak = memory.get(name)
        rows.append(
            [
                _words(results, name),
                _dtype(results, name),
                f"{measured['ms']:.3g}",
                spread,
                f"{measured['clock_ms']:.3g}",
                f"{measured['ms'] / limit:.2f}",
                f"{peak:.2f}" if peak else "",
            ]
        )
    return _table(heads, rows)


def _words(results: dict, name: str) -> str:
    return results["contenders"][name]["words"]


def _dtype(results: dict, name: str) -> str:
    return results["contenders"][name]["dtype"]


def _label(results: dict, name: str) -> str:
    return f"{_words(results, name)} ({_dtype(results, name)})"


def _table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
