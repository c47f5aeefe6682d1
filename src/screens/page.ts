import type { Description } from '../store/action/action.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import type { Level } from '../store/facts/level.ts';
import type { Scope } from '../store/session/viewState.ts';
import { describeRow } from './describeRow.ts';

/** The page of a row, declared beside its list: its title, its state and its facts in words. */
export interface Page<Row> {
  readonly title: (row: Row) => string;
  /** Its state in a word or two, where it has one; the level of the row says how bad that is. */
  readonly state?: (row: Row) => string | undefined;
  /** The most important first. */
  readonly facts: (row: Row, cockpit: Known & Shown, scope: Scope) => Description['facts'];
  /** Things of one kind that belong to it. */
  readonly table?: (row: Row, cockpit: Known & Shown) => Description['table'];
  /** The fields of the row that all this tells; the others stand below as they came. */
  readonly told: readonly string[];
  /** The answer that the row is about; the row itself, unless said. */
  readonly of?: (row: Row) => object;
}

/** The description that a page makes of a row. */
export function pageOf<Row extends object>(
  cockpit: Known & Shown,
  { title, state, facts, table, told, of = (row) => row }: Page<Row>,
  { row, level, scope }: { readonly row: Row; readonly level: Level; readonly scope: Scope },
): Description {
  const rest = Object.fromEntries(Object.entries(of(row)).filter(([name]) => !told.includes(name)));
  const more = describeRow(cockpit, title(row), rest);
  const rows = table?.(row, cockpit);
  const word = state?.(row);
  return {
    ...more,
    ...(word !== undefined && { state: { word, level } }),
    ...(rows && { table: rows }),
    facts: [...facts(row, cockpit, scope), ...more.facts],
  };
}
