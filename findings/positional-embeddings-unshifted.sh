# positional-embeddings-pytorch 0.0.1, positional_embeddings_pytorch/transformer_xl.py, TransformerXLPositionalEmbedding
# Guess: Transformer-XL's relative term: of equal queries, each weighs the offset, and a batch's examples are apart.
# Happens: the shift that makes it relative acts on batch and heads, where queries and keys were meant. For one example
#   nothing is shifted: the term depends on the key's place alone. In a batch, rows move between heads and examples: an
#   example's scores change when another stands beside it. (Parameters are set here: two of them are not initialized.)
# --no-deps: torch and einops are what an import asks for.
. "$(dirname "$0")/_setup.sh"
with_torch
install positional-embeddings-pytorch==0.0.1
python - <<'EOF'
import torch
from positional_embeddings_pytorch.transformer_xl import TransformerXLPositionalEmbedding

torch.manual_seed(0)
heads, n, d = 2, 5, 8
layer = TransformerXLPositionalEmbedding(embed_dim=16, num_heads=heads, head_dim=d, dropout_p=0.1).eval()
layer.r_w_bias.data.zero_()
layer.r_r_bias.data.zero_()
q = torch.randn(2, heads, 1, d).expand(2, heads, n, d)
k = torch.zeros(2, heads, n, d)
with torch.no_grad():
    alone = layer.forward_attn(q[:1], k[:1], None, None)[0]
    beside = layer.forward_attn(q, k, None, None)[0]
print("one example, head 0, query 0:", [round(v, 3) for v in alone[0, 0].tolist()])
print("one example, head 0, query 4:", [round(v, 3) for v in alone[0, 4].tolist()])
change = (alone - beside).abs().amax(dim=(1, 2))
print("change of that example's scores in a batch of two, by head:", [round(v, 3) for v in change.tolist()])
assert torch.allclose(alone[:, 0], alone[:, 4]) and change.max() > 0.1
EOF
