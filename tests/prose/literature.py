"""Figures that papers report, once each, so that every chapter quotes the same ones."""

# Grattafiori et al. 2024, section 3.2.
LLAMA_3_BASE = 500_000
# Chen et al. 2023, section 2.2: without interpolation perplexity may exceed this.
CHEN_BEYOND = 10**3
# TransformerLens, issue 1609: the loss of GPT-2 on one text, without and with a pad token.
LOSS_WITH_PADDING = (4.50317, 13.594296)
# Biderman et al. 2021, the tables of validation perplexity on OpenWebText2 (125 million parameters)
# and on the Pile (1.4 billion): learned positions, T5's bias, RoPE.
BIDERMAN = {"125M": (16.59, 16.46, 15.78), "1.4B": (9.39, 9.23, 8.78)}
