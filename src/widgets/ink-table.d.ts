/** ink-table's own types describe its CommonJS form and an older React. */
declare module 'ink-table' {
  import type { ComponentType } from 'react';

  /** A padded cell, or a piece of the frame. */
  export interface PieceProps {
    readonly children: string;
  }

  export interface TableProps {
    readonly data: readonly Readonly<Record<string, string>>[];
    /** Keys of the data to show; each is its own heading. */
    readonly columns?: readonly string[];
    readonly header?: ComponentType<PieceProps>;
    readonly cell?: ComponentType<PieceProps>;
    /** Draws the frame's pieces. */
    readonly skeleton?: ComponentType<PieceProps>;
  }

  const Table: ComponentType<TableProps>;
  export default Table;
}
