import { createLook, type Look } from '../../src/lib/look.ts';

/** No sequences at all: what a widget says, as a golden string. */
export const plain: Look = createLook({ depth: 'none', unicode: true, theme: 'plain' });
export const ascii: Look = createLook({ depth: 'none', unicode: false, theme: 'plain' });
/** Bold, underline and inverse only. */
export const mono: Look = createLook({ depth: 'none', unicode: true });
export const colour: Look = createLook({ depth: '16', unicode: true });

export const LOOKS: readonly Look[] = [plain, ascii, mono, colour];
