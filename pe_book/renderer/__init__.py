"""How an explorer shows itself: as HTML on a page and in Colab, as widgets in a notebook."""
