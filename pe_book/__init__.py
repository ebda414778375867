"""All that makes the book: explorers, questions, exercises, figures, the gallery of mistakes."""
