"""What a notebook shows that is not trusted, as one that comes from somebody else.

JupyterLab then leaves out styles, scripts and SVG, of which only the words would remain, and
disables inputs. It keeps `hidden`, if it has a value, which a style can overrule.
"""

from html import escape

STYLE = "<style>.pe-untrusted { display: none; } .pe-trusted[hidden] { display: block; }</style>"
HOW = (
    "JupyterLab shows no figures and takes no answers in a notebook that you don’t trust. Run the "
    "cell, or trust the notebook: View, Activate Command Palette, Trust Notebook."
)


def trusted(html: str, words: str) -> str:
    """Return HTML of which an untrusted notebook shows `words` alone, and what to do."""
    return (
        f'{STYLE}<p class="pe-untrusted">{escape(words)} <em>{HOW}</em></p>'
        f'<div class="pe-trusted" hidden="hidden">{html}</div>'
    )
