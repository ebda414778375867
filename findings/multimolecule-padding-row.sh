# multimolecule 0.2.2, multimolecule/modules/embeddings/sinusoidal.py, SinusoidalEmbedding (models of RNA, DNA, proteins)
# Guess: as its text says, padding is ignored when padding_idx is given: zeros; the first token gets the next row.
# Happens: bias, 1 by default, is added to the padding's index too. The row of zeros is never read: padding gets row
#   padding_idx + 1, of the same length as any other, and the first token padding_idx + 2. Without padding_idx: from row 1.
# --no-deps and the one folder: importing the package asks for transformers and more; chanfig and lazy-imports serve the registry.
. "$(dirname "$0")/_setup.sh"
with_torch
install multimolecule==0.2.2 chanfig==0.0.117 lazy-imports==1.2.0 pyyaml==6.0.4
python - <<'EOF'
import importlib.util
import sys
import types

import torch

folder = importlib.util.find_spec("multimolecule").submodule_search_locations[0]
parent = types.ModuleType("embeddings")
parent.__path__ = [folder + "/modules/embeddings"]
sys.modules["embeddings"] = parent
from embeddings.sinusoidal import SinusoidalEmbedding

tokens = torch.tensor([[5, 6, 7, 0, 0]])


def rows(layer):
    found = layer(tokens).reshape(5, -1)
    return [int((layer.weight - row).abs().sum(1).argmin()) for row in found], found.norm(dim=1)


padded, norms = rows(SinusoidalEmbedding(64, 32, padding_idx=0))
print("padding_idx=0, tokens", tokens[0].tolist(), "rows", padded, "norms", [round(x, 2) for x in norms.tolist()])
plain, _ = rows(SinusoidalEmbedding(64, 32))
print("no padding_idx, rows", plain)
assert padded == [2, 3, 4, 1, 1] and norms.min() > 3.9 and plain == [1, 2, 3, 4, 5]
EOF
