import type { Look, Role } from '../../../lib/look.ts';
import { fit } from '../../../lib/text.ts';
import type { CellLine, CellMap, CellName } from '../../../widgets/cellMap.ts';
import type { CellSign } from './signs.ts';

/** The parts that a map is painted from. */
interface MapPainting {
  readonly look: Look;
  readonly map: CellMap;
  readonly signOf: (index: number) => CellSign;
  /** Index of the selected cell; -1 if the pane is not focused. */
  readonly cursor: number;
}

/** A piece of a line with its position. */
interface Piece {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
}

function named({ look }: MapPainting, name: CellName | undefined, role: Role): Piece[] {
  if (name === undefined || name.text === '') return [];
  const text = fit(name.text, name.columns, 'left', look.glyphs.ellipsis);
  return [{ column: name.column, columns: name.columns, text: look.paint(role, text) }];
}

/** Adjacent cells; neighbours with the same role are painted together. */
function cellsPiece(
  { look, map, signOf, cursor }: MapPainting,
  { first, count }: { readonly first: number; readonly count: number },
): string {
  const gap = ' '.repeat(map.stride - 1);
  let text = '';
  let run = '';
  let role: Role = 'text';
  const end = () => {
    text += look.paint(role, run);
    run = '';
  };
  for (let index = first; index < first + count; index++) {
    const { sign, role: own } = signOf(index);
    const wanted = index === cursor ? 'selected' : own;
    // The gap after the cursor is not painted as selected.
    if (index > first) run += gap;
    if (wanted !== role) {
      end();
      role = wanted;
    }
    run += sign;
    if (wanted !== 'selected') continue;
    end();
    role = 'text';
  }
  end();
  return text;
}

/** A line of the map: names and cells. */
export function mapLine(painting: MapPainting, { group, blocks }: CellLine): string {
  const { stride } = painting.map;
  const pieces: readonly Piece[] = [
    ...named(painting, group, 'strong'),
    ...blocks.flatMap(({ name, run }): Piece[] => [
      ...named(painting, name, 'text'),
      ...(run === undefined
        ? []
        : [
            {
              column: run.column,
              columns: (run.count - 1) * stride + 1,
              text: cellsPiece(painting, run),
            },
          ]),
    ]),
  ];
  let line = '';
  let at = 0;
  for (const { column, columns, text } of pieces) {
    line += ' '.repeat(Math.max(0, column - at)) + text;
    at = Math.max(at, column) + columns;
  }
  return line;
}
