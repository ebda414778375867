"""Only neighbors are compared, though rows far apart can be nearer."""

DESERVES = {"narrowest": (1, "narrowest(60, 0.3, 10000): your answer is 2; it should be 6")}


def narrowest(seq_len, gap, base):
    for d_model in range(2, 1000, 2):
        table = pe_lib.positional_encoding(2, d_model, base)
        if np.linalg.norm(table[1] - table[0]) >= gap:
            return d_model
