# local-attention 1.11.2, local_attention/local_attention.py LocalAttention.forward and rotary.py apply_rotary_pos_emb
# Guess: a token is turned by its own place, as a query and as a key: it meets itself at offset 0, causal or not.
# Happens: keys of the windows before, at and after a query are numbered on; queries get the last numbers. With causal=False
#   the last window is the one after, so each query is turned one window too far: it meets itself at an offset of one window,
#   and at offset 0 the token one window ahead. With causal=True all is right.
# --no-deps: hyper-connections and torch-einops-utils are what an import asks for.
. "$(dirname "$0")/_setup.sh"
with_torch
install local-attention==1.11.2 hyper-connections==0.4.11 torch-einops-utils==0.2.0
python - <<'EOF'
import torch
from local_attention import LocalAttention

window, d, n = 4, 64, 16


def meets_most(causal):
    """The keys that queries 4 to 11 weigh most, when all vectors are equal and only positions differ."""
    layer = LocalAttention(window_size=window, causal=causal, dim=d, scale=1.0)
    ones, values = torch.ones(1, n, d), torch.eye(n)[None]
    weights = layer(ones, ones, values)[0]
    return [int(row.argmax()) for row in weights[4:12]]


for causal in (True, False):
    print(f"causal={causal}: queries 4 to 11 weigh most the keys", meets_most(causal))
assert meets_most(True) == list(range(4, 12)) and meets_most(False) == list(range(8, 16))
EOF
