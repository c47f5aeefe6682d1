/**
 * Characters that every terminal shows in one column and that never combine with a neighbour: ASCII, Latin, Greek,
 * Cyrillic, dashes and arrows, control pictures, box drawing, blocks, geometric shapes, ✓ and ✗, and braille. Text made
 * of these needs no segmentation, which is a hundred times slower. The patched string-width imports this module as
 * well, so it must not import anything itself.
 */
const ONE_COLUMN_EACH =
  /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2370\u2400-\u2426\u2500-\u25fc\u25ff\u2713\u2717\u2800-\u28ff]*$/;

/** True if each code unit of a text takes one column on every terminal. */
export const isOneColumnEach = (text: string): boolean => ONE_COLUMN_EACH.test(text);
