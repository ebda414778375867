# tgm-lib 0.1.0b1, tgm/nn/modules/time_encoding.py, Time2Vec (graphs whose edges have time stamps)
# Guess: Time2Vec as its paper has it: one column is linear in the time, the others are periodic.
# Happens: every column is a cosine without a phase, so t and -t have one row, and no column orders the times. A time stamp
#   is made float32 first: at today's Unix seconds a minute later gives the same 100 numbers.
# --no-deps and the one file, which needs torch and numpy: importing the package asks for torch-geometric.
. "$(dirname "$0")/_setup.sh"
with_torch
install tgm-lib==0.1.0b1
python - <<'EOF'
import importlib.util

import torch

root = importlib.util.find_spec("tgm").submodule_search_locations[0]
spec = importlib.util.spec_from_file_location("time_encoding", f"{root}/nn/modules/time_encoding.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

with torch.no_grad():
    encode, now = module.Time2Vec(100), 1_795_000_000  # 18 November 2026
    table = encode(torch.arange(0, 10_000_000, 1000))
    mirrored = (encode(torch.tensor([3600])) - encode(torch.tensor([-3600]))).abs().max().item()
    later = {s: (encode(torch.tensor([now])) - encode(torch.tensor([now + s]))).abs().max().item() for s in (1, 60, 3600)}
print("entries from", table.min().item(), "to", table.max().item(), "over 10 million seconds")
print("an hour after against an hour before:", mirrored)
print("largest difference after 1, 60, 3600 seconds:", {s: round(x, 3) for s, x in later.items()})
assert table.max() <= 1 and table.min() >= -1 and mirrored == 0
assert later[1] == later[60] == 0 and later[3600] > 0.1
EOF
