"""Chapter 11's experiments with small networks, and what several trainings say together."""
