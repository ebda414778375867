"""Print every question with its answer and its known wrong answers: python -m pe_book.questions."""

from pe_book.numbers import brief
from pe_book.questions import all_questions
from pe_book.questions.question import Choice, Question, plain


def lines(question: Question) -> list[str]:
    """Return the question, then one line for each answer: > the right one, - a wrong one.

    Parameters
    ----------
    question : Question

    Returns
    -------
    list of str
        Plain text, the replies in brackets.
    """
    told = [f"{question.name}: {plain(question.text)}"]
    if isinstance(question, Choice):
        answers = [(option.right, option.text, option.reply) for option in question.options]
    else:
        unit = f" {question.unit}" if question.unit else ""
        answers = [(True, f"{brief(question.answer)}{unit}", question.because)]
        answers += [(False, f"{brief(w.value)}{unit}", w.reply) for w in question.wrong]
    return told + [
        f"  {'>' if right else '-'} {plain(text)}  [{plain(reply)}]"
        for right, text, reply in answers
    ]


if __name__ == "__main__":
    for question in all_questions().values():
        print("\n".join(lines(question)), end="\n\n")
