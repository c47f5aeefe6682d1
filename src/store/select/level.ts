/** How bad something is, in the words that every screen uses. `unknown` is worse than `ok`: what is not known is not fine. */
export type Level = 'ok' | 'unknown' | 'warn' | 'error';

const GRAVITY: Readonly<Record<Level, number>> = { ok: 0, unknown: 1, warn: 2, error: 3 };

/** Orders levels with the gravest first. */
export const byGravity = (a: Level, b: Level): number => GRAVITY[b] - GRAVITY[a];

/** The graver of two levels. */
export const graver = (a: Level, b: Level): Level => (GRAVITY[b] > GRAVITY[a] ? b : a);

/** The gravest of the levels; `ok` for none. */
export const gravest = (levels: readonly Level[]): Level => levels.reduce(graver, 'ok');
