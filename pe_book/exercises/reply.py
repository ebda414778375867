"""The reply to a reader's answer."""

import html
import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Reply:
    """What a reader sees after a check: the verdict, and why. It is true for a right answer.

    Text between `backticks` is shown as code; `picture` is HTML below it.
    """

    right: bool
    text: str
    picture: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        return f"{'Right' if self.right else 'Not yet'}. {self.text}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        mark, verdict = ("✓", "Right.") if self.right else ("✗", "Not yet.")
        kind = "right" if self.right else "wrong"
        text = re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(self.text))
        return (
            f'<div class="pe-reply" data-verdict="{kind}" role="status" '
            'style="border-left:4px solid currentColor;padding:.4em .8em">'
            f'<p style="margin:0"><span aria-hidden="true">{mark}</span> '
            f"<strong>{verdict}</strong> {text}</p>{self.picture}</div>"
        )
