# performer-pytorch 1.1.4, performer_pytorch/performer_pytorch.py, PerformerLM.__init__
# Guess: rotary_position_emb=True (the default) turns queries and keys, and the table that is added goes.
# Happens: both are there. A sinusoidal table of the model's width is added to the tokens, and the queries and keys are
#   turned besides; without rotary, a learned table is added. Its sibling reformer-pytorch adds nothing in the same case.
# --no-deps: the others named are what the two imports ask for.
. "$(dirname "$0")/_setup.sh"
with_torch
install performer-pytorch==1.1.4 reformer-pytorch==1.4.4 local-attention==1.11.2 hyper-connections==0.4.11 axial-positional-embedding==0.3.12 torch-einops-utils==0.2.0 product-key-memory==0.3.0 colt5-attention==0.11.2
python - <<'EOF'
import torch
from performer_pytorch import PerformerLM
from reformer_pytorch import ReformerLM

torch.manual_seed(0)
x = torch.zeros(1, 16, 32)
model = PerformerLM(num_tokens=9, max_seq_len=16, dim=32, depth=1, heads=2, dim_head=16)
added = model.pos_emb(x)[0]
other = ReformerLM(num_tokens=9, dim=32, depth=1, max_seq_len=16, heads=2, dim_head=16, bucket_size=8)
print("performer adds", type(model.pos_emb).__name__, "and turns by", type(model.layer_pos_emb).__name__)
print("performer, row 1 of what is added:", [round(v, 3) for v in added[1, :4].tolist()], "...")
print("reformer adds", other.pos_emb(x), "and turns by", type(other.layer_pos_emb).__name__)
j = torch.arange(16)
assert torch.allclose(added[1, :16], torch.sin(10000.0 ** (-j / 16)), atol=1e-5)
assert model.layer_pos_emb(x).shape[-1] == 16 and other.pos_emb(x) == 0
EOF
