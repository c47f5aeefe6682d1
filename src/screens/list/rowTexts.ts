import type { Chunked } from '../../lib/chunked.ts';
import type { CellText } from '../../store/filter/filter.ts';
import { cellText, type Column } from '../../widgets/tableLayout.ts';

/** Rows per chunk: some milliseconds of work. */
const CHUNK_ROWS = 250;

/** Gives the cell texts of a row, by column id, as a filter searches them. */
export type CellTexts<Row> = (row: Row) => CellText;

/**
 * Caches cell texts, each made on first use, because each character of a filter searches all of them again. Texts whose
 * row was not used between two changes of the list are dropped. A WeakMap would add more to
 * each garbage collection than these texts do.
 */
export class RowTexts<Row> {
  readonly #columns: readonly Column<Row>[];
  readonly #unicode: boolean;
  readonly #indexes: ReadonlyMap<string, number>;
  #current = new Map<Row, (string | undefined)[]>();
  #previous = new Map<Row, (string | undefined)[]>();

  constructor(columns: readonly Column<Row>[], unicode: boolean) {
    this.#unicode = unicode;
    this.#columns = columns;
    this.#indexes = new Map(columns.map(({ id }, index) => [id, index]));
  }

  /** Starts a new generation, after the list has changed. */
  renew(): void {
    this.#previous = this.#current;
    this.#current = new Map();
  }

  readonly of: CellTexts<Row> = (row) => {
    const texts = this.#textsOf(row);
    return (id) => {
      const index = this.#indexes.get(id) ?? -1;
      const column = this.#columns[index];
      return column ? (texts[index] ??= cellText(column.cell(row), this.#unicode)) : '';
    };
  };

  /** Makes the texts of all cells in chunks, ahead of a filter that is about to be typed. */
  *prepare(rows: readonly Row[]): Chunked<void> {
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % CHUNK_ROWS === 0) yield;
      const textOf = this.of(row);
      for (const { id } of this.#columns) textOf(id);
    }
  }

  #textsOf(row: Row): (string | undefined)[] {
    const known = this.#current.get(row);
    if (known) return known;
    const texts = this.#previous.get(row) ?? [];
    this.#current.set(row, texts);
    return texts;
  }
}
