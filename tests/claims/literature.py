"""Figures that papers report, once each, so that every chapter quotes the same ones."""

# Haviv et al. 2022, tables 1 and 4: perplexity on WikiText-103.
HAVIV = {"none": 20.97, "learned": 20.42, "sinusoid": 20.16, "alibi": 19.71}
HAVIV_MASKED = {"none": 147.18, "learned": 4.06}
