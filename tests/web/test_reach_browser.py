"""Nothing that the rules take from people is out of a finger's reach: every game is asked."""

import json
import random
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.games import GAMES
from rules.view import TapView
from tests.web.browser import Open, targets
from tests.web.table import Evening
from web import port

Fill = Callable[[Page], None]
SEATS = {"vale-avi": 2, "blof": 3, "alman-whisti": 2, "belote": 3, "uc-on-uc": 3}
BY_PAD = "EL_SAYILDI"
"""A hand that costs so much: not a button for each number, but the number pad."""


def kinds(evening: Evening) -> set[str]:
    """The kinds of facts a game takes, as it says itself when asked for one it does not know."""
    value = "KB D" if evening.score.game == "vale-avi" else "3"
    done = evening.submit(port.SetFact(number=None, changes={"?": value}))
    assert done.code == "BAD_FACT"
    words = re.findall(r"[A-Za-z]+", str(done.args["expected"]))
    return {word for word in words if len(word) > 1} - {"or"}


def touch(*selectors: str) -> Fill:
    def fill(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).click()

    return fill


def fact(key: str, value: str) -> str:
    return f"[data-do=fact][data-key='{key}'][data-value='{value}']"


def more(group: str, *selectors: str) -> Fill:
    return touch(f"[data-do=more][data-key=more][data-value={group}]", *selectors)


def typed(**numbers: str) -> Fill:
    def fill(page: Page) -> None:
        for key, digits in numbers.items():
            page.locator(f"[data-do=field][data-id='{key.replace('_', ':')}']").click()
            for digit in digits:
                page.locator(f"[data-digit='{digit}']").click()

    return fill


def both(*fills: Fill) -> Fill:
    def fill(page: Page) -> None:
        for one in fills:
            one(page)

    return fill


TOOK = touch(fact("alan", "0"), fact("koz", "S"))
TRICK = [
    "[data-do=trick][data-key=seat][data-value='1']",
    *(f"[data-do=addplay][data-card={card}]" for card in ("AS", "KS", "QS")),
]
SHEETS: dict[str, dict[str, Fill]] = {
    "blof": {"left": typed(left_0="4", left_1="0", left_2="9")},
    "alman-whisti": {
        "tricks": typed(tricks_0="8"),
        "renons": typed(tricks_0="8", renons_1="1"),
        "trump": touch(fact("trump", "H")),
    },
    "belote": {
        "alan": TOOK,
        "koz": TOOK,
        "sayilan": both(
            TOOK, typed(cards_0="40", cards_1="40", cards_2="96"), touch(fact("last", "1"))
        ),
        "ilan": touch(
            "[data-do=combo][data-value='0']",
            "[data-do=combo][data-value='3']",
            "[data-combo='seri AS 3']",
        ),
        "belote": touch(fact("belote:1", "2")),
        "love": more("love", *TRICK),
        "ceza": more(
            "ceza",
            "[data-do=more][data-key=fault][data-value='2']",
            "[data-do=addfault][data-fault=RENONS]",
        ),
        "degisim": more("degisim", fact("degisim", "1")),
        "bittim": more("bittim", fact("bittim", "1")),
        "dagitan": more("dagitan", fact("dagitan", "1")),
        "acik": more("acik", "[data-do=pick][data-value=H]", fact("acik", "TH")),
    },
    "uc-on-uc": {
        "cikan": touch(fact("cikan", "1")),
        "bitti": touch(fact("bitti", "evet")),
        "el": typed(el_0="12"),
        "hatali": both(more("hatali"), typed(hatali_0="7")),
        "atik": more("atik", "[data-do=addcard][data-card=AS]"),
        "dagitan": more("dagitan", fact("dagitan", "1")),
    },
}


def put(place: str, key: str, value: str) -> Fill:
    return touch(f"[data-place={place}]", f"dialog [data-key='{key}'][data-value='{value}']")


CLOTH: dict[str, Fill] = {
    "centre": put("M", "centre", "K"),
    "pick": put("KB", "pick:0", "KB D"),
    **{corner: put(corner, corner, "A") for corner in ("KB", "KD", "GB", "GD")},
}
KEYS = {"vale-avi": CLOTH, **SHEETS}
OPTIONS: dict[str, dict[str, Any]] = {"alman-whisti": {"renons": "uc_el"}}


def test_every_kind_of_fact_a_game_takes_has_its_keys_here(evening: Evening) -> None:
    assert set(KEYS) == set(SEATS) == set(GAMES)
    for game, players in SEATS.items():
        evening.begin(game=game, players=players)
        assert kinds(evening) == set(KEYS[game]), game


