# geoarches 0.2.2, geoarches/dataloaders/dcpp.py, DCPPForecast.__getitem__ (monthly climate forecasts)
# Guess: each month is given the forcings of its own year and month.
# Happens: all months of all years get one of two. A time stamp is 32 bits of seconds, and times 10**9 it overflows, so
#   each date becomes one within three seconds of 1 January 1970, before or after; then its month is taken for the year, and
#   its year for the month. The forcings here name their year and month: asked for 46 months of 1970 to 1973, they say
#   March 1971 or February 1982.
# The data are netCDF files as the loader asks for, with its variables and levels, on a grid of 2 x 2.
. "$(dirname "$0")/_setup.sh"
with_torch
quiet --target "$folder/packages" xarray==2025.12.0 netCDF4==1.7.4 pandas==2.3.3 numpy==2.4.6 tqdm==4.67.1 \
  huggingface-hub==1.0.0 orjson==3.11.4 pyvers==0.2.2 cloudpickle==3.1.2
quiet --no-deps --target "$folder/packages" tensordict==0.13.0 geoarches==0.2.2
python - <<'EOF'
import numpy as np
import pandas as pd
import torch
import xarray as xr
from geoarches.dataloaders.dcpp import DCPPForecast, level_variables, pressure_levels, surface_variables

times = pd.date_range("1970-01-01", "1973-12-01", freq="MS")
near, far = ("time", "lat", "lon"), ("time", "plev", "lat", "lon")
fields = {name: (near, np.ones((len(times), 2, 2), np.float32)) for name in surface_variables}
fields |= {name: (far, np.ones((len(times), 3, 2, 2), np.float32)) for name in level_variables}
data = xr.Dataset(fields, {"time": times, "plev": pressure_levels, "lat": [0, 1], "lon": [0, 1]})
data.to_netcdf("model_1_tos_included.nc")

years, months = np.divmod(np.arange(60 * 12), 12)  # since January 1961
torch.save(torch.tensor(np.stack([1961 + years, 1 + months]).astype(np.float32)), "full_atmos_normal.pt")
torch.save(torch.zeros(60, 12, 1), "full_solar_normal.pt")

months = DCPPForecast("model_1_tos_included.nc", forcings_path=".", norm_scheme=None)
seen = {}
for index in range(len(months)):
    month = months.__getitem__(index, normalize=False)
    date = pd.Timestamp(int(month["timestamp"]), unit="s")
    year, number = month["forcings"][:2].int().tolist()
    seen.setdefault((year, number), []).append(f"{date:%Y-%m}")
for given, dates in seen.items():
    print(len(dates), "months from", dates[0], "to", dates[-1], "get the forcings of year and month", given)
assert set(seen) == {(1971, 3), (1982, 2)} and sum(map(len, seen.values())) == 46
EOF
