"""A small trained Transformer that labels who did what to whom, with encodings to exchange.

`examine("the cat was chased by the dog", encoding="rope")` labels each word and shows what is
behind it, and `score` tries a table of your own on held-out sentences. Only numpy is needed;
`python -m pe_book.model.sentences.train` trained the models with PyTorch.
"""

from pe_book.model.sentences.grammar import LABELS, TRAINED_WORDS, VOCABULARY
from pe_book.model.sentences.model import ENCODINGS
from pe_book.model.sentences.reading import Reading, Score, examine, score

__all__ = [
    "ENCODINGS",
    "LABELS",
    "TRAINED_WORDS",
    "VOCABULARY",
    "Reading",
    "Score",
    "examine",
    "score",
]