@pytest.mark.parametrize("game", KEYS)
def test_each_of_them_is_tapped_and_the_referee_has_it(
    evening: Evening, opened: Open, game: str
) -> None:
    evening.begin(game=game, players=SEATS[game])
    page = opened("/", size=(320, 568), pin=True)
    for kind, fill in KEYS[game].items():
        evening.begin(game=game, players=SEATS[game], **OPTIONS.get(game, {}))
        if game == "vale-avi" and kind != "centre":
            evening.say(centre="K")
        page.reload()
        with page.expect_response("**/komut") as told:
            if game == "vale-avi":
                fill(page)
            else:
                page.locator("[data-do=entry]").click()
                fill(page)
                assert targets(page) == {"small": [], "unnamed": 0}, kind
                page.locator("[data-do=write]").click()
        assert told.value.status == 200, told.value.text()
        changes = json.loads(told.value.request.post_data or "{}")["changes"]
        assert any(re.fullmatch(rf"{kind}(:\d)?", key) for key in changes), (kind, changes)


def offered(evening: Evening) -> dict[str, TapView]:
    """Every button of the referee, but those that the number pad stands for."""
    return {_text(tap.action): tap for tap in evening.score.taps if tap.label.code != BY_PAD}


def _text(action: Any) -> str:
    return json.dumps(action, sort_keys=True, ensure_ascii=False)


def reached(page: Page) -> set[str]:
    """What can be sent from the sheet: as it opens, and with each choice narrowed down."""
    found = _shown(page)
    for seat in _values(page, "seat") or [None]:
        _narrow(page, "seat", seat)
        for key in ("suit",) if seat else ("suit", "count", "kombo", "fault"):
            for value in _values(page, key):
                _narrow(page, key, value)
                found |= _shown(page)
    return found


def _values(page: Page, key: str | None) -> list[str]:
    nodes = page.locator(f"dialog [data-do=narrow][data-key={key}]")
    values = nodes.evaluate_all("(all) => all.map((one) => one.dataset.value)")
    return list(dict.fromkeys(values))


def _narrow(page: Page, key: str | None, value: str | None) -> None:
    if value is None:
        return
    buttons = page.locator(f"dialog [data-do=narrow][data-key={key}][data-value='{value}']")
    if buttons.first.get_attribute("aria-pressed") != "true":
        buttons.first.click()
        expect(buttons.first).to_have_attribute("aria-pressed", "true")


def _shown(page: Page) -> set[str]:
    sent: Iterable[str] = page.locator("dialog [data-do=tap]").evaluate_all(
        "(all) => all.map((one) => one.dataset.action)"
    )
    return {_text(json.loads(one)) for one in sent}


@pytest.mark.parametrize(
    ("game", "options", "seed"),
    [
        ("blof", {}, 1),
        ("blof", {"itiraz": "herkes", "erken_kapat": True, "sure_sn": 10}, 2),
        ("alman-whisti", {}, 5),
        ("belote", {}, 0),
        ("uc-on-uc", {"jokerler": 2}, 1),
    ],
)
def test_every_button_the_referee_offers_is_on_the_sheet(
    evening: Evening, opened: Open, game: str, options: dict[str, Any], seed: int
) -> None:
    evening.begin(game=game, players=SEATS[game], **options)
    page = opened("/", size=(820, 1180), pin=True)
    rng, seen = random.Random(seed), set[tuple[object, ...]]()
    for _ in range(40):
        taps = offered(evening)
        unsure = evening.score.sentence.code == "SIRA_BELIRSIZ"  # any seat may have played
        codes = (*sorted({tap.label.code for tap in taps.values()}), unsure)
        if taps and codes not in seen:
            seen.add(codes)
            page.reload()
            page.locator("[data-do=entry]").click()
            expect(page.get_by_role("dialog")).to_be_visible()
            assert set(taps) - reached(page) == set(), codes
        if not go_on(evening, rng, taps):
            break
    assert seen


def go_on(evening: Evening, rng: random.Random, taps: dict[str, TapView]) -> bool:
    """People tap something, or answer what is asked; False when the hand is over."""
    score = evening.score
    if score.questions:
        asked = score.questions[0]
        answer = rng.choice(asked.answers).id
        return evening.submit(port.Answer(question=asked.id, answer=answer)).ok
    likely = [tap for tap in taps.values() if tap.label.code != "CEZA"]
    kinds_ = sorted({tap.label.code for tap in likely})
    if not kinds_ or score.next_ready:
        return False
    kind = rng.choice(kinds_)
    tap = rng.choice([tap for tap in likely if tap.label.code == kind])
    return evening.submit(port.Tap(action=dict(tap.action))).ok
