import { contract } from '../../api/contract/index.ts';
import { visible } from '../../lib/text.ts';
import { viewInForce } from '../../screens/inForce.ts';
import type { ListedRows } from '../../screens/list/rows.ts';
import { escText } from '../../screens/list/title.ts';
import type { Plan } from '../../store/action/plan.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { say } from '../../store/session/view.ts';
import { moveTo } from '../../widgets/viewport.ts';

type Values = Readonly<Record<string, unknown>>;

/** The list that an action was started from, as it was then. */
interface Start {
  readonly place: string;
  readonly cursor: string | undefined;
  readonly ids: ReadonlySet<string>;
}

/** Where a list stands: a pane, or a screen with what it is about. */
function placeName({ view }: Shown): string {
  const state = view.getState();
  const screen = topScreen(state);
  return screen ? JSON.stringify([screen.screen, screen.scope]) : state.focus;
}

const scalars = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((one) =>
        typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
      )
    : [];

/** The names that the new row can be known by: what was typed into the form, and what the service answered. */
const namesIn = (values: Values, reply: unknown): ReadonlySet<string> =>
  new Set([...scalars(values), ...scalars(reply)].filter((name) => name !== ''));

/**
 * The row that is new since then and has one of the names. In the draft of a change, which is nobody else's, that it is the
 * only one is enough.
 */
function rowMade(
  list: ListedRows,
  { ids }: Start,
  names: ReadonlySet<string>,
  isOwn: boolean,
): string | undefined {
  const fresh = list.all().filter(({ id }) => !ids.has(id));
  const named = fresh.find(({ id }) => names.has(id));
  if (named) return named.id;
  const bearing = isOwn ? fresh : fresh.filter(({ row }) => scalars(row).some((text) => names.has(text)));
  return bearing.length === 1 ? bearing[0]?.id : undefined;
}

/** Puts the cursor on a row, or says why it is not to be seen. */
function goTo(cockpit: Shown, { place, ids }: ListedRows, id: string, title: string): void {
  const index = ids.indexOf(id);
  const view = place.get(cockpit);
  if (index >= 0) {
    place.change(cockpit, moveTo(view, index, ids, place.pageRows(cockpit)));
    return;
  }
  const { unicode } = cockpit.look;
  const [what, how] =
    view.filter === ''
      ? ['the view of problems only', '! shows all']
      : [`the filter /${visible(view.filter, unicode)}`, escText(place.isVisit(cockpit))];
  say(cockpit.view, 'info', `${title}: done, but ${what} hides ${id}: ${how}.`);
}

const waiting = remembered<{ for?: Disposable }>(() => ({}));

/** Calls `look` now and whenever a list may have changed, until it answers that it is done. */
function whenChanged(cockpit: Known & Shown, look: () => boolean): void {
  const awaited = cockpit.memory.of(waiting);
  awaited.for?.[Symbol.dispose]();
  const stops: (() => void)[] = [];
  const stop = () => {
    for (const end of stops) end();
    stops.length = 0;
  };
  const tried = () => {
    if (stops.length > 0 && look()) stop();
  };
  stops.push(cockpit.cache.store.subscribe(tried));
  awaited.for = { [Symbol.dispose]: stop };
  tried();
}

/**
 * Remembers the list that an action is started from. What it gives takes the cursor to the row that the action made or
 * renamed, once that is in the list; not where the person has moved on meanwhile.
 */
export function followRow(cockpit: Known & Shown, plan: Plan): (values: Values, reply: unknown) => void {
  const list = viewInForce(cockpit).list();
  const { execution } = plan;
  const isDelete = 'operation' in execution && contract[execution.operation].method === 'DELETE';
  if (!list || isDelete || plan.tier === 'read') return () => undefined;
  const start: Start = {
    place: placeName(cockpit),
    cursor: list.place.get(cockpit).cursor,
    ids: new Set(list.all().map(({ id }) => id)),
  };
  return (values, reply) => {
    const names = namesIn(values, reply);
    whenChanged(cockpit, () => {
      const now = placeName(cockpit) === start.place ? viewInForce(cockpit).list() : undefined;
      if (!now) return true;
      const { cursor } = now.place.get(cockpit);
      if (cursor !== start.cursor && now.all().some(({ id }) => id === start.cursor)) return true;
      const made = rowMade(now, start, names, execution.kind === 'local');
      if (made !== undefined) goTo(cockpit, now, made, plan.title);
      return made !== undefined;
    });
  };
}
