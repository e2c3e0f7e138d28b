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
    SIRA_TERS = "SIRA_TERS", "name seat", "It is this player's turn, and flipped is forced."
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
    KART_BEKLENIYOR = "KART_BEKLENIYOR", "places", "These cards (e.g. KB, GD) are still unread."
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
    DAGITAN = "DAGITAN", "name seat", "This player dealt the hand."
    KOZ_ACIN = "KOZ_ACIN", "", "Alman Whisti: turn the top card of the stock; it names trump."
    KOZ_RENGI = "KOZ_RENGI", "suit", "Trump is this suit."
    KOZSUZ = "KOZSUZ", "", "There is no trump."
    LOVE_NO = "LOVE_NO", "number stage", "Alman Whisti: trick n, in stage 1 or 2."
    BERABERE_BITTI = "BERABERE_BITTI", "names seats", "The match is over, and drawn."
    TUR_ACAN = "TUR_ACAN", "name seat", "Blöf: this player opens a round and names a rank."
    BLOF_MU = "BLOF_MU", "name seat", "Blöf: this player may call, throw or pass."
    SON_KARTLAR = (
        "SON_KARTLAR",
        "name seat",
        "Blöf: somebody's last cards lie there; this player calls or passes.",
    )
    PENCERE = "PENCERE", "name seat", "Blöf: this player threw; the others may call in time."
    SON_KARTLAR_PENCERE = (
        "SON_KARTLAR_PENCERE",
        "name seat",
        "Blöf: this player threw the last cards; the others may call in time.",
    )
    ATIS_ACILIYOR = (
        "ATIS_ACILIYOR",
        "name seat",
        "Blöf: somebody called; this player's last throw is turned over.",
    )
    KALANLARI_GIRIN = (
        "KALANLARI_GIRIN",
        "names seats",
        "Blöf: the hand is over, but by the counts all of these hold nothing; say the true ones.",
    )
    ILAN = "ILAN", "rank count name seat", "Blöf: name threw count cards as this rank."
    YIGIN = "YIGIN", "count", "Blöf: so many cards lie in the pile."
    YANAN = "YANAN", "count", "Blöf: so many cards are set aside closed."
    DAGITAN_CEKILIYOR = "DAGITAN_CEKILIYOR", "", "The first dealer is being drawn."
    KART_DAGITIN = "KART_DAGITIN", "name seat", "This player deals, and turns a card."
    IHALE = "IHALE", "name seat tur", "It is this player's bid, in round tur (1 or 2)."
    ALAN_YOK = "ALAN_YOK", "", "Nobody took: the hand is void."
    ILAN_ZAMANI = "ILAN_ZAMANI", "name seat", "It is this player's turn to declare."
    SIRA_KART = "SIRA_KART", "name seat", "It is this player's turn to play a card."
    SIRA_BELIRSIZ = "SIRA_BELIRSIZ", "", "A card is unread, so nobody knows who won the trick."
    KOZ = "KOZ", "suit name seat", "Trump is this suit, taken by name."
    ACIK = "ACIK", "card", "This card was turned."
    YERDE = "YERDE", "card name seat", "This card of name lies in the trick."
    LOVELER = "LOVELER", "count name seat", "So many tricks were won by name, or name's side."
    KOMBO = "KOMBO", "combos name seat", "Declared, e.g. 'brelan Q, seri QS 3'."
    SAYIM = (
        "SAYIM",
        "name seat combos belote cards prizes penalties given",
        "How the last hand of this side was counted (prizes include the others' revokes).",
    )
    EL_ACIK = "EL_ACIK", "name seat cost groups left", "An open hand as it counts."
    CEKECEK = "CEKECEK", "name seat", "It is this player's turn to draw."
    ATACAK = "ATACAK", "name seat", "This player has drawn and discards."
    TUR_OYNANIYOR = "TUR_OYNANIYOR", "number rank", "Round n is on; cards of this rank are wild."
    ELLER_BEKLENIYOR = "ELLER_BEKLENIYOR", "names seats", "These hands are still to be entered."


