"""What the command line says of a written hand that cannot be refereed: a sentence in Turkish, one
in English, and what would be right. The page has words of its own: people there tap, not type.
"""

from collections import defaultdict
from collections.abc import Mapping

from device.reasons import EXPECTED, WHY, in_turkish
from rules.codes import Refusal

_WORDS: Mapping[Refusal, tuple[str, str]] = {
    Refusal.ILLEGAL_ACTION: ("kurala uymuyor: {why}", "against the rules: {why}"),
    Refusal.OUT_OF_TURN: (
        "sırası gelmeden: {name}; sıra: {turn_name}",
        "{name} out of turn; it is the turn of {turn_name}",
    ),
    Refusal.BAD_COUNT: (
        "sayı tutmuyor: {given}; olması gereken: {expected}",
        "the number is off: {given}; it should be {expected}",
    ),
    Refusal.UNREAD_CARD: (
        "sayım için gereken kart bilinmiyor: {place}; yerine adını yazın",
        "a card that is needed is not known: {place}; write which it is",
    ),
    Refusal.COMPOSITION: (
        "{rank} {count} kez yazılmış, destede o kadar yok",
        "{rank} is written {count} times, more often than the deck holds it",
    ),
    Refusal.NOT_READY: ("eksik olan: {names}", "still missing: {names}"),
    Refusal.CLAIM_REJECTED: ("bittim sayılmaz: {why}", "bittim is not heard: {why}"),
    Refusal.CALL_REJECTED: ("blöf sayılmaz: {why}", "the call does not count: {why}"),
    Refusal.OPTION_RANGE: ("böyle ayar olmaz: {key}={value}", "no such option: {key}={value}"),
    Refusal.BAD_PLAYERS: ("oyuncular olmadı: {value}", "the players do not fit: {value}"),
    Refusal.BAD_FACT: ("anlaşılmadı: {key} {value}", "not understood: {key} {value}"),
    Refusal.TOO_FEW: ("oyuncu yetmiyor", "too few players"),
    Refusal.MATCH_OVER: ("maç bitti; bu el fazla", "the match is over; this hand is one too many"),
    Refusal.NO_HAND: ("böyle bir el yok: {number}", "no such hand: {number}"),
    Refusal.NO_QUESTION: ("böyle bir soru yok: {question}", "no such question: {question}"),
    Refusal.NOTHING_TO_UNDO: ("geri alınacak bir şey yok", "nothing to take back"),
    Refusal.UNKNOWN_GAME: ("böyle bir oyun yok: {game}", "no such game: {game}"),
    Refusal.OPEN_QUESTION: ("önce karar gerekiyor: {question}", "to be decided first: {question}"),
}
LONGER: Mapping[str, tuple[str, str]] = {
    "RENONS": ("elinde varken istenen renkten oynamadı", "did not follow suit, although able"),
    "ZORUNLU_TERS": (
        "düz oynama hakkı bitti, ters konmalı (T)",
        "after so many upright hands it must be flipped (T)",
    ),
    "no trick won with a card of value": (
        "bittim diyen, sayısı olan kartla bir löve almış olmalı",
        "who claims must have won a trick with a card of value in it",
    ),
    "HATALI_CIKIS": (
        "çıkanın elinde per olmayan kart kalıyor; çıkanı ya da kartları düzeltin",
        "cards are left over in the hand that went out; mend who went out, or its cards",
    ),
}
"""Reasons that are codes, or are told at more length."""


def told(code: str, args: Mapping[str, str | int]) -> str:
    """Both sentences, one line each, and what would be right, where the refusal knows it."""
    turkish, english = _WORDS[Refusal(code)]
    lines = [_filled(turkish, _in_turkish(args)), _filled(english, _in_english(args))]
    if (right := str(args.get("expected", ""))) and "{expected}" not in turkish:
        there = in_turkish(right, EXPECTED)
        lines += [f"olabilecek: {there}"] if there else []
        lines.append(f"possible: {right}" if there else f"olabilecek / possible: {right}")
    return "\n  ".join((f"{code}", *lines))


def _in_turkish(args: Mapping[str, str | int]) -> dict[str, str | int]:
    words = dict(args)
    if "why" in args:
        why = str(args["why"])
        longer, _ = LONGER.get(why, ("", ""))
        words["why"] = longer or in_turkish(why, WHY) or "şimdi yapılamaz"
    if "expected" in args:
        right = str(args["expected"])
        words["expected"] = in_turkish(right, EXPECTED) or right
    return words


def _in_english(args: Mapping[str, str | int]) -> dict[str, str | int]:
    words = dict(args)
    if "why" in args:
        why = str(args["why"])
        _, words["why"] = LONGER.get(why, ("", why))
    return words


def _filled(sentence: str, args: Mapping[str, str | int]) -> str:
    known = dict(args)
    if known.get("key") == "line":
        known |= {"key": "", "value": known.get("value") or "-"}
    return " ".join(sentence.format_map(defaultdict(lambda: "?", known)).split())
