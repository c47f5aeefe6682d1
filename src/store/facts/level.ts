/** The degree of trouble, in the words that every screen uses. `unknown` is worse than `ok`: what is not known is not fine. */
export type Level = 'ok' | 'unknown' | 'warn' | 'error';

const RANK: Readonly<Record<Level, number>> = { ok: 0, unknown: 1, warn: 2, error: 3 };

/** Orders levels with the worst first. */
export const byLevel = (a: Level, b: Level): number => RANK[b] - RANK[a];

/** The worse of two levels. */
export const worseOf = (a: Level, b: Level): Level => (RANK[b] > RANK[a] ? b : a);

/** The worst of the levels; `ok` for none. */
export const worstOf = (levels: readonly Level[]): Level => levels.reduce(worseOf, 'ok');
