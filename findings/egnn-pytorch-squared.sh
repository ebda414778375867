# egnn-pytorch 0.2.8, egnn_pytorch/egnn_pytorch.py, EGNN.forward with fourier_features (graphs of atoms)
# Guess: Fourier features of the distance, as in NeRF: sines and cosines at frequencies 1, 2, 4, 8.
# Happens: they are features of the distance squared, at frequencies 1, 1/2, 1/4, 1/8, and the last column is the square
#   itself. So distance 4 is sin(16): near distances are told apart the less, the farther they are the more.
# --no-deps: the module needs torch and einops. What the layer's network of edges gets is read as it comes in.
. "$(dirname "$0")/_setup.sh"
with_torch
install egnn-pytorch==0.2.8
python - <<'EOF'
import torch
from egnn_pytorch import EGNN

torch.manual_seed(0)
layer, came = EGNN(dim=4, fourier_features=4), []
layer.edge_mlp.register_forward_pre_hook(lambda module, given: came.append(given[0]))
places = torch.tensor([[[0.0, 0, 0], [1, 0, 0], [2, 0, 0], [4, 0, 0]]])
layer(torch.zeros(1, 4, 4), places)
features = came[0][0, 0, :, 8:]  # behind the two nodes' own: from the first node to each
for distance, row in zip((0, 1, 2, 4), features.tolist()):
    print("distance", distance, "features", [round(x, 3) for x in row])
distance = places[0, :, :1]
for power, grows in ((1, True), (1, False), (2, True)):
    angles = distance**power * 2.0 ** (torch.arange(4) if grows else -torch.arange(4))
    assert abs(features[:, :4] - angles.sin()).max() > 0.5
angles = distance**2 * 2.0 ** -torch.arange(4)
assert torch.allclose(features, torch.cat([angles.sin(), angles.cos(), distance**2], 1), atol=1e-6)
EOF
