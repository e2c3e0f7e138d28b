"""``hakem score`` and ``hakem simulate``: the rules without a table."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from device import refusals
from rules.notation import NotationError, WrittenMatch, score
from rules.simulate import Distribution, Simulation

NAME_WIDTH = 12


def score_text(game: str, text: str, *, as_json: bool) -> tuple[str, int]:
    """What to print, and the exit status: 1 when a hand cannot be refereed."""
    try:
        match = score(game, text)
    except NotationError as error:
        if as_json:
            told = {"error": str(error.code), "line": error.line, "args": error.args_}
            return json.dumps(told, ensure_ascii=False), 1
        where = f"{error.line}. satır / line {error.line}"
        return f"{where}: {refusals.told(error.code, error.args_)}", 1
    return (json.dumps(_match(match), ensure_ascii=False) if as_json else _table(match)), 0


def _told(code: str, args: Mapping[str, str | int]) -> str:
    told = ", ".join(f"{key}: {value}" for key, value in args.items())
    return f"{code} ({told})" if told else code


def _match(match: WrittenMatch) -> dict[str, Any]:
    return {
        "players": [player.name for player in match.players],
        "hands": [
            {
                "line": hand.line,
                "extra": hand.extra,
                "points": list(hand.result.deltas),
                "totals": list(hand.result.totals),
                "faults": [{"code": fault.code, **fault.args} for fault in hand.faults],
            }
            for hand in match.hands
        ],
        "totals": list(match.totals),
        "winners": [match.players[seat].name for seat in match.winners],
        "contenders": [match.players[seat].name for seat in match.contenders],
    }


def _table(match: WrittenMatch) -> str:
    """A line a hand: everybody's points and total."""
    names = "".join(f"{player.name:>{NAME_WIDTH}}" for player in match.players)
    rows = [f"{'el':6}{names}"]
    for number, hand in enumerate(match.hands, 1):
        cells = zip(hand.result.deltas, hand.result.totals, strict=True)
        rows.append(
            f"{f'{number}+' if hand.extra else number!s:6}"
            + "".join(f"{f'{_signed(delta)} = {total}':>{NAME_WIDTH}}" for delta, total in cells)
        )
        rows += [f"{'':6}! {_told(fault.code, fault.args)}" for fault in hand.faults]
    if match.winners:
        won = ", ".join(match.players[seat].name for seat in match.winners)
        rows.append(f"Kazanan / winner: {won}")
    elif match.contenders:
        tied = ", ".join(match.players[seat].name for seat in match.contenders)
        rows.append(f"Berabere, ek el / tie, extra hand: {tied}")
    return "\n".join(rows)


def _signed(delta: int | None) -> str:
    if delta is None:
        return "-"
    return f"+{delta}" if delta > 0 else str(delta).replace("-", "\N{MINUS SIGN}")


def simulated_text(game: str, result: Simulation, *, seed: int, as_json: bool) -> str:
    """Main hands and all hands (extra hands of a tie included), side by side."""
    if as_json:
        return json.dumps({"game": game, "seed": seed, **asdict(result)})
    return _simulation(game, result, seed=seed)


_ROWS: tuple[tuple[str, Callable[[Distribution], str]], ...] = (
    ("ortalama / mean", lambda hands: f"{hands.mean:.3f}"),
    ("ortanca / median", lambda hands: f"{hands.median:g}"),
    ("standart sapma / standard deviation", lambda hands: f"{hands.spread:.3f}"),
    ("8–11 el süren / of 8–11 hands", lambda hands: f"{hands.share_8_11:.1%}"),
)


def _simulation(game: str, result: Simulation, *, seed: int) -> str:
    rows = [
        f"SİMÜLASYON / SIMULATION: {game}, {result.games} maç / matches, {result.players} oyuncu / "
        f"players, {result.policy}, seed {seed}"
    ]
    if result.all_hands.spread:
        heads = ("ek elsiz / main hands", "hepsi / all hands")
        rows.append(f"{'maçta el / hands in a match':36}" + "".join(f"{h:>23}" for h in heads))
        rows += [
            f"{name:36}{told(result.main_hands):>23}{told(result.all_hands):>23}"
            for name, told in _ROWS
        ]
    else:
        rows.append(f"maçta el / hands in a match: hep / always {result.all_hands.mean:g}")
    wins = ", ".join(f"{won / result.games:.1%}" for won in result.wins)
    totals = ", ".join(f"{mean:.2f}" for mean in result.mean_totals)
    rows += [
        f"sırayla kazanan (ortak birincilik herkese) / wins by seat (shared: to each): {wins}",
        f"maç sonu puanı, sırayla / mean total by seat: {totals}",
        f"elde kişi başı puan / points a hand and player: {result.mean_points_per_hand:.4f}",
    ]
    return "\n".join(rows)
