import { contract } from '../../api/contract/index.ts';
import { visible } from '../../lib/text.ts';
import { activeView } from '../../screens/activeView.ts';
import type { ListedRows } from '../../screens/list/rows.ts';
import { escText } from '../../screens/list/title.ts';
import type { Plan, PlanValues } from '../../store/action/plan.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { say } from '../../store/session/view.ts';
import { moveTo } from '../../widgets/viewport.ts';

/** The list that an action was started from, as it was at that time. */
interface ListBefore {
  readonly listKey: string;
  readonly cursor: string | undefined;
  readonly ids: ReadonlySet<string>;
}

/** A key for a list: the pane, or the screen with its scope. */
function listKey({ view }: Shown): string {
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

/** Names that can identify the new row: the values typed into the form and those in the service's reply. */
const namesIn = (values: PlanValues, reply: unknown): ReadonlySet<string> =>
  new Set([...scalars(values), ...scalars(reply)].filter((name) => name !== ''));

/**
 * The row that is new since then and has one of the names. In a local draft (`isOwn`), which nobody else changes, the only
 * new row is enough.
 */
function newRow(
  list: ListedRows,
  { ids }: ListBefore,
  names: ReadonlySet<string>,
  isOwn: boolean,
): string | undefined {
  const fresh = list.all().filter(({ id }) => !ids.has(id));
  const named = fresh.find(({ id }) => names.has(id));
  if (named) return named.id;
  const matching = isOwn ? fresh : fresh.filter(({ row }) => scalars(row).some((text) => names.has(text)));
  return matching.length === 1 ? matching[0]?.id : undefined;
}

/** Moves the cursor to a row, or shows a notice with the reason why it is hidden. */
function selectRow(cockpit: Shown, { handle, ids }: ListedRows, id: string, title: string): void {
  const index = ids.indexOf(id);
  const view = handle.get(cockpit);
  if (index >= 0) {
    handle.change(cockpit, moveTo(view, index, ids, handle.pageRows(cockpit)));
    return;
  }
  const { unicode } = cockpit.look;
  const [what, how] =
    view.filter === ''
      ? ['the view of problems only', '! shows all']
      : [`the filter /${visible(view.filter, unicode)}`, escText(handle.isVisit(cockpit))];
  say(cockpit.view, 'info', `${title}: done, but ${what} hides ${id}: ${how}.`);
}

const waiting = remembered<{ for?: Disposable }>(() => ({}));

/** Calls `attempt` now and after each change of the cache until it returns true. A newer call replaces a waiting one. */
function untilDone(cockpit: Known & Shown, attempt: () => boolean): void {
  const awaited = cockpit.memory.of(waiting);
  awaited.for?.[Symbol.dispose]();
  const stops: (() => void)[] = [];
  const stop = () => {
    for (const end of stops) end();
    stops.length = 0;
  };
  const next = () => {
    if (stops.length > 0 && attempt()) stop();
  };
  stops.push(cockpit.cache.store.subscribe(next));
  awaited.for = { [Symbol.dispose]: stop };
  next();
}

/**
 * Remembers the list that an action is started from. The returned function moves the cursor to the row that the action
 * created or renamed, as soon as the list has it, unless the operator has moved the cursor meanwhile.
 */
export function followRow(cockpit: Known & Shown, plan: Plan): (values: PlanValues, reply: unknown) => void {
  const list = activeView(cockpit).list();
  const { execution } = plan;
  const isDelete = 'operation' in execution && contract[execution.operation].method === 'DELETE';
  if (!list || isDelete || plan.tier === 'read') return () => undefined;
  const start: ListBefore = {
    listKey: listKey(cockpit),
    cursor: list.handle.get(cockpit).cursor,
    ids: new Set(list.all().map(({ id }) => id)),
  };
  return (values, reply) => {
    const names = namesIn(values, reply);
    untilDone(cockpit, () => {
      const now = listKey(cockpit) === start.listKey ? activeView(cockpit).list() : undefined;
      if (!now) return true;
      const { cursor } = now.handle.get(cockpit);
      if (cursor !== start.cursor && now.all().some(({ id }) => id === start.cursor)) return true;
      const made = newRow(now, start, names, execution.kind === 'local');
      if (made !== undefined) selectRow(cockpit, now, made, plan.title);
      return made !== undefined;
    });
  };
}
