"""A referee played by hand at random: hands, corrections, undo, voids, new matches; to be killed.

Run as ``python killable_by_hand.py FOLDER SEED``. After each acknowledged wish it tells, in one
line, the match, how many entries it has and their digest.
"""

import json
import random
import sys
from pathlib import Path

from tests.device.log_digest import digest
from tests.web.table import Evening
from web import port

SIDES = ("KB D", "KB T", "KD D", "KD T", "GB D", "GD T")


def tell(evening: Evening) -> None:
    match_id = evening.referee.snapshot().match_id
    assert match_id is not None
    rows = evening.store.entries(match_id)
    print(json.dumps({"match": match_id, "entries": len(rows), "digest": digest(rows)}), flush=True)


def wish(evening: Evening, rng: random.Random) -> port.Command:
    hands = evening.score.hands
    score = evening.score
    if score.questions and rng.random() < 0.8:
        question = rng.choice(score.questions)
        return port.Answer(question=question.id, answer=rng.choice(question.answers).id)
    match rng.randrange(20):
        case 0:
            players = (
                port.Player(name="Ayşe", owner="red"),
                port.Player(name="Oğuz", owner="blue"),
            )
            return port.NewMatch(game="vale-avi", players=players)
        case 1 | 2:
            return port.Undo()
        case 3:
            return port.VoidHand(number=rng.choice(hands).number if hands else None)
        case 4 | 5 if hands:
            number = rng.choice(hands).number
            return port.SetFact(
                number=number, changes={rng.choice(("KB", "KD")): rng.choice("AKQJ")}
            )
        case 6 | 7 | 8:
            return port.NextHand()
        case 9 | 10:
            return port.Lock()
        case 11 | 12 | 13:
            return port.SetFact(
                number=None, changes={f"pick:{rng.randrange(2)}": rng.choice(SIDES)}
            )
        case _:
            place = rng.choice(("centre", "KB", "KD", "GB", "GD"))
            return port.SetFact(number=None, changes={place: rng.choice("AKQJ")})


def main() -> None:
    evening = Evening(Path(sys.argv[1]))
    rng = random.Random(sys.argv[2])
    if evening.referee.snapshot().score is None:
        evening.begin()
    tell(evening)
    while True:
        if evening.submit(wish(evening, rng)).ok:
            tell(evening)


if __name__ == "__main__":
    main()
