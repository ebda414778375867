# tsai 1.0.1, tsai/models/positional_encoders.py, PositionalEncoding (time series)
# Guess: the paper's table; every row has norm sqrt(d/2), and row 5 is row 5 in a table of any length.
# Happens: by default the whole table is shifted by its mean and divided by ten times its spread. Norms fall to about an
#   eighth, rows differ in norm, and a row depends on the table's length: row 5 of 50 is not row 5 of 500.
# --no-deps and the one file: importing the package asks for fastai.
. "$(dirname "$0")/_setup.sh"
with_torch
install tsai==1.0.1
python - <<'EOF'
import importlib.util
import re
from pathlib import Path

import torch

path = Path(importlib.util.find_spec("tsai").submodule_search_locations[0], "models/positional_encoders.py")
function = re.search(r"^def PositionalEncoding.*?return pe\n", path.read_text(), re.S | re.M)[0]
names = {"torch": torch, "math": __import__("math")}
exec(function, names)
short, long = (names["PositionalEncoding"](n, 64) for n in (50, 500))
plain = names["PositionalEncoding"](50, 64, normalize=False)
norms = short.norm(dim=1)
print("norms of 50 rows, default:", round(norms.min().item(), 3), "to", round(norms.max().item(), 3))
print("norms of 50 rows, normalize=False:", round(plain.norm(dim=1).min().item(), 3))
print("row 5 of 50 against row 5 of 500, largest difference:", round((short[5] - long[5]).abs().max().item(), 4))
assert norms.max() < 1.2 and norms.max() - norms.min() > 0.02 and (short[5] - long[5]).abs().max() > 0.005
assert torch.allclose(plain.norm(dim=1), torch.tensor(32.0).sqrt())
EOF
