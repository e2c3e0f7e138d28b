"""What an honest person at the staged table answers, from what truly lies there. A simulation."""

from collections.abc import Callable, Sequence

from device.people import HandRecord
from rules.codes import Ask, Reply
from rules.view import AnswerView, QuestionView


def truthful_answer(question: QuestionView, hand: HandRecord) -> str:
    """The id of the true answer; the first one where the question is not about what lies there."""
    fits = _test(question, hand)
    for answer in question.answers:
        if fits(answer):
            return answer.id
    return question.answers[0].id


def _test(question: QuestionView, hand: HandRecord) -> Callable[[AnswerView], bool]:
    args = question.ask.args
    match question.ask.code:
        case Ask.HANGI_KART:
            return _label(Reply.KART, rank=hand.rank_at(str(args["place"])))
        case Ask.MERKEZ_DEGISTI:
            return _label(Reply.KART, rank=hand.centre)
        case Ask.COMPOSITION:
            return lambda answer: _mends(answer, hand)
        case Ask.KIM_NEREDE | Ask.KIM_USTUSTE | Ask.PIYON_YERI:
            pick = hand.picks.get(int(args["seat"]))
            if question.ask.code == Ask.KIM_NEREDE and (hand.void or pick is None):
                return _label(Reply.SAYILMASIN)
            if pick is None:
                return _label(Reply.YOK)
            if question.ask.code == Ask.KIM_USTUSTE and pick[0] != args["place"]:
                return _label(Reply.YOK)
            return _label(Reply.YER, place=pick[0], side=pick[1])
        case Ask.IHLAL:
            flipped = hand.picks[int(args["seat"])][1] == "T"
            return _label(Reply.TERS_SAY if flipped else Reply.DUZ_SAY)
        case Ask.ERKEN_ACILDI | Ask.EL_YARIM:
            return _label(*_VOID) if hand.void else _label(Reply.DEVAM)
        case Ask.GERI_ALINDI:
            return _label(Reply.PUANLA)
        case _:
            return lambda answer: True


_VOID: Sequence[Reply] = (Reply.SAYILMASIN, Reply.YENI_EL)


def _label(*codes: Reply, **args: str) -> Callable[[AnswerView], bool]:
    return lambda answer: (
        answer.label.code in codes
        and all(answer.label.args.get(key) == value for key, value in args.items())
    )


def _mends(answer: AnswerView, hand: HandRecord) -> bool:
    """KART_YERDE: the card named there is what lies there."""
    place, rank = str(answer.label.args.get("place")), answer.label.args.get("rank")
    return answer.label.code == Reply.KART_YERDE and rank == hand.rank_at(place)
