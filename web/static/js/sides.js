/** Whose points stand in one column: a player's own, or, in Belote of four, the partners'. */

export const columns = (score) =>
  score.game === "belote" && score.seats.length === 4
    ? [0, 1].map((side) => [score.seats[side], score.seats[side + 2]])
    : score.seats.map((seat) => [seat]);

export const named = (seats) => seats.map((seat) => seat.name).join(", ");

const WILD = "3456789TJQKA";

/** The round of Üç On Üç that is on, from 1; hands that do not count are played again. */
export function roundOf(score) {
  const played = score.hands.filter((hand) => !hand.void).length;
  return Math.max(1, score.next_ready || score.winners.length ? played : played + 1);
}

/** Bonus rounds are dealt like the last one. */
const dealt = (score, round) => Math.min(round, score.options.ek_tur_14 ? 12 : 11);

/** How many cards everybody is dealt in a round, and its wild rank. */
export const sizeOf = (score, round) => dealt(score, round) + 2;
export const wildOf = (score, round) => WILD[dealt(score, round) - 1];
