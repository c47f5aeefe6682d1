import Table, { type PieceProps } from 'ink-table';
import { useMemo } from 'react';
import type { Look, Role } from '../lib/look.ts';
import { fit } from '../lib/text.ts';
import { detailRows, MAX_ROWS } from './detailTable.ts';
import { Line } from './Line.tsx';

export interface DetailTableProps {
  /** Headings, all different. */
  readonly titles: readonly string[];
  /** The rows; may contain untrusted text, which is made visible here. At most MAX_ROWS are shown. */
  readonly rows: readonly (readonly string[])[];
  readonly columns: number;
  readonly look: Look;
}

/** ASCII replacements for the frame characters of ink-table, which always draws with Unicode. */
const IN_ASCII: Readonly<Record<string, string>> = { '─': '-', '│': '|' };

/** The components that ink-table draws with. They are fixed for a mounted table, so they are created once per look. */
function parts(look: Look) {
  // ink-table pads by UTF-16 units, so the padding of wide characters must be cut to columns.
  const piece =
    (role: Role) =>
    ({ children }: PieceProps) => <Line text={look.paint(role, fit(children.trimEnd(), children.length))} />;
  const skeleton = ({ children }: PieceProps) => {
    const shown = look.unicode ? children : children.replace(/[─-╿]/g, (sign) => IN_ASCII[sign] ?? '+');
    return <Line text={look.paint('rule', shown)} />;
  };
  return { header: piece('strong'), cell: piece('text'), skeleton };
}

/** A small framed table. Long lists use `paintTable`, which costs only one string per row. */
export function DetailTable({ titles, rows, columns, look }: DetailTableProps) {
  const drawn = useMemo(() => parts(look), [look]);
  const data = useMemo(() => detailRows(titles, rows, columns, look), [titles, rows, columns, look]);
  if (data.length === 0) return null;
  return (
    <>
      <Table key={look.unicode ? 'unicode' : 'ascii'} data={data} columns={titles} {...drawn} />
      {rows.length > MAX_ROWS && (
        <Line text={look.paint('dim', `${look.glyphs.ellipsis} ${rows.length - MAX_ROWS} more`)} />
      )}
    </>
  );
}
