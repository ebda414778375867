"""Print every question with its answer and its known wrong answers: python -m pe_book.questions."""

from pe_book.questions import all_questions
from pe_book.questions.question import Question, plain


def lines(question: Question) -> list[str]:
    """Return the question, then one line for each answer: > the right one, - a wrong one."""
    return [f"{question.name}: {plain(question.text)}"] + [
        f"  {'>' if answer.right else '-'} {plain(answer.text)}  [{plain(answer.reply)}]"
        for answer in question.answers()
    ]


if __name__ == "__main__":
    for question in all_questions().values():
        print("\n".join(lines(question)), end="\n\n")
