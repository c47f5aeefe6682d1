import type { Description } from '../../store/action/action.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { favouriteKey, type FavouriteState } from '../../store/session/favourites.ts';
import type { Favourite, Scope } from '../../store/session/viewState.ts';
import { cellText } from '../../widgets/tableLayout.ts';
import { columnFacts } from '../page.ts';
import type { ColumnSpec } from './columns.ts';
import { type ListRows, troubleOf } from './rows.ts';

/** A favourite without its name. */
type UnnamedFavourite = Omit<Favourite, 'name'>;

/** The parts of a list that identify its rows as favourites. */
export interface FavouriteSource<Row> {
  /** The id of the list in favourites; undefined if its rows are not objects of the cluster. */
  readonly home?: string | undefined;
  /** The favourite that a row stands for, if that belongs to another list; undefined for a row that cannot be one. */
  readonly favourite?: ((row: Row) => UnnamedFavourite | undefined) | undefined;
  readonly scope: (cockpit: Shown) => Scope;
  readonly rowId: (row: Row) => string;
}

/** The column that names a row. */
const nameColumn = <Row>(columns: readonly ColumnSpec<Row>[]): ColumnSpec<Row> | undefined =>
  columns.find(({ name }) => name === true) ?? columns.find(({ title }) => title !== '');

function nameOf<Row>(
  cockpit: Known & Shown,
  columns: readonly ColumnSpec<Row>[],
  row: Row,
): string | undefined {
  const cell = nameColumn(columns)?.cell(row, cockpit);
  return cell && cellText(cell, cockpit.look.unicode).trim();
}

function unnamedFavourite<Row>(
  cockpit: Shown,
  { home, favourite, scope, rowId }: FavouriteSource<Row>,
  row: Row,
) {
  if (favourite) return favourite(row);
  return home === undefined ? undefined : { home, scope: scope(cockpit), row: rowId(row) };
}

/** A row as a favourite. */
export function favouriteOf<Row>(
  cockpit: Known & Shown,
  list: FavouriteSource<Row> & Pick<ListRows<Row>, 'columns'>,
  row: Row,
): Favourite | undefined {
  const unnamed = unnamedFavourite(cockpit, list, row);
  const name = nameOf(cockpit, list.columns, row);
  return unnamed && name !== undefined ? { ...unnamed, name } : undefined;
}

/** A test whether a row is a favourite; undefined if there are no favourites, or in a list whose rows cannot be any. */
export function favouriteTest<Row>(
  cockpit: Shown,
  list: FavouriteSource<Row>,
): ((row: Row) => boolean) | undefined {
  const { favourites } = cockpit.view.getState();
  if (favourites.length === 0 || list.home === undefined) return undefined;
  const keys = new Set(favourites.map(favouriteKey));
  return (row) => {
    const unnamed = unnamedFavourite(cockpit, list, row);
    return unnamed !== undefined && keys.has(favouriteKey(unnamed));
  };
}

/** The state of a favourite that was deleted, or whose list was. */
export const GONE: FavouriteState = { level: 'unknown', text: 'no longer exists' };

/** The number of columns that describe the state of a favourite. */
const MAX_FACTS = 5;

/** The rows of the list of a favourite. */
interface FavouriteRows<Row> {
  readonly rows: readonly Row[];
  /** False if the list may have more rows. */
  readonly isWhole: boolean;
  readonly describe: (row: Row) => Description;
}

/** The current state of a favourite, in the words of the most important columns of its list. */
export function favouriteStateOf<Row extends object>(
  cockpit: Known & Shown,
  list: Pick<ListRows<Row>, 'rowId' | 'level' | 'trouble' | 'columns'>,
  { rows, isWhole, describe }: FavouriteRows<Row>,
  id: string,
): FavouriteState {
  const row = rows.find((one) => list.rowId(one) === id);
  if (row === undefined)
    return isWhole ? GONE : { level: 'unknown', text: `not among the first ${rows.length}` };
  const { columns } = list;
  const shown = columns
    .filter((column) => column !== nameColumn(columns) && column.title !== '')
    .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
  const { level, word } = troubleOf(list, row);
  const facts = columnFacts(cockpit, shown, row)
    .filter(([, text]) => text !== '--' && text !== word)
    .slice(0, MAX_FACTS);
  const words = facts.map(([name, text]) => `${name} ${text}`);
  const name = nameOf(cockpit, columns, row);
  return {
    ...(name !== undefined && { name }),
    level,
    text: [...(level === 'ok' ? [] : [word]), ...words].join(', '),
    describe: () => describe(row),
  };
}
