/**
 * The severity of a state, as every screen uses it. `unknown` is worse than `ok`, since an unknown state may be a
 * problem.
 */
export type Level = 'ok' | 'unknown' | 'warn' | 'error';

const RANK: Readonly<Record<Level, number>> = { ok: 0, unknown: 1, warn: 2, error: 3 };

/** Sorts levels worst first. */
export const byLevel = (a: Level, b: Level): number => RANK[b] - RANK[a];

/** The worse of two levels. */
export const worseOf = (a: Level, b: Level): Level => (RANK[b] > RANK[a] ? b : a);

/** The worst of some levels; `ok` if there are none. */
export const worstOf = (levels: readonly Level[]): Level => levels.reduce(worseOf, 'ok');
