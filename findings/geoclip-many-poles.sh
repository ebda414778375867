# geoclip 1.3.0, geoclip/model/location_encoder.py, equal_earth_projection and LocationEncoder (with its trained weights)
# Guess: the north pole is one place: its encoding does not depend on the longitude that is written beside it.
# Happens: the encoder reads a flat map on which the pole is a line as long as 0.59 of the equator. The pole at longitude 0
#   and at 90 have cosine similarity 0.37; along the equator 180 and -180 are the map's two ends, too.
# --no-deps and two files: importing the package asks for torchvision, transformers and pandas.
. "$(dirname "$0")/_setup.sh"
with_torch
install geoclip==1.3.0
python - <<'EOF'
import importlib.util
import sys
import types
from pathlib import Path

import torch

folder = Path(importlib.util.find_spec("geoclip").submodule_search_locations[0], "model")
parent, place = types.ModuleType("geo"), types.ModuleType("geo.misc")
parent.__path__, place.file_dir = [str(folder)], str(folder)
sys.modules.update({"geo": parent, "geo.misc": place})
from geo.location_encoder import LocationEncoder, equal_earth_projection

poles = torch.tensor([[90.0, 0.0], [90.0, 90.0], [90.0, 180.0]])
print("pole at longitudes 0, 90, 180 on the map:", [[round(v, 3) for v in p] for p in equal_earth_projection(poles).tolist()])
with torch.no_grad():
    codes = torch.nn.functional.normalize(LocationEncoder()(poles), dim=1)
print("cosine similarity to longitude 0:", [round(v, 2) for v in (codes @ codes[0]).tolist()])
assert equal_earth_projection(poles)[2, 0] > 0.5 and (codes @ codes[0])[1] < 0.5
EOF
