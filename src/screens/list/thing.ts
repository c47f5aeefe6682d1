import type { Known, Shown } from '../../store/cockpit.ts';
import { favouriteKey, type ThingNow } from '../../store/session/favourites.ts';
import type { Favourite, Scope } from '../../store/session/viewState.ts';
import { cellText } from '../../widgets/tableLayout.ts';
import { columnFacts } from '../page.ts';
import { columnsOf, type ListColumn } from './columns.ts';
import { type ListRows, troubleOf } from './rows.ts';

/** The place of a thing, without its name. */
type Place = Omit<Favourite, 'name'>;

/** The parts of a list that tell which things its rows are. */
export interface Things<Row> {
  /** The list as favourites name it; none where its rows are nothing of the cluster. */
  readonly home?: string | undefined;
  /** Where the thing is listed that a row is, if not here; nothing for a row that is none. */
  readonly thing?: ((row: Row) => Place | undefined) | undefined;
  readonly scope: (cockpit: Shown) => Scope;
  readonly rowId: (row: Row) => string;
}

/** The column that a row is known by. */
const nameColumn = <Row>(columns: readonly ListColumn<Row>[]): ListColumn<Row> | undefined =>
  columns.find(({ name }) => name === true) ?? columns.find(({ title }) => title !== '');

function nameOf<Row>({ look }: Shown, columns: readonly ListColumn<Row>[], row: Row): string | undefined {
  const cell = nameColumn(columns)?.cell(row);
  return cell && cellText(cell, look.unicode).trim();
}

function placeOf<Row>(cockpit: Shown, { home, thing, scope, rowId }: Things<Row>, row: Row) {
  if (thing) return thing(row);
  return home === undefined ? undefined : { home, scope: scope(cockpit), row: rowId(row) };
}

/** The thing that a row is. */
export function thingOf<Row>(
  cockpit: Known & Shown,
  list: Things<Row> & Pick<ListRows<Row>, 'columns'>,
  row: Row,
): Favourite | undefined {
  const place = placeOf(cockpit, list, row);
  const name = nameOf(cockpit, columnsOf(list, cockpit), row);
  return place && name !== undefined ? { ...place, name } : undefined;
}

/** The test whether a row is a favourite; nothing where there are none, and in the list of them. */
export function favouriteTest<Row>(cockpit: Shown, list: Things<Row>): ((row: Row) => boolean) | undefined {
  const { favourites } = cockpit.view.getState();
  if (favourites.length === 0 || list.home === undefined) return undefined;
  const keys = new Set(favourites.map(favouriteKey));
  return (row) => {
    const place = placeOf(cockpit, list, row);
    return place !== undefined && keys.has(favouriteKey(place));
  };
}

/** A thing that was deleted, or what it was in. */
export const GONE: ThingNow = { level: 'unknown', text: 'exists no more' };

/** So many of its columns tell how a thing is. */
const MOST_FACTS = 5;

/** A thing as the columns of its list tell it, the most important first. */
export function toldOf<Row>(
  cockpit: Known & Shown,
  list: Pick<ListRows<Row>, 'rowId' | 'level' | 'trouble' | 'columns'>,
  { rows, isWhole }: { readonly rows: readonly Row[]; readonly isWhole: boolean },
  id: string,
): ThingNow {
  const row = rows.find((one) => list.rowId(one) === id);
  if (row === undefined)
    return isWhole ? GONE : { level: 'unknown', text: `not among the first ${rows.length}` };
  const columns = columnsOf(list, cockpit);
  const told = columns
    .filter((column) => column !== nameColumn(columns) && column.title !== '')
    .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
  const { level, word } = troubleOf(list, row);
  const facts = columnFacts(cockpit, told, row)
    .filter(([, text]) => text !== '--' && text !== word)
    .slice(0, MOST_FACTS);
  const words = facts.map(([name, text]) => `${name} ${text}`);
  const name = nameOf(cockpit, columns, row);
  return {
    ...(name !== undefined && { name }),
    level,
    text: [...(level === 'ok' ? [] : [word]), ...words].join(', '),
  };
}
