"""Every code a view, a question, a fault or a refusal may carry; the web owns the words for them.

Each member knows the names of its values (``args``) and what it means (``means``), so that a test
can prove that no code is left without words and no sentence asks for a value that is not there.
Seats come as ``seat`` (int) together with ``name`` (str); lists of people as ``names`` ("Ayşe,
Oğuz") and ``seats`` ("0,2"). Ranks are the letters A K Q J; places are KB KD GB GD and M (centre);
sides are D (düz) and T (ters); points are signed integers.
"""

from enum import StrEnum


class _Code(StrEnum):
    """A code with the names of its values and its meaning."""

    args: tuple[str, ...]
    means: str

    def __new__(cls, code: str, args: str = "", means: str = "") -> "_Code":
        member = str.__new__(cls, code)
        member._value_ = code
        member.args = tuple(args.split())
        member.means = means
        return member


class Say(_Code):
    """The one sentence that tells the state (``ScoreView.sentence``) and what "next" waits for."""

    KARTLARI_DIZIN = (
        "KARTLARI_DIZIN",
        "",
        "Lay the cards: one open in the middle, four closed around it.",
    )
    BASLAYAN_CEKILIYOR = "BASLAYAN_CEKILIYOR", "", "The starter of the hand is being drawn."
    ORTA_KART_BEKLENIYOR = (
        "ORTA_KART_BEKLENIYOR",
        "name seat",
        "Waiting for the centre card; name starts.",
    )
    SIRA = "SIRA", "name seat", "It is this player's turn to place."
    SIRA_TERS = (
        "SIRA_TERS",
        "name seat",
        "It is this player's turn and the hand must be played flipped.",
    )
    SERBEST_YERLESTIRME = (
        "SERBEST_YERLESTIRME",
        "names seats",
        "These players still have to place (no order is known).",
    )
    HERKES_YERLESTI = (
        "HERKES_YERLESTI",
        "",
        "All pawns are placed; corners may be opened (locks by itself).",
    )
    EKSIK_PIYON = "EKSIK_PIYON", "names seats", "Pawns of these players are missing."
    YERLER_KILITLI = "YERLER_KILITLI", "", "Placement is locked; the corners may be opened."
    KART_BEKLENIYOR = (
        "KART_BEKLENIYOR",
        "places",
        "These cards (e.g. KB, GD) still have to be read.",
    )
    CEVAP_BEKLENIYOR = (
        "CEVAP_BEKLENIYOR",
        "",
        "No points are written until the question is answered.",
    )
    YAZILIYOR = "YAZILIYOR", "", "Everything is read; the hand is about to be written."
    EL_YAZILDI = "EL_YAZILDI", "number", "Hand number n is scored; the next one may begin."
    EL_SAYILMADI = "EL_SAYILMADI", "number", "Hand number n does not count; it is played again."
    BERABERE = "BERABERE", "names seats", "Tie: an extra hand with these players."
    KAZANAN = "KAZANAN", "name seat", "The match is over; this player won."
    KAZANANLAR = "KAZANANLAR", "names seats", "The match is over; these players share the win."


class Warn(_Code):
    """Warnings that stand now (``ScoreView.notices``), and faults kept with a hand
    (``HandView.faults``)."""

    SIRA_DISI = "SIRA_DISI", "name seat", "Placed out of turn; the placement stands."
    PIYON_OYNADI = (
        "PIYON_OYNADI",
        "name seat was now",
        "The pawn moved or flipped after the next player had placed; was and now are e.g. 'KB D'. "
        "A tap may restore it (SetFact pick:seat = was).",
    )
    ZORUNLU_TERS = (
        "ZORUNLU_TERS",
        "name seat",
        "Placed upright although this hand must be played flipped.",
    )
    ERKEN_ACILDI = (
        "ERKEN_ACILDI",
        "place",
        "A corner showed its face while pawns were still being placed.",
    )
    COMPOSITION = (
        "COMPOSITION",
        "rank count",
        "More cards of this rank than the deck has: one is misread.",
    )
    NOT_READY = (
        "NOT_READY",
        "names seats",
        "A face showed while pawns of these players were missing.",
    )
    UNREAD_CARD = "UNREAD_CARD", "place", "A card that carries a pawn could not be read."
    PIYON_SINIRDA = "PIYON_SINIRDA", "", "A pawn touches two corners; move it onto one."
    PIYON_USTUSTE = "PIYON_USTUSTE", "place", "Two pawns lie on each other here."
    PIYON_OKUNMUYOR = "PIYON_OKUNMUYOR", "", "A pawn is seen whose owner or side cannot be told."
    DUZEN_BELIRSIZ = "DUZEN_BELIRSIZ", "", "Several arrangements on the cloth could be the layout."
    YENI_EL_BEKLIYOR = (
        "YENI_EL_BEKLIYOR",
        "",
        "A new deal lies there; it waits until this hand is settled.",
    )
    ONDE = "ONDE", "name seat to_go", "This player leads and has to_go points to go."
    EK_EL = "EK_EL", "names seats", "This is an extra hand of these players."
    OYUNDAN_CIKTI = "OYUNDAN_CIKTI", "name seat", "This player leaves after the present hand."
    SONUC_TARTISMALI = (
        "SONUC_TARTISMALI",
        "number",
        "A correction changed what should have followed hand n.",
    )


