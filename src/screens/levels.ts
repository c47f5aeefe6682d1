import type { Look, Role } from '../lib/look.ts';
import type { Level } from '../store/facts/level.ts';

const ROLES = { ok: 'ok', unknown: 'dim', warn: 'warn', error: 'error' } as const satisfies Record<
  Level,
  Role
>;

/** The role that a level is painted in. */
export const levelRole = (level: Level): Role => ROLES[level];

/** The sign of a level, painted: state is never told by colour alone. */
export const levelSign = (look: Look, level: Level): string => look.paint(ROLES[level], look.glyphs[level]);

/** The role of a share of capacity by the cluster's own ratios. */
export function fillRole(share: number | undefined): Role {
  if (share === undefined) return 'dim';
  return share >= 0.9 ? 'error' : share >= 0.85 ? 'warn' : 'text';
}
