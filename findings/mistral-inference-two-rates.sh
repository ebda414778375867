# mistral-inference 1.6.0, mistral_inference/rope.py, precompute_freqs_cis_2d (Pixtral's image encoder)
# Guess: rows and columns of an image get the same frequencies, each for half of the pairs.
# Happens: one list of frequencies is dealt out in turn: height gets the 1st, 3rd, ..., width the 2nd, 4th, ... A step to the
#   right turns every pair by 0.75 of what a step down turns it (d = 64), so a transposed image is no transposed encoding.
# --no-deps: the module needs torch alone.
. "$(dirname "$0")/_setup.sh"
with_torch
install mistral-inference==1.6.0
python - <<'EOF'
from mistral_inference.rope import precompute_freqs_cis_2d

table = precompute_freqs_cis_2d(64, 16, 16, 10000.0)
down, right = table[1, 0].angle()[:16], table[0, 1].angle()[16:]
print("angles of a step down ", [round(x, 4) for x in down[:4].tolist()])
print("angles of a step right", [round(x, 4) for x in right[:4].tolist()])
ratio = right / down
print("ratio in all 16 pairs", round(ratio.min().item(), 4), "to", round(ratio.max().item(), 4))
assert abs(ratio - 10000 ** (-2 / 64)).max() < 1e-4 and ratio.max() < 0.76
EOF
