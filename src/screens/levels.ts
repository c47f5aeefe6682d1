import type { Look, Role } from '../lib/look.ts';
import type { Level } from '../store/facts/level.ts';
import { BACKFILLFULL, FULL, NEARFULL } from '../store/facts/node.ts';

const ROLES = { ok: 'ok', unknown: 'dim', warn: 'warn', error: 'error' } as const satisfies Record<
  Level,
  Role
>;

/** The role that a level is painted in. */
export const levelRole = (level: Level): Role => ROLES[level];

/** The role of a word in a list row: `ok` is dim, so that everything else stands out. */
export const quietRole = (level: Level): Role => (level === 'ok' ? 'dim' : ROLES[level]);

/** The painted sign of a level; state is never shown by colour alone. */
export const levelSign = (look: Look, level: Level): string => look.paint(ROLES[level], look.glyphs[level]);

/** Ceph's fill ratios in ascending order, with the role in which a usage beyond each is painted. */
export const FILL_LIMITS = [
  { at: NEARFULL, role: 'warn', word: 'nearfull' },
  { at: BACKFILLFULL, role: 'warn', word: 'backfillfull' },
  { at: FULL, role: 'error', word: 'full' },
] as const satisfies readonly { readonly at: number; readonly role: Role; readonly word: string }[];

/** The role of a usage ratio, by the cluster's fill limits. */
export const fillRole = (share: number | undefined): Role =>
  share === undefined ? 'dim' : (FILL_LIMITS.findLast(({ at }) => share >= at)?.role ?? 'text');
