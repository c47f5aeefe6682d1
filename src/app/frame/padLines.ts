/** Pads lines with blanks to exactly `height`, so that what is drawn covers everything below it. */
export const padLines = (lines: readonly string[], height: number): string[] =>
  Array.from({ length: height }, (_, row) => lines[row] ?? '');
