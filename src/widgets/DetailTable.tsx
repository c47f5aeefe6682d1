import Table, { type PieceProps } from 'ink-table';
import { useMemo } from 'react';
import type { Look, Role } from '../lib/look.ts';
import { fit } from '../lib/text.ts';
import { detailRows, MOST_ROWS } from './detailTable.ts';
import { Line } from './Line.tsx';

export interface DetailTableProps {
  /** Headings, each different from the others. */
  readonly titles: readonly string[];
  /** Untrusted text is welcome: it is made visible here. At most MOST_ROWS rows are shown. */
  readonly rows: readonly (readonly string[])[];
  readonly columns: number;
  readonly look: Look;
}

/** ink-table draws its frame with these whatever the terminal can show. */
const IN_ASCII: Readonly<Record<string, string>> = { '─': '-', '│': '|' };

/** ink-table's parts in this terminal's look. Made once for each look: ink-table keeps those it was mounted with. */
function parts(look: Look) {
  // ink-table pads by UTF-16 units; in columns a text of wide characters would push the frame to the right.
  const piece =
    (role: Role) =>
    ({ children }: PieceProps) => <Line text={look.paint(role, fit(children.trimEnd(), children.length))} />;
  const skeleton = ({ children }: PieceProps) => {
    const shown = look.unicode ? children : children.replace(/[─-╿]/g, (sign) => IN_ASCII[sign] ?? '+');
    return <Line text={look.paint('rule', shown)} />;
  };
  return { header: piece('strong'), cell: piece('text'), skeleton };
}

/** A small table of facts in a frame. Long lists are for `tableLines`, which costs one string a row. */
export function DetailTable({ titles, rows, columns, look }: DetailTableProps) {
  const drawn = useMemo(() => parts(look), [look]);
  const data = useMemo(() => detailRows(titles, rows, columns, look), [titles, rows, columns, look]);
  if (data.length === 0) return null;
  return (
    <>
      <Table key={look.unicode ? 'unicode' : 'ascii'} data={data} columns={titles} {...drawn} />
      {rows.length > MOST_ROWS && (
        <Line text={look.paint('dim', `${look.glyphs.ellipsis} ${rows.length - MOST_ROWS} more`)} />
      )}
    </>
  );
}
