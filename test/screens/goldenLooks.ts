import { createLook, type Look } from '../../src/lib/look.ts';

/** The sizes of golden screens, in columns and rows. */
export const SIZES = [
  [160, 48],
  [80, 24],
  [60, 16],
] as const;

/** The looks of golden screens. */
export const LOOKS = {
  colour: createLook({ depth: '256', unicode: true, theme: 'dark' }),
  'no-colour': createLook({ depth: 'none', unicode: true }),
  ascii: createLook({ depth: '16', unicode: false }),
} as const satisfies Record<string, Look>;

/** SGR codes that are allowed without colour: bold, underline, inverse, and their ends. */
export const WITHOUT_COLOUR: ReadonlySet<string> = new Set(['1', '4', '7', '1;7', '22', '24', '27', '22;27']);
