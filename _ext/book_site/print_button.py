"""A button that prints a page with its solutions.

The theme's button prints what the reader has opened. This can go when browsers open `<details>`
for printing.
"""

from sphinx.application import Sphinx

THEME_PRINT_BUTTON = "download-pdf-button"


def add_button(app: Sphinx, pagename, templatename, context, doctree) -> None:
    """Add the button after the theme's, on pages with `<details>`."""
    if doctree is None or "</details>" not in context.get("body", ""):
        return
    for group in context.get("header_buttons", ()):
        buttons = group.get("buttons", [])
        labels = [button.get("label") for button in buttons]
        if THEME_PRINT_BUTTON in labels:
            button = buttons[labels.index(THEME_PRINT_BUTTON)]
            button["tooltip"] = "Print what is open on the page"
            with_solutions = {
                "javascript": "printWithSolutions()",
                "text": ".pdf with solutions",
                "tooltip": "Open every solution, and print",
                "label": "download-pdf-with-solutions-button",
            }
            buttons.insert(labels.index(THEME_PRINT_BUTTON) + 1, button | with_solutions)


def setup(app: Sphinx) -> None:
    # After the theme, which puts its buttons there at 501.
    app.connect("html-page-context", add_button, priority=900)
