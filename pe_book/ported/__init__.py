"""The explorers' mathematics in JavaScript, and whole-number arithmetic as the truth there."""
