"""What the site's extension, the tools and the tests share; imports nothing of the book's."""
