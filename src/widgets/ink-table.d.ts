/** Types for ink-table; its own are for its CommonJS form and an older React. */
declare module 'ink-table' {
  import type { ComponentType } from 'react';

  /** The props of a padded cell or a part of the frame. */
  export interface PieceProps {
    readonly children: string;
  }

  export interface TableProps {
    readonly data: readonly Readonly<Record<string, string>>[];
    /** The keys of the data to show; each key is the heading of its column. */
    readonly columns?: readonly string[];
    readonly header?: ComponentType<PieceProps>;
    readonly cell?: ComponentType<PieceProps>;
    /** Draws the parts of the frame. */
    readonly skeleton?: ComponentType<PieceProps>;
  }

  const Table: ComponentType<TableProps>;
  export default Table;
}