class Ask(_Code):
    """Questions (``QuestionView.ask``)."""

    HANGI_KART = "HANGI_KART", "place", "Which card is this?"
    COMPOSITION = (
        "COMPOSITION",
        "rank count",
        "count cards of this rank lie here; which one is misread?",
    )
    MERKEZ_DEGISTI = (
        "MERKEZ_DEGISTI",
        "was now",
        "The centre read was, now it reads now. Which one is it?",
    )
    ERKEN_ACILDI = (
        "ERKEN_ACILDI",
        "place names seats",
        "Opened before these had placed. Does the hand count?",
    )
    KIM_NEREDE = "KIM_NEREDE", "name seat", "Where does (did) this player's pawn stand?"
    KIM_USTUSTE = (
        "KIM_USTUSTE",
        "place name seat",
        "Pawns on each other here: does this player stand here, how?",
    )
    PIYON_YERI = (
        "PIYON_YERI",
        "name seat was now",
        "The pawn was moved while others were away: which counts?",
    )
    IHLAL = (
        "IHLAL",
        "name seat place upright flipped",
        "Stood upright although flipped was forced: points upright, points flipped. Which counts?",
    )
    DUZEN_BELIRSIZ = (
        "DUZEN_BELIRSIZ",
        "",
        "Several arrangements could be the layout; clear the others away.",
    )
    EL_YARIM = (
        "EL_YARIM",
        "number",
        "A new deal lies there, hand n was not finished. Does hand n count?",
    )
    GERI_ALINDI = (
        "GERI_ALINDI",
        "number",
        "The score of hand n was taken back. Score it as it stands now?",
    )
    SONUC_DEGISTI = (
        "SONUC_DEGISTI",
        "number played played_names corrected corrected_names",
        "After the correction something else should have followed hand n. played and corrected: "
        "SONRAKI (next hand), EK (extra hand of names), BITTI (won by names).",
    )


class Reply(_Code):
    """Labels of answer buttons (``AnswerView.label``)."""

    KART = "KART", "rank", "It is this rank."
    KART_YERDE = "KART_YERDE", "place rank", "The card at place is in truth this rank."
    YER = "YER", "place side", "On this corner, on this side."
    YOK = "YOK", "", "Nobody: not placed."
    DUZ_SAY = "DUZ_SAY", "points", "Count it upright, for these points."
    TERS_SAY = "TERS_SAY", "points", "Count it flipped, for these points."
    DEVAM = "DEVAM", "", "Go on; the hand counts."
    SAYILMASIN = "SAYILMASIN", "", "This hand does not count."
    YENI_EL = "YENI_EL", "", "It is a new deal; the hand does not count."
    TEKRAR_BAK = "TEKRAR_BAK", "", "Done, look again."
    PUANLA = "PUANLA", "", "Score it as it stands."
    OYNANDIGI_GIBI = "OYNANDIGI_GIBI", "", "Leave the match as it was played."
    DUZELTILMIS = "DUZELTILMIS", "", "Go by the corrected totals; later hands no longer count."


class Refusal(_Code):
    """Why an action or a command was refused (``IllegalAction.code``)."""

    ILLEGAL_ACTION = "ILLEGAL_ACTION", "action why", "Not allowed now."
    OUT_OF_TURN = "OUT_OF_TURN", "seat turn", "Another seat is to play."
    BAD_COUNT = "BAD_COUNT", "given expected", "A number of cards that cannot be."
    UNREAD_CARD = "UNREAD_CARD", "place", "A needed card is unknown: no score."
    COMPOSITION = (
        "COMPOSITION",
        "rank count",
        "More cards of this rank than the deck has: no score.",
    )
    NOT_READY = "NOT_READY", "names seats", "A pawn is missing: no score."
    OPEN_QUESTION = "OPEN_QUESTION", "question", "A question must be answered first."
    OPTION_RANGE = "OPTION_RANGE", "key value expected", "Unknown option, or a value out of range."
    BAD_PLAYERS = (
        "BAD_PLAYERS",
        "value expected",
        "Number, names or colours of the players do not fit.",
    )
    BAD_FACT = "BAD_FACT", "key value expected", "A correction that cannot be read."
    NO_HAND = "NO_HAND", "number", "There is no such hand."
    NO_QUESTION = "NO_QUESTION", "question", "This question does not stand any more."
    NOTHING_TO_UNDO = "NOTHING_TO_UNDO", "", "Nothing to take back."
    MATCH_OVER = "MATCH_OVER", "", "The match is over."
    UNKNOWN_GAME = "UNKNOWN_GAME", "game expected", "No game of this name."
    TOO_FEW = "TOO_FEW", "expected", "Fewer players than the game needs would remain."


ALL_CODES: tuple[type[_Code], ...] = (Say, Warn, Ask, Reply, Refusal)
