"""Scenes of what people do: crowd, stack, carry off, turn too early, forget, leave, come back."""

from dataclasses import replace

from rules.codes import Ask, Say, Warn
from tests.scenes.director import WRITTEN_S, Director
from tests.scenes.film import Deed
from tests.scenes.take import Take


def whole_match() -> Take:
    """A match of three to its winner: two hands, one Vale caught in a doubled hand."""
    d = Director("whole_match", "iki elde biten bir maç", players=3, seed=10, roll_deg=3.0)
    d.begin()
    d.play("QS KH JD AC QD", "GB:D KD:T KB:D")
    d.act(Deed.NEXT)
    d.play("JS AH QD KC JD", "GD:T GD:D KB:T", wait_s=5.0)
    return d.cut(tells=(Say.KAZANAN,))


def crowded() -> Take:
    """All four choose the same corner: their pawns stand shoulder to shoulder on one card."""
    d = Director("crowded", "dört piyon bir kartta", players=4, seed=11, cloth=41)
    d.begin()
    d.deal("KS QH AD JC QS")
    shoulders = ((-14.5, -27), (14.5, -27), (-14.5, 2), (14.5, 1))
    for seat, (side, off_mm) in enumerate(zip("DTDT", shoulders, strict=True)):
        d.lay(seat, "KD", side, off_mm=off_mm)
    d.finish()
    return d.cut()


def stacked() -> Take:
    """A pawn is set down on another one: who lies below cannot be seen from above (VA-T3)."""
    d = Director("stacked", "iki piyon üst üste", players=3, seed=12)
    d.begin()
    d.deal("QS KH QD JC AS")
    d.lay(0, "KB", "D", off_mm=(0, 0))
    d.lay(1, "KB", "T", off_mm=(3, -4))
    d.lay(2, "GD", "D")
    d.finish()
    d.answer()
    d.look(2.0)
    d.answer()
    return d.cut(due=(Ask.KIM_NEREDE, Ask.KIM_USTUSTE, Ask.PIYON_YERI))


def overhanging() -> Take:
    """Pawns set down carelessly: half over the edge of their card."""
    d = Director("overhanging", "piyonlar kartın kenarından taşıyor", players=3, seed=13)
    d.begin()
    d.deal("AS KH QD JC QC")
    d.lay(0, "KB", "D", off_mm=(-27, 10))
    d.lay(1, "GD", "T", off_mm=(25, -20))
    d.lay(2, "GB", "D", off_mm=(6, 38))
    d.finish()
    return d.cut()


def carried_off() -> Take:
    """Somebody takes the own pawn back to think, and keeps it in the hand for long."""
    d = Director("carried_off", "piyon kaldırıldı, sonra başka köşeye kondu", players=3, seed=14)
    d.begin()
    d.deal("JS KH QD AC AS")
    d.lay(0, "KB", "D")
    d.lay(1, "GD", "T", counts=False)
    d.take(1)
    d.look(4.0)
    d.lay(2, "KD", "D")
    d.lay(1, "GB", "T")
    d.finish()
    return d.cut()


def other_corner() -> Take:
    """The last one changes the mind twice, and comes back to the first corner flipped."""
    d = Director("other_corner", "köşe iki kez değişti", players=2, seed=15)
    d.begin()
    d.deal("KS AH QD JC KD")
    d.lay(0, "GB", "D")
    d.lay(1, "KB", "D", counts=False)
    d.take(1)
    d.lay(1, "GD", "D", counts=False)
    d.take(1)
    d.lay(1, "KB", "T")
    d.finish()
    return d.cut()


def turned_too_early() -> Take:
    """A corner shows its face while a pawn is still missing; the table lets the hand go (VA-T2)."""
    d = Director("turned_too_early", "köşe erken açıldı, el sayılmadı", players=3, seed=16)
    d.begin()
    d.deal("KS AH QD JC KD")
    d.lay(0, "GB", "D")
    d.lay(1, "KD", "D")
    d.turn("KB")
    d.hand.void = True
    d.look(2.0)
    d.answer()
    d.act(Deed.NEXT)
    d.play("QS KC QH JD AS", "KB:D GD:D KD:D")
    return d.cut(asks=(Ask.ERKEN_ACILDI,))


def dealt_again() -> Take:
    """A card was seen: the deal is swept together and dealt anew before anybody places (VA-T9)."""
    d = Director("dealt_again", "kartlar yeniden dağıtıldı", players=2, seed=17)
    d.begin()
    d.deal("QS AH QD JC KD")
    d.deal("JD QC KH AS JH", again=True)
    d.lay_all("GD:T KD:D")
    d.finish()
    return d.cut()


def next_forgotten() -> Take:
    """Nobody says "next": the new deal lies there, and that was "next" (VA-T11)."""
    d = Director("next_forgotten", "sonraki el düğmesi unutuldu", players=2, seed=18)
    d.begin()
    d.play("QS AH QD JC KD", "GD:D KB:T")
    d.play("KC JH AD QS KH", "KD:D KB:D", starts=1)
    return d.cut()


