"""The explorers' mathematics in two languages, and whole-number arithmetic as the truth."""
