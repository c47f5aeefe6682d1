/** Why what acts on the row under the cursor cannot act where there is none. */
export const NO_ROW = 'there is nothing under the cursor';

/** The same, where nothing else can stand against it. */
export const noRow = (row: object | undefined): string | undefined =>
  row === undefined ? NO_ROW : undefined;
