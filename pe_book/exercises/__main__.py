"""Write the cells of the exercises into the chapters: python -m pe_book.exercises"""

from pathlib import Path

from pe_book.exercises.cells import write_all

if __name__ == "__main__":
    write_all(Path("chapters"))
