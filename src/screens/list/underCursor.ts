/** The reason why an action on the row under the cursor is disabled if there is none. */
export const NO_ROW = 'there is nothing under the cursor';

/** The reason why an action that needs only a row is disabled; undefined if there is one. */
export const noRow = (row: object | undefined): string | undefined =>
  row === undefined ? NO_ROW : undefined;
