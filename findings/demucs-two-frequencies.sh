# demucs 4.1.0, demucs/transformer.py, create_sin_embedding and create_2d_sin_embedding (its hybrid transformer uses both)
# Guess: one model, one rule: the 1D table of the waveform and the 2D table of the spectrogram share frequencies and order.
# Happens: the waveform's exponents are j/(d/2 - 1) and reach 1, cosines first, in two halves; the spectrogram's stop short
#   of 1, in alternating columns, sines first. With 8 pairs each, the second turns 0.268 against 0.316 a step.
# --no-deps and the one file, which needs torch, numpy and einops alone.
. "$(dirname "$0")/_setup.sh"
with_torch
install demucs==4.1.0
python - <<'EOF'
import torch
from demucs.transformer import create_2d_sin_embedding, create_sin_embedding

wave = create_sin_embedding(8, 16)[:, 0]
image = create_2d_sin_embedding(32, 4, 8)[0, :16, 0].T
wave_angles = torch.atan2(wave[1, 8:], wave[1, :8])
image_angles = torch.atan2(image[1, 0::2], image[1, 1::2])
print("waveform, first row   ", [round(x, 1) for x in wave[0].tolist()])
print("spectrogram, first row", [round(x, 1) for x in image[0].tolist()])
print("waveform, angles of a step   ", [f"{x:.2e}" for x in wave_angles.tolist()])
print("spectrogram, angles of a step", [f"{x:.2e}" for x in image_angles.tolist()])
j = torch.arange(8)
assert torch.allclose(wave_angles, 10000.0 ** (-j / 7), atol=1e-6)
assert torch.allclose(image_angles, 10000.0 ** (-j / 8), atol=1e-6)
assert wave[0].tolist() == [1.0] * 8 + [0.0] * 8 and image[0].tolist() == [0.0, 1.0] * 8
EOF
