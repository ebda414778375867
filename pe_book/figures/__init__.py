"""Arrays to still figures, one module per chapter topic.

Every function computes nothing that the chapter claims: it takes arrays, draws them, and returns a
`Picture` with a text alternative and a caption.
"""
