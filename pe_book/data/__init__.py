"""Tables and vectors of others, measurements, and what reads them."""
