"""Print every question with its answer and its known wrong answers: python -m pe_book.questions."""

from pe_book.questions import all_questions
from pe_book.questions.question import Question, html_to_text


def lines(question: Question) -> list[str]:
    """Return the question, then one line for each answer: > the right one, - a wrong one."""
    return [f"{question.name}: {html_to_text(question.text)}"] + [
        f"  {'>' if answer.right else '-'} {html_to_text(answer.text)}"
        f"  [{html_to_text(answer.reply)}]"
        for answer in question.answers()
    ]


if __name__ == "__main__":
    for question in all_questions().values():
        print("\n".join(lines(question)), end="\n\n")