class Warn(_Code):
    """Warnings that stand now (``ScoreView.notices``), and faults kept with a hand
    (``HandView.faults``)."""

    SON_TUR = "SON_TUR", "name seat", "This player went out; everybody else has one turn."
    SIRA_DISI = "SIRA_DISI", "name seat", "Placed out of turn; the placement stands."
    PIYON_OYNADI = (
        "PIYON_OYNADI",
        "name seat was now",
        "The pawn moved or flipped after the next player had placed; was and now are e.g. 'KB D'. "
        "A tap may restore it (SetFact pick:seat = was).",
    )
    ZORUNLU_TERS = "ZORUNLU_TERS", "name seat", "Placed upright although flipped is forced."
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
    ATIS_SAYISI = (
        "ATIS_SAYISI",
        "name seat given least most",
        "Blöf: threw given cards, where least to most are allowed; the throw stands.",
    )
    BAD_COUNT = (
        "BAD_COUNT",
        "name seat given expected",
        "Blöf: given cards were counted; by the throws it should be expected.",
    )
    OYUNDAN_CIKTI = "OYUNDAN_CIKTI", "name seat", "This player leaves after the present hand."
    SONUC_TARTISMALI = (
        "SONUC_TARTISMALI",
        "number",
        "A correction changed what should have followed hand n.",
    )
    CEZA = "CEZA", "name seat fault", "A fault of this player was entered."
    RENONS = "RENONS", "name seat number", "Played against the rules in trick n, as is proven."
    KART_SIRA_DISI = "KART_SIRA_DISI", "name seat number", "Played out of turn in trick n."
    BITTIM = "BITTIM", "name seat", "This player says that the target is reached."
    DEGISIM = "DEGISIM", "name seat", "This player swapped the trump seven."
    HATALI_CIKIS = "HATALI_CIKIS", "name seat cost", "Went out with cards left over, worth cost."
    DAHA_IYI = "DAHA_IYI", "name seat laid best groups", "These groups would cost best, not laid."
    PER_DEGIL = "PER_DEGIL", "name seat group", "A group as laid is no combination; it costs."


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
    LOVEYI_ALAN = "LOVEYI_ALAN", "number", "A card of trick n is unread: who took the trick?"
    ACILAN_DOGRU = (
        "ACILAN_DOGRU",
        "rank count name seat",
        "Blöf: name's last throw lies open. Are all count cards of this rank?",
    )
    SONUC_DEGISTI = (
        "SONUC_DEGISTI",
        "number played played_names corrected corrected_names",
        "After the correction something else should have followed hand n. played and corrected: "
        "SONRAKI (next hand), EK (extra hand of names), BITTI (won by names).",
    )
    LOVE_KARTI = "LOVE_KARTI", "name seat number", "Which card did name play in trick n?"
    ALAN_KIM = "ALAN_KIM", "", "Cards lie there. Who took, and which suit is trump?"
    ACIK_KART = "ACIK_KART", "", "Which card was turned?"
    AYNI_KART = "AYNI_KART", "card count", "This card shows count times; one is misread."
    CEZA = "CEZA", "name seat fault number", "A fault of name in trick n: does it count?"
    KIM_CIKTI = "KIM_CIKTI", "", "All hands lie open. Who went out?"
    EL_KARTI = "EL_KARTI", "name seat", "A card of this hand is unread; which is it?"
    CIKIS_BOZUK = (
        "CIKIS_BOZUK",
        "name seat cost",
        "Went out, but cards worth cost are left. Misread?",
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
    ALDI = "ALDI", "name seat", "This player took the trick."
    ACILAN = "ACILAN", "card", "This card was turned."
    DOGRU = "DOGRU", "rank", "All of them are of this rank."
    YALAN = "YALAN", "", "At least one is of another rank."
    AC = "AC", "rank count", "Throw count cards and name this rank."
    AT = "AT", "count", "Throw count cards."
    PAS = "PAS", "", "Pass."
    GEC = "GEC", "name seat", "This player lets the throw pass."
    BLOF = "BLOF", "name seat", "This player calls the last throw a bluff."
    OYNANDIGI_GIBI = "OYNANDIGI_GIBI", "", "Leave the match as it was played."
    DUZELTILMIS = "DUZELTILMIS", "", "Go by the corrected totals; later hands no longer count."
    KART_ADI = "KART_ADI", "card", "It is this card (e.g. TH)."
    LOVEDE = "LOVEDE", "card name number", "The card of name in trick n is in truth this one."
    AL = "AL", "", "Takes the turned suit as trump."
    RENK = "RENK", "suit", "Names this suit as trump."
    DEGISIM = "DEGISIM", "name seat", "Swaps the trump seven with the turned card."
    TAMAM = "TAMAM", "", "Declares nothing (more)."
    KOMBO = "KOMBO", "combos name seat", "Declares this combination as well."
    BELOTE = "BELOTE", "name seat", "Says Belote, or Rebelote."
    BITTIM = "BITTIM", "name seat", "Says that the target is reached."
    CEZA = "CEZA", "name seat fault", "This fault happened."
    ILAN_YANLIS = "ILAN_YANLIS", "name seat", "What this player declared was entered wrongly."
    ALAN = "ALAN", "name seat suit", "This player took, with this suit as trump."
    CEZA_YAZ = "CEZA_YAZ", "fault", "It counts."
    CEZA_YOK = "CEZA_YOK", "", "It does not count."
    OYUNCU = "OYUNCU", "name seat", "This player."
    YIGIN_BITTI = "YIGIN_BITTI", "", "Nobody: no card was left to be drawn."
    ELI_YENIDEN = "ELI_YENIDEN", "name seat", "The hand of this player is entered again."
    CIKTI = "CIKTI", "name seat", "This player went out."
    EL_SAYILDI = "EL_SAYILDI", "name seat cost", "People counted this hand: it costs so much."
    EL_KARTI = "EL_KARTI", "card name seat", "This card lies in the open hand of name."
    HATALI_SAY = "HATALI_SAY", "", "It was a wrong going out: play goes on."


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
    CLAIM_REJECTED = "CLAIM_REJECTED", "why", "The claim is not heard; nothing changes."
    CALL_REJECTED = "CALL_REJECTED", "why", "Blöf: a call that does not count; nothing changes."
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
