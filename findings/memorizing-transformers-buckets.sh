# memorizing-transformers-pytorch 0.4.1, T5RelativePositionBias.forward and its call in MemorizingTransformer.forward
# Guess: with memories of an earlier segment before them, keys are as far from a query as they are: memory counts.
# Happens: queries and keys are both numbered from 0, though the keys begin with the memories. With 4 memories token i is
#   at distance 0 from itself and from the 4 before it, and i from the oldest memory, which is i + 4 away; bucket 0, meant
#   for the token itself, covers all of the recent past.
# --no-deps and one class: importing the package asks for faiss.
. "$(dirname "$0")/_setup.sh"
with_torch
install memorizing-transformers-pytorch==0.4.1
python - <<'EOF'
import importlib.util
import math
import re
from pathlib import Path

import torch
from einops import rearrange

root = Path(importlib.util.find_spec("memorizing_transformers_pytorch").submodule_search_locations[0])
text = (root / "memorizing_transformers_pytorch.py").read_text()
names = {"torch": torch, "nn": torch.nn, "math": math, "rearrange": rearrange}
exec(re.search(r"^class T5RelativePositionBias.*?(?=^# |^class |^def )", text, re.S | re.M)[0], names)
assert "self.rel_pos_bias(seq_len, max_context_len" in text

bias = names["T5RelativePositionBias"](scale=1.0, heads=1)
bias.relative_attention_bias.weight.data[:, 0] = torch.arange(32.0)
alone, remembering = bias(4, 4, device="cpu")[0, 0].int(), bias(4, 8, device="cpu")[0, 0].int()
print("buckets of token 3 for tokens 0 to 3:", alone[3].tolist())
print("buckets of token 3 for 4 memories and tokens 0 to 3:", remembering[3].tolist(), "distances 7 to 0")
assert alone[3].tolist() == [3, 2, 1, 0] and remembering[3].tolist() == [3, 2, 1, 0, 0, 0, 0, 0]
EOF
