import { resources } from '../../store/cache/resources.ts';
import type { Acts, Cockpit, Shown } from '../../store/cockpit.ts';
import { pushOverlay } from '../../store/session/view.ts';
import type { PickItem } from '../../store/session/viewState.ts';
import { foundItems } from '../overlays/found.ts';
import type { CommandLine } from './command.ts';
import { jumpItems, screenItems } from './jumpItems.ts';

/** The resources that the list is built from; some are unread until their pane has been opened. */
const NEEDED = [
  resources.status,
  resources.health,
  resources.disks,
  resources.crush,
  resources.pools,
  resources.tasks,
  resources.serverNames,
] as const;

/** Opens the list of everything and reads missing resources. The list is rebuilt as they arrive and then stays unchanged. */
function openGoTo(cockpit: Cockpit, line: CommandLine, search: string): void {
  const missing = () => NEEDED.filter((id) => cockpit.cache.slot<unknown>(id).data === undefined);
  for (const id of missing()) void cockpit.cache.refresh(id);
  let made: { readonly left: number; readonly items: readonly PickItem[] } | undefined;
  const items = () => {
    const left = missing().length;
    if (made?.left !== left) made = { left, items: jumpItems(cockpit, line) };
    return made.items;
  };
  pushOverlay(cockpit.view, { kind: 'picker', title: 'Go to', items, search, cursor: 0 });
}

/** Goes to the item that matches the text; if several match, lists them, best first. */
export function goTo(cockpit: Cockpit, line: CommandLine, text: string): string | undefined {
  const all = jumpItems(cockpit, line);
  if (text === '') {
    openGoTo(cockpit, line, '');
    return undefined;
  }
  const exact = all.filter(({ label }) => label.toLowerCase() === text.toLowerCase());
  const found = exact.length === 1 ? exact : foundItems({ items: () => all, search: text });
  const [only, ...others] = found;
  if (only === undefined) return `Nothing that is loaded matches ${text}.`;
  if (others.length === 0) only.run();
  else openGoTo(cockpit, line, text);
  return undefined;
}

/** Opens the list of all screens except those that need a scope, which are reached from other screens. */
export function openScreens(cockpit: Shown & Acts): void {
  // Built once, so that the list does not change while it is searched.
  const all = screenItems(cockpit);
  pushOverlay(cockpit.view, {
    kind: 'picker',
    title: 'Screens',
    items: () => all,
    inColumns: true,
    search: '',
    cursor: 0,
  });
}
