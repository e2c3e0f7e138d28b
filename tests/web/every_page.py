"""Every page of the product in a state worth looking at: for axe, and for the gallery."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import FilePayload, Page

from rules.tabletop import CardOpen, LayoutSeen, Owner, PawnAt, PawnGone, PawnSide, Reading
from tests.web import staged
from tests.web.past import PLAYED
from tests.web.table import Evening
from web import port
from web.archive.pages import ON_A_PAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """``play`` brings the evening there, ``then`` opens what has to be opened on the page;
    ``control``: this phone has shown the PIN."""

    name: str
    path: str
    play: Callable[[Evening], None]
    control: bool = True
    then: Callable[[Page], None] = lambda page: None


def nothing(evening: Evening) -> None:
    """No match yet."""


def placing(evening: Evening, players: int = 4) -> None:
    """In the middle of hand 4: one who has to flip, one who leads, two on one card."""
    evening.begin(players=players, hedef=13, duz_siniri=2)
    sides = (
        ("D", "D", "T", "D", "D", "T"),
        ("D", "T", "D", "D", "D", "D"),
        ("D", "T", "T", "D", "D", "D"),
    )
    ranks = (
        {"KB": "A", "KD": "Q", "GB": "K", "GD": "A"},
        {"KB": "K", "KD": "A", "GB": "J", "GD": "Q"},
    )
    for number, row in enumerate(sides):
        evening.say(centre="QKA"[number])
        for seat in _from_turn(evening, players):
            evening.say(**{f"p{seat}": f"{('KB', 'KD', 'GB', 'GD')[seat % 4]} {row[seat]}"})
        evening.say(**ranks[number % 2])
        assert evening.submit(port.Lock()).ok
        _answer(evening)
        assert evening.submit(port.NextHand()).ok
    evening.say(centre="K")
    for seat in _from_turn(evening, players)[:-2]:
        evening.say(
            **{f"p{seat}": f"{('KB', 'KD')[seat % 2]} {'T' if _forced(evening, seat) else 'D'}"}
        )


def _from_turn(evening: Evening, players: int) -> list[int]:
    first = next(seat.seat for seat in evening.score.seats if seat.turn)
    return [(first + step) % players for step in range(players)]


def _forced(evening: Evening, seat: int) -> bool:
    return evening.score.seats[seat].must_flip


def _answer(evening: Evening) -> None:
    while evening.score.questions:
        question = evening.score.questions[0]
        assert evening.submit(port.Answer(question=question.id, answer=question.answers[0].id)).ok


def six(evening: Evening) -> None:
    placing(evening, players=6)


def scored(evening: Evening) -> None:
    evening.begin(players=4)
    evening.say(centre="J", p0="KB D", p1="KD T", p2="KB D", p3="GD T")
    evening.say(KB="A", KD="Q", GD="K")
    assert evening.submit(port.Lock()).ok
    _answer(evening)


def asked(evening: Evening) -> None:
    evening.begin()
    evening.play_hand()
    assert evening.undo().ok


def doubted(evening: Evening) -> None:
    """The camera cannot tell a queen from a jack, and the score hangs on it."""
    evening.begin()
    evening.ring(state="seeing")
    evening.look(LayoutSeen(0.0), CardOpen(0.0, "M", Reading({"K": 0.9995})))
    for owner, corner in ((Owner.RED, "KB"), (Owner.BLUE, "KD")):
        evening.look(PawnAt(0.0, owner, PawnSide.UPRIGHT, corner, 0.9999))
    evening.look(PawnGone(0.0, Owner.RED), PawnGone(0.0, Owner.BLUE))
    evening.look(CardOpen(0.0, "KB", Reading({"A": 0.9995})))
    doubt = CardOpen(0.0, "KD", Reading({"Q": 0.7, "J": 0.29}))
    evening.look(doubt, jpeg=staged.table_jpeg())
    for _ in range(5):  # the eyes may still make up their mind
        evening.look(jpeg=staged.table_jpeg())
    assert evening.score.questions


def bluff(evening: Evening) -> None:
    evening.begin(game="blof", players=4)
    evening.write(left_0="5", left_1="0", left_2="17", left_3="3")
    assert evening.submit(port.NextHand()).ok
    _tap(evening, 3)


def whist(evening: Evening) -> None:
    evening.begin(game="alman-whisti")
    for trick in range(3):
        _tap(evening, trick % 2)


def belote(evening: Evening) -> None:
    evening.begin(game="belote", players=4)
    for cards in ("73 103 1", "100 76 0", "60 116 1"):
        evening.write(alan="0", koz="S", sayilan=cards)
        assert evening.submit(port.NextHand()).ok


def remi(evening: Evening) -> None:
    evening.begin(game="uc-on-uc", players=5)
    for number in range(4):
        costs = {f"el_{seat}": f"={(seat * 7 + number * 5) % 30 + 1}" for seat in range(5)}
        evening.write(cikan=str(number), **{**costs, f"el_{number}": "=0"})
        assert evening.submit(port.NextHand()).ok


def _tap(evening: Evening, at: int) -> None:
    taps = evening.score.taps
    assert evening.submit(port.Tap(action=dict(taps[min(at, len(taps) - 1)].action))).ok


def years(evening: Evening) -> None:
    """A match of every game; the last one, of two hands, is on the board."""
    for game in ("blof", "alman-whisti", "belote", "uc-on-uc", "vale-avi"):
        PLAYED[game](evening)


def many(evening: Evening) -> None:
    """More matches than stand on one page."""
    years(evening)
    for _ in range(ON_A_PAGE):
        evening.begin()


def before_players(evening: Evening) -> None:
    evening.seen = staged.seats_seen()


def laid(evening: Evening) -> None:
    evening.begin()
    evening.seen = staged.table_seen()
    evening.ring(state="seeing", jpeg=staged.table_jpeg())


def shown_hand(evening: Evening) -> None:
    evening.begin(game="uc-on-uc", players=3)
    evening.seen = staged.hand_seen()


def photo(
    purpose: str, jpeg: Callable[[], bytes], read: str, *opens: str
) -> Callable[[Page], None]:
    """A phone sends a photo where ``opens`` were tapped, and shows what was ``read`` there."""

    def then(page: Page) -> None:
        for tapped in opens:
            page.locator(tapped).first.click()
        file = FilePayload(name="foto.jpg", mimeType="image/jpeg", buffer=jpeg())
        page.locator(f"input[data-photo={purpose}]").first.set_input_files(file)
        page.locator(read).wait_for()

    return then


def open_dialog(does: str) -> Callable[[Page], None]:
    def then(page: Page) -> None:
        page.locator(f"[data-do={does}]:visible").first.click()
        page.get_by_role("dialog").wait_for()

    return then


def from_menu(does: str) -> Callable[[Page], None]:
    """A wall has no buttons of its own, but the menu does."""

    def then(page: Page) -> None:
        open_dialog("menu")(page)
        page.locator(f"dialog [data-do={does}]").click()
        page.locator("dialog [data-do=menu], dialog nav.rows").wait_for(state="detached")

    return then


def drawn(page: Page) -> None:
    page.locator("#draw").click()
    page.locator("#drawn img").wait_for()


ENTRY = open_dialog("entry")
SCENES: tuple[Scene, ...] = (
    Scene(name="start", path="/basla", play=nothing),
    Scene(
        name="start-photo",
        path="/basla",
        play=before_players,
        then=photo("seats", staged.seats_jpeg, "[data-do=seatthem]"),
    ),
    Scene(name="board", path="/", play=placing),
    Scene(name="board-look", path="/", play=placing, control=False),
    Scene(name="board-six", path="/", play=six),
    Scene(name="board-scored", path="/", play=scored),
    Scene(name="board-won", path="/", play=PLAYED["vale-avi"]),
    Scene(name="question", path="/", play=asked),
    Scene(name="question-card", path="/", play=doubted),
    Scene(name="place", path="/", play=placing, then=open_dialog("place")),
    Scene(
        name="place-photo",
        path="/",
        play=laid,
        then=photo("table", staged.table_jpeg, "[data-do=writephoto]", "[data-place=KB]"),
    ),
    Scene(name="menu", path="/", play=placing, then=open_dialog("menu")),
    Scene(name="pin", path="/", play=placing, control=False, then=from_menu("pin")),
    Scene(name="whose", path="/", play=placing, control=False, then=from_menu("whose")),
    Scene(name="blof", path="/", play=bluff),
    Scene(name="blof-entry", path="/", play=bluff, then=ENTRY),
    Scene(name="whist", path="/", play=whist),
    Scene(name="whist-entry", path="/", play=whist, then=ENTRY),
    Scene(name="belote", path="/", play=belote),
    Scene(name="belote-entry", path="/", play=belote, then=ENTRY),
    Scene(name="remi", path="/", play=remi),
    Scene(name="remi-entry", path="/", play=remi, then=ENTRY),
    Scene(
        name="remi-photo",
        path="/",
        play=shown_hand,
        then=photo(
            "hand",
            staged.hand_jpeg,
            ".picked :text('5♥')",
            "[data-do=entry]",
            "[data-key=seat][data-value='1']",
        ),
    ),
    Scene(name="hands", path="/eller", play=placing),
    Scene(name="hands-belote", path="/eller", play=belote),
    Scene(name="correct", path="/eller/1", play=placing),
    Scene(name="correct-belote", path="/eller/1", play=belote),
    Scene(name="matches", path="/gecmis", play=years),
    Scene(name="matches-many", path="/gecmis?sayfa=2", play=many),
    Scene(name="match", path="/gecmis/4", play=years),
    Scene(name="picture", path="/gecmis/5", play=years, then=drawn),
    Scene(name="statistics", path="/istatistik", play=years),
    Scene(name="join", path="/katil", play=placing),
    Scene(name="settings", path="/ayarlar", play=placing),
    Scene(name="camera", path="/kamera", play=laid),
    Scene(name="touch", path="/dokun", play=placing, control=False),
    Scene(name="health", path="/saglik", play=placing),
    Scene(name="rules", path="/kurallar/vale-avi", play=placing),
    Scene(name="rules-belote", path="/kurallar/belote", play=placing),
    Scene(name="nowhere", path="/nowhere", play=placing),
)
