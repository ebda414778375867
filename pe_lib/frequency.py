"""From d_model and base to the frequency and wavelength of every pair of columns."""

import numpy as np


def angular_frequencies(d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return omega_j = base**(-2j/d_model) in radians per position, shape (ceil(d_model/2),)."""
    return float(base) ** (-np.arange(0, d_model, 2) / d_model)


def wavelengths(d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return lambda_j = 2*pi/omega_j in positions, shape (ceil(d_model/2),)."""
    return 2 * np.pi / angular_frequencies(d_model, base)
