"""Figures that papers report, once each, so that every chapter quotes the same ones."""

# Haviv et al. 2022, table 1: perplexity of causal models on WikiText-103.
HAVIV = {"none": 20.97, "learned": 20.42, "sinusoid": 20.16, "alibi": 19.71}
# What they quote for the spread between random seeds in that setting.
HAVIV_SEEDS = 0.9
# Their table 4: a masked model (the size of RoBERTa large) on an excerpt of the Pile, 128 tokens.
HAVIV_MASKED = {"none": 147.18, "learned": 4.06, "sinusoid": 4.07, "alibi": 4.00}
# Chen et al. 2023, section 2.2: without interpolation perplexity may exceed this power of ten.
CHEN_BEYOND = 3
# Su et al. 2021, section 3.2.1: the matrix [[cos, −sin], [sin, cos]] turns counterclockwise.
ROFORMER = "counterclockwise"