def next_too_early() -> Take:
    """The hand is not over and "next" is pressed: told what is missing, never a skip (VA-T12)."""
    d = Director("next_too_early", "sonraki el düğmesine erken basıldı", players=2, seed=19)
    d.begin()
    d.deal("QS AH QD JC KD")
    d.lay(0, "GD", "D")
    d.act(Deed.NEXT)
    d.lay(1, "KB", "T")
    d.act(Deed.NEXT)
    d.take_all()
    d.act(Deed.NEXT)
    d.turn("GD", "KB")
    d.look(WRITTEN_S)
    return d.cut(tells=(Say.SIRA, Say.HERKES_YERLESTI, Say.KART_BEKLENIYOR))


def player_leaves() -> Take:
    """One goes home after the first hand, and one more sits down in her place (VA-T14)."""
    d = Director("player_leaves", "biri kalktı, yerine başkası oturdu", players=3, seed=20)
    d.begin()
    d.play("QS AH QD JC KD", "GD:D KB:D KB:D")
    d.leave(1)
    d.act(Deed.NEXT)
    d.play("KC JH AD QS KH", "KD:T GB:D", starts=1)
    d.come(1, "Leyla")
    d.act(Deed.NEXT)
    d.play("AC QH KD JS QD", "KD:D GB:T KB:T", starts=1)
    return d.cut()


def next_day() -> Take:
    """The plug is pulled in the middle of a hand, and it goes on; next day, on an empty cloth under
    another lamp, so does the match."""
    d = Director("next_day", "fiş çekildi, maç ertesi gün sürdü", players=2, seed=21)
    d.begin()
    d.deal("QS AH QD JC KD")
    d.lay(0, "GD", "D")
    d.act(Deed.POWER_CUT)
    d.look(1.6)
    d.lay(1, "KB", "T")
    d.finish()
    d.clear()
    d.look(1.2)
    d.act(Deed.POWER_CUT)
    d.table.look = replace(d.table.look, lamp=d.table.look.lamp + 1, roll_deg=9.0)
    d.look(1.2)
    d.act(Deed.NEXT)
    d.play("KC JH AD QS KH", "KD:D KB:D", starts=1)
    return d.cut()


def rest_beside() -> Take:
    """The rest of the deck is spread beside the layout, half of it face up (VA-T1)."""
    d = Director("rest_beside", "destenin kalanı yanda serili", players=2, seed=22, width_mm=800.0)
    d.table.beside = ("9S", "7H", "TD", "4C", "2S", "8D")
    d.begin()
    d.play("QS AH QD JC KD", "GD:D KB:T")
    return d.cut()


def two_decks() -> Take:
    """Eight cards out of two decks: faces drawn differently, the same queen twice (VA-T16)."""
    d = Director("two_decks", "sekiz kart iki desteden", players=2, seed=23, deck="tigullio")
    d.table.decks = dict.fromkeys(("KB", "GD", "M"), "buculei")
    d.begin()
    d.play("QH AH QH JC KD", "KD:D GD:T")
    return d.cut()


def strangers_card() -> Take:
    """A seven has got among the eight cards: no points without the table's word."""
    d = Director("strangers_card", "aralarında bir yedili var", players=2, seed=24)
    d.begin()
    d.play("QS 7H QD JC KD", "GD:D KB:D")
    d.hand.void = True
    d.act(Deed.VOID)
    d.look(0.8)
    d.act(Deed.NEXT)
    d.play("KC JH AD QS KH", "KD:D KB:D", starts=1)
    return d.cut(asks=(Ask.HANGI_KART,))


def forced_flip_forgotten() -> Take:
    """Two hands straight, and the third one too: warned at once, mended before the reveal."""
    d = Director("forced_flip_forgotten", "zorunlu ters unutuldu", players=2, seed=25)
    d.begin()
    d.play("QS AH QD JC KD", "KD:D GD:D")
    d.act(Deed.NEXT)
    d.play("KC QH AD QS KH", "GD:D KD:D", starts=1)
    d.act(Deed.NEXT)
    d.deal("AC QH KD JS QD")
    d.lay(0, "KB", "D", off_mm=(0, 0), counts=False)
    d.look(0.8)
    d.lay(0, "KB", "T", off_mm=(0, 0))
    d.lay(1, "GD", "T")
    d.finish()
    return d.cut(tells=(Warn.ZORUNLU_TERS,))


SCENES = (
    whole_match,
    crowded,
    stacked,
    overhanging,
    carried_off,
    other_corner,
    turned_too_early,
    dealt_again,
    next_forgotten,
    next_too_early,
    player_leaves,
    next_day,
    rest_beside,
    two_decks,
    strangers_card,
    forced_flip_forgotten,
)
