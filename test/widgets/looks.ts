import { createLook, type Look } from '../../src/lib/look.ts';

/** A look without any sequences, for the plain text of a widget. */
export const plain: Look = createLook({ depth: 'none', unicode: true, theme: 'plain' });
export const ascii: Look = createLook({ depth: 'none', unicode: false, theme: 'plain' });
/** A look with bold, underline and inverse only. */
export const mono: Look = createLook({ depth: 'none', unicode: true });
export const colour: Look = createLook({ depth: '16', unicode: true });

export const LOOKS: readonly Look[] = [plain, ascii, mono, colour];

/** Shows each painted text with its role, as in `<warn:late>`; for widgets that do not measure what they painted. */
export const tagged = (look: Look): Look => ({ ...look, paint: (role, text) => `<${role}:${text}>` });
