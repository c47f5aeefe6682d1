import type { Chunked } from '../../lib/chunked.ts';
import type { CellText } from '../../store/filter/filter.ts';
import { cellText, type Column } from '../../widgets/tableLayout.ts';

/** Rows in a chunk of that: some milliseconds of work. */
const CHUNK_ROWS = 250;

/** The cells that a filter looks in: a function from a row to its cells, by what is seen of them. */
export type CellTexts<Row> = (row: Row) => CellText;

/**
 * The texts of cells, each made when it is asked for first: the next character of a filter asks for all of them again.
 * They are forgotten when their row was not asked for between two changes of the list: a map whose rows are held weakly
 * costs more at each collection of garbage than these texts do.
 */
export class RowTexts<Row> {
  readonly #columns: readonly Column<Row>[];
  readonly #unicode: boolean;
  readonly #places: ReadonlyMap<string, number>;
  #known = new Map<Row, (string | undefined)[]>();
  #before = new Map<Row, (string | undefined)[]>();

  constructor(columns: readonly Column<Row>[], unicode: boolean) {
    this.#unicode = unicode;
    this.#columns = columns;
    this.#places = new Map(columns.map(({ id }, index) => [id, index]));
  }

  /** The list has changed. */
  renew(): void {
    this.#before = this.#known;
    this.#known = new Map();
  }

  readonly of: CellTexts<Row> = (row) => {
    const texts = this.#textsOf(row);
    return (id) => {
      const place = this.#places.get(id);
      const column = this.#columns[place ?? -1];
      return place === undefined || !column
        ? ''
        : (texts[place] ??= cellText(column.cell(row), this.#unicode));
    };
  };

  /** Makes the texts of all cells, in chunks: for a filter that is about to be typed. */
  *prepare(rows: readonly Row[]): Chunked<void> {
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % CHUNK_ROWS === 0) yield;
      const textOf = this.of(row);
      for (const { id } of this.#columns) textOf(id);
    }
  }

  #textsOf(row: Row): (string | undefined)[] {
    const known = this.#known.get(row);
    if (known) return known;
    const texts = this.#before.get(row) ?? [];
    this.#known.set(row, texts);
    return texts;
  }
}
