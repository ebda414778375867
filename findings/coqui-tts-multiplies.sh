# coqui-tts 0.28.0, TTS/tts/layers/generic/pos_encoding.py, PositionalEncoding (used by forward_tts and align_tts)
# Guess: the sinusoidal table of the paper that its text names; neighbours alike, distant rows less so.
# Happens: positions are multiplied by 10000^(2j/d) where the paper divides. Column pairs turn up to 9,300 radians a step,
#   rounding decides the fast ones, and a row says nothing of its neighbour: their mean product is near 0, not 124 of 128.
# --no-deps and the one file: importing the package asks for torchaudio and torchcodec, which this file does not use.
. "$(dirname "$0")/_setup.sh"
with_torch
install coqui-tts==0.28.0
python - <<'EOF'
import importlib.util

import torch

path = importlib.util.find_spec("TTS").submodule_search_locations[0] + "/tts/layers/generic/pos_encoding.py"
spec = importlib.util.spec_from_file_location("pos_encoding", path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

d, n = 256, 5000
table = module.PositionalEncoding(d).pe[0].T.double()
positions = torch.arange(n, dtype=torch.float64)[:, None]
exponents = torch.arange(0, d, 2, dtype=torch.float64) / d
paper = torch.stack([(positions / 10000**exponents).sin(), (positions / 10000**exponents).cos()], 2).flatten(1)
grown = torch.stack([(positions * 10000**exponents).sin(), (positions * 10000**exponents).cos()], 2).flatten(1)


def neighbours(rows):
    return (rows[:-1] * rows[1:]).sum(1).mean().item()


print("row 1, largest difference from divided positions", round((table[1] - paper[1]).abs().max().item(), 2))
print("row 1, largest difference from multiplied ones  ", round((table[1] - grown[1]).abs().max().item(), 4))
print("largest angle of one step", round((10000 ** exponents[-1]).item()), "radians")
print(f"mean product of neighbouring rows {neighbours(table):.1f}, in the paper's table {neighbours(paper):.1f}")
assert (table[1] - grown[1]).abs().max() < 0.01 < 1 < (table[1] - paper[1]).abs().max()
assert abs(neighbours(table)) < 5 and neighbours(paper) > 120
EOF
