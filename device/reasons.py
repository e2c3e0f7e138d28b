"""The reasons of the rules in Turkish: why something is refused, and what would be right.

The rules say them in English (``why`` and ``expected`` of a refusal); ``{0}`` stands for what a
sentence is about: a name, a card, a number.
"""

import re
from collections.abc import Mapping
from functools import cache

WHY: Mapping[str, str] = {
    "{0} is no card, expected e.g. QH, TS": "{0} diye kart yok; örnek: QH, TS",
    "{0} is no card: a rank A 2 to 9 T J Q K, or e.g. 7S": (
        "{0} diye kart yok; değer A 2–9 T J Q K, ya da örneğin 7S"
    ),
    "{0} is not in the hand": "{0} elinde yok",
    "{0}: no such card, expected e.g. TH, or X for a joker": (
        "{0} diye kart yok; örnek: TH, joker için X"
    ),
    "Belote and Rebelote are said once each, under a trump": (
        "koz belli olunca “belote” ve “rebelote” birer kez denir"
    ),
    "a card counts once": "bir kart iki kombinasyonda sayılmaz",
    "after the end of the window": "süre bittikten sonra söylendi",
    "another suit than the turned one": "açılan renk değil, başka bir renk söylenir",
    "another suit than the turned one, in the second round": (
        "ikinci turda, açılandan başka bir renk söylenir"
    ),
    "fewer than {0} tricks remain": "son {0} löveden önce denir",
    "has passed in this round": "bu turda pas dedi",
    "no card is to be discarded now": "şimdi kart atılmaz",
    "no card is to be drawn now": "şimdi kart çekilmez",
    "no card is to be played now": "şimdi kart oynanmaz",
    "no card lies open on the stock": "destenin üstünde açık kart yok",
    "no deal is due": "şimdi kart dağıtılmaz",
    "no deal is open": "açık bir dağıtım yok",
    "no dealer is to be drawn, or there is no such seat": "şimdi dağıtan seçilmez",
    "no hand is open": "açık el yok",
    "no hand is open, or there is no such seat": "açık el yok, ya da öyle bir oyuncu yok",
    "no lot is to be drawn": "şimdi kura çekilmez",
    "no round is open": "açık tur yok",
    "no starter is to be drawn, or this seat does not play": "şimdi başlayan seçilmez",
    "no such action": "böyle bir hamle yok",
    "no such seat": "öyle bir oyuncu yok",
    "no trick won with a card of value": "sayısı olan kartla löve almadı",
    "no trump 7 to be swapped now": "şimdi koz yedilisi değişmez",
    "no trump 7 to be swapped with the turned card": "açılan kartla değişecek koz yedilisi yok",
    "no window can be closed early": "süre erken kapanmaz",
    "no window stands open": "süre işlemiyor",
    "nobody bids now": "şimdi ihale yok",
    "nobody called": "kimse blöf demedi",
    "nobody can pass now": "şimdi pas denmez",
    "nobody declares now": "şimdi ilan yok",
    "nobody places now": "şimdi piyon konmaz",
    "nobody plays at this seat": "bu yerde oynayan yok",
    "nobody plays now": "şimdi kart oynanmaz",
    "nobody throws now": "şimdi kâğıt atılmaz",
    "not an action of {0}": "bu kipte ({0}) böyle bir hamle yok",
    "not held": "o kart elinde yok",
    "not offered": "şimdi bu yapılmaz",
    "only between tricks, where bittim is played": "bittim yalnız iki löve arasında denir",
    "only the next player, before acting": (
        "yalnız sıradaki oyuncu, kâğıt atmadan ve pas demeden blöf der"
    ),
    "only the others may call": "atan kendine blöf diyemez",
    "only with trump K and Q of one hand, as one of them is played": (
        "koz papazı ile kızı bir eldeyse, biri oynanırken denir"
    ),
    "opening names a rank, later throws keep it": "açan değeri söyler, sonrakiler ona uyar",
    "somebody went out before": "daha önce çıkan var",
    "somebody called before": "daha önce blöf diyen var",
    "spot 1 to {0}": "kartın yeri 1–{0}",
    "the best combinations of the hand, or none": "eldeki en iyi kombinasyonlar, ya da hiçbiri",
    "the deal is being scored": "bu dağıtım yazılıyor",
    "the deal is not over": "dağıtım bitmedi",
    "the hand is being scored": "bu el yazılıyor",
    "the hand is not over": "el bitmedi",
    "the hand is not scored yet": "el daha yazılmadı",
    "the hand is over": "el bitti",
    "the last cards lie there: call or pass": "son kâğıtlar yerde: blöf ya da pas",
    "the round is not over": "tur bitmedi",
    "the round is not scored yet": "tur daha yazılmadı",
    "the stock is not empty": "yığın bitmedi",
    "the turned suit was refused by all": "açılan rengi herkes geçti",
    "the window still stands open": "süre daha bitmedi",
    "there is no such seat": "öyle bir oyuncu yok",
    "these are not the cards that were thrown": "atılan kâğıtlar bunlar değil",
    "this player has no word in it": "bu oyuncuya söz düşmez",
    "this player has played in this trick": "bu lövede kartını oynadı",
    "this seat does not play the round": "bu turda oynamıyor",
    "trump first, and no claim": "önce koz; bittim denmişse kart sayılmaz",
    "trump first, then combinations such as seri QS 3": (
        "önce koz, sonra kombinasyonlar; örnek: seri QS 3"
    ),
}
EXPECTED: Mapping[str, str] = {
    "7x2, x1, pas, or blöf with the cards shown": "7x2, x1, pas, ya da blöf ve açılan kartlar",
    "A, K, Q or J": "A, K, Q ya da J",
    "A, K, Q, J or ?": "A, K, Q, J ya da ?",
    "5S: 8S AS, 8S AS, or who took it ({0})": "5S: 8S AS, 8S AS, ya da löveyi alan ({0})",
    "S, H, D or C": "S, H, D ya da C",
    "a card 7 to A, e.g. TH": "7’den A’ya bir kart, örnek: TH",
    "a card of each of the {0} players": "{0} oyuncunun her birinden bir kart",
    "a card, e.g. TH, or X for a joker": "bir kart, örnek: TH; joker için X",
    "a corner KB KD GB GD and a side D or T": "köşe KB KD GB GD ve yüz D ya da T",
    "a line oyuncular: Ayşe, Oğuz": "bir satır: oyuncular: Ayşe, Oğuz",
    "a name and the cards; the names are {0}": "bir ad ve kartlar; adlar: {0}",
    "a name first: {0}": "önce bir ad: {0}",
    "a name of its own": "başka kimsede olmayan bir ad",
    "a number of cards, 0 to {0}": "kart sayısı, 0–{0}",
    "a seat, 0 to {0}": "oyuncunun yeri, 0–{0}",
    "a seat, e.g. 0": "oyuncunun yeri, örnek: 0",
    "a whole number, {0} or more": "{0} ya da daha büyük bir tam sayı",
    "all {0} tricks, or Ayşe=8 Oğuz=5": "{0} lövenin hepsi, ya da Ayşe=8 Oğuz=5",
    "at most {0} in all": "hepsi en çok {0}",
    "at most love:{0}": "en çok love:{0}",
    "centre | corners | placements, e.g. K | KB=A KD=J | Ayşe KB D": (
        "orta | köşeler | piyonlar, örnek: K | KB=A KD=J | Ayşe KB D"
    ),
    "dagitan, cikan, bitti, atik, el:0 or hatali:0": (
        "dagitan, cikan, bitti, atik, el:0 ya da hatali:0"
    ),
    "dealer and turned card | who took it, e.g. Oğuz KH | Ayşe al": (
        "dağıtan ve açılan kart | alan, örnek: Oğuz KH | Ayşe al"
    ),
    "e.g. 8-5, together {0}": "örnek: 8-5, toplamı {0}",
    "e.g. KB D or GD T": "örnek: KB D ya da GD T",
    "every seat once": "her oyuncu bir kez",
    "evet or hayir": "evet ya da hayir",
    "evet, or nothing": "evet, ya da hiçbir şey",
    "groups in brackets, e.g. (3S 9D 9H) KC": "perler parantezde, örnek: (3S 9D 9H) KC",
    "hayir at a table of three": "üç kişilik masada hayir",
    "how many of the two words were said: 0, 1 or 2": "iki sözden kaçı söylendi: 0, 1 ya da 2",
    "key=value, each key once": "ayar=değer, her ayar bir kez",
    "name corner side; the names are {0}": "ad köşe yüz; adlar: {0}",
    "names that all differ, none empty": "hepsi ayrı, boş olmayan adlar",
    "one of {0}": "bunlardan biri: {0}",
    "one player without cards, at most {0} in all": "bir kişi kâğıtsız, hepsi en çok {0}",
    "oyuncular: first, then seçenekler:, then lines that begin with el": (
        "önce oyuncular:, sonra seçenekler:, sonra el ile başlayan satırlar"
    ),
    "pawn colours that all differ": "hepsi ayrı piyon renkleri",
    "points of {0} sides and a seat, e.g. 73 35 1": (
        "{0} tarafın puanı ve bir yer, örnek: 73 35 1"
    ),
    "not a combination: {0} (e.g. brelan Q, seri QS 3)": (
        "{0} kombinasyon değil; örnek: brelan Q, seri QS 3"
    ),
    "seat and card, e.g. 0:TH": "yer ve kart, örnek: 0:TH",
    "al, or another suit: S H D C": "al, ya da başka bir renk: S H D C",
    "two numbers, e.g. 8-5": "iki sayı, örnek: 8-5",
    "two numbers, e.g. 8-5, together {0}": "iki sayı, örnek: 8-5, toplamı {0}",
    "what the hand costs, e.g. =12": "elin cezası, örnek: =12",
    "who dealt and the turned card, e.g. Oğuz KH": "dağıtan ve açılan kart, örnek: Oğuz KH",
    "who leads, one of {0}, then | and the tricks": ("ilk oynayan ({0}), sonra | ve löveler"),
    "who opens, one of {0}, then | and what happened": "açan ({0}), sonra | ve olanlar",
    "who placed where, e.g. Ayşe KB D, Oğuz GD T": "kim nereye koydu: Ayşe KB D, Oğuz GD T",
    "who went out, one of {0}, or {1}": "çıkan ({0}), ya da {1}",
    "{0} players": "{0} oyuncu",
    "{0} to {1} players": "{0}–{1} oyuncu",
    "a whole number, {0} to {1}": "tam sayı, {0}–{1}",
    "{0} tricks, bittim, or kart 73 35 Oğuz": "{0} löve, bittim, ya da kart 73 35 Oğuz",
    "{0}, who did not deal and leads": "{0}; dağıtmayan ilk oynar",
    "{0}, whose turn it is to open": "{0}; açma sırası onda",
    "{0}: as many as sit there": "{0}: masadakiler kadar",
}


def in_turkish(english: str, words: Mapping[str, str]) -> str | None:
    """The same in Turkish; None where there is no such reason."""
    if english in words:
        return words[english]
    for pattern, turkish in _patterns(tuple(words.items())):
        if (found := pattern.fullmatch(english)) is not None:
            return turkish.format(*found.groups())
    return None


@cache
def _patterns(words: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The reasons with something to fill in, those with most words of their own first."""
    filled = [pair for pair in words if "{0}" in pair[0]]
    filled.sort(key=lambda pair: -len(pair[0]))
    return tuple(
        (re.compile(re.sub(r"\\\{\d\\\}", "(.+)", re.escape(english))), turkish)
        for english, turkish in filled
    )
