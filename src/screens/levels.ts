import type { Look, Role } from '../lib/look.ts';
import type { Level } from '../store/answers/level.ts';
import { FILL_STATES, type FillRatios, type FillState, FULLNESS } from '../store/answers/node.ts';

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

/** A share of a capacity from which an OSD has a state, with the role in which more is painted. */
export interface FillLimit {
  readonly at: number;
  readonly role: Role;
  readonly word: FillState;
}

/** The current fill ratios, in ascending order. */
export const fillLimits = (ratios: FillRatios): readonly FillLimit[] =>
  FILL_STATES.map((word) => ({ at: ratios[word], role: levelRole(FULLNESS[word].level), word }));

/** The role of a used share, by the state that it means for an OSD. */
export const fillRole = (share: number | undefined, fill: FillState | undefined): Role =>
  share === undefined ? 'dim' : fill === undefined ? 'text' : levelRole(FULLNESS[fill].level);
