"""What the command line says of a written hand that cannot be refereed: a sentence in Turkish, one
in English, and what would be right. The page has words of its own: people there tap, not type.
"""

from collections import defaultdict
from collections.abc import Mapping

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
    Refusal.OPEN_QUESTION: ("önce karar gerekiyor: {question}", "to be decided first: {question}"),
}
_WHY: Mapping[str, tuple[str, str]] = {
    "RENONS": ("elinde varken istenen renkten oynamadı", "did not follow suit, although able"),
    "ZORUNLU_TERS": (
        "iki düz elden sonra ters konmalı (T)",
        "after so many upright hands it must be flipped (T)",
    ),
    "no trick won with a card of value": (
        "bittim diyen, sayısı olan kartla bir löve almış olmalı",
        "who claims must have won a trick with a card of value in it",
    ),
    "fewer than 2 tricks remain": (
        "bittim en geç son iki löveden önce denir",
        "bittim is said while two tricks or more remain",
    ),
    "only the next player, before acting": (
        "yalnız sıradaki oyuncu, kâğıt atmadan ve pas demeden blöf der",
        "only the next player may call, before throwing or passing",
    ),
    "HATALI_CIKIS": (
        "çıkanın elinde per olmayan kart kalıyor; çıkanı ya da kartları düzeltin",
        "cards are left over in the hand that went out; mend who went out, or its cards",
    ),
}


def told(code: str, args: Mapping[str, str | int]) -> str:
    """Both sentences, one line each, and what would be right, where the refusal knows it."""
    turkish, english = _WORDS.get(Refusal(code), (code, code))
    right = str(args.get("expected", ""))
    lines = [
        _filled(sentence, args, language) for language, sentence in enumerate((turkish, english))
    ]
    if right and "{expected}" not in turkish:
        lines.append(f"olabilecek / possible: {right}")
    return "\n  ".join((f"{code}", *lines))


def _filled(sentence: str, args: Mapping[str, str | int], language: int) -> str:
    why = _WHY.get(str(args.get("why", "")))
    known = {**args, "why": why[language]} if why else dict(args)
    if known.get("key") == "line":
        known |= {"key": "", "value": known["value"] or "-"}
    unknown = defaultdict(lambda: "?", known)
    return " ".join(sentence.format_map(unknown).split())
