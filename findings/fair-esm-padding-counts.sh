# fair-esm 2.0.0, esm/modules.py, LearnedPositionalEmbedding and SinusoidalPositionalEmbedding (protein models)
# Guess: the two tables of one package number a padded sequence alike, and neither counts padding.
# Happens: the learned one counts tokens, the sinusoidal one counts places, padding and all. With padding on the left
#   the first residue is number padding_idx + 1 for one and padding_idx + 3 for the other; both begin above padding_idx.
# --no-deps: the package asks for nothing; torch is all that this part uses.
. "$(dirname "$0")/_setup.sh"
with_torch
install fair-esm==2.0.0
python - <<'EOF'
import torch
from esm.modules import LearnedPositionalEmbedding, SinusoidalPositionalEmbedding

padding = 1
learned = LearnedPositionalEmbedding(32, 16, padding)
fixed = SinusoidalPositionalEmbedding(16, padding)


def rows(layer, tokens):
    found, table = layer(tokens)[0], layer.weight if isinstance(layer, torch.nn.Embedding) else layer.weights
    return [int((table - row).abs().sum(1).argmin()) for row in found]


for name, line in (("padding right", [5, 6, 7, 1, 1]), ("padding left ", [1, 1, 5, 6, 7])):
    tokens = torch.tensor([line])
    counted, placed = rows(learned, tokens), rows(fixed, tokens)
    print(f"{name} {line}: learned reads rows {counted}, sinusoidal {placed}")
assert counted == [1, 1, 2, 3, 4] and placed == [1, 1, 4, 5, 6]
EOF
