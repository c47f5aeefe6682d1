import { dispatch } from '../keys/binding.ts';
import type { MouseEvent } from '../keys/mouse.ts';
import { screenOf } from '../screens/areas/index.ts';
import { type ListPlace, paneList, screenList } from '../screens/listPlace.ts';
import { panes } from '../screens/registry.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { topScreen } from '../store/screenView.ts';
import { type Overlay, PANES } from '../store/view.ts';
import { moveTo, scroll, settle } from '../widgets/viewport.ts';
import { failureLines } from './deckFrame.ts';
import { programLayers } from './layers.ts';
import { deckLayout, type Place, type Rect } from './layout.ts';
import { screenFailure } from './ScreenBody.tsx';

/** Rows that one turn of the wheel moves by. */
const NOTCH = 3;

/** What lies over the screen and can be scrolled; in the others the keys up and down are for something else. */
const SCROLLED: ReadonlySet<Overlay['kind']> = new Set([
  'help',
  'menu',
  'describe',
  'explorer',
  'picker',
  'json',
]);

/** A list where it is drawn. */
interface Target {
  readonly place: ListPlace;
  readonly ids: readonly string[];
  /** Row of the screen on which the first row of the list stands. */
  readonly firstRow: number;
}

const press = (cockpit: Cockpit, name: string) => dispatch(programLayers(cockpit), { name, alone: true });

/** The space between the header and the footer. */
const areaOf = ({ columns, rows }: { readonly columns: number; readonly rows: number }): Rect => ({
  x: 0,
  y: 1,
  width: columns,
  height: Math.max(1, rows - 2),
});

/** The pane that stands there. */
function paneAt(cockpit: Cockpit, { column, row }: MouseEvent): Place | undefined {
  const { size, focus, zoomed } = cockpit.view.getState();
  const area = areaOf(size);
  const wants = Object.fromEntries(
    PANES.flatMap((pane) => {
      const rows = panes[pane].wants?.(cockpit);
      return rows === undefined ? [] : [[pane, rows]];
    }),
  );
  const places = zoomed ? [{ pane: focus, ...area }] : deckLayout(area, focus, wants).places;
  return places.find(
    ({ x, y, width, height }) => column >= x && column < x + width && row >= y && row < y + height,
  );
}

/** Puts the cursor on the row that stands there; where it was there already, opens it. */
function pressed(cockpit: Cockpit, { place, ids, firstRow }: Target, row: number, hadKeys: boolean): void {
  const rows = place.pageRows(cockpit);
  const line = row - firstRow;
  if (line < 0 || line >= rows) return;
  const list = place.get(cockpit);
  const { top, index } = settle(list, ids, rows);
  if (top + line >= ids.length) return;
  if (hadKeys && top + line === index && list.cursor === ids[index]) press(cockpit, 'enter');
  else place.change(cockpit, moveTo(list, top + line, ids, rows));
}

const turned = (cockpit: Cockpit, { place, ids }: Target, by: number): void =>
  place.change(cockpit, scroll(place.get(cockpit), by, ids, place.pageRows(cockpit)));

/** On the deck: the pane that stands there gets the keys, and its row the cursor; the wheel turns it as it is. */
function onDeck(cockpit: Cockpit, event: MouseEvent): void {
  const found = paneAt(cockpit, event);
  if (!found) return;
  const { focus, zoomed } = cockpit.view.getState();
  const pane = panes[found.pane];
  const failing = zoomed ? failureLines(cockpit, pane, found.width).length : 0;
  const target = pane.ids && {
    place: paneList(found.pane),
    ids: pane.ids(cockpit),
    firstRow: found.y + 1 + failing + (pane.headerRows ?? 1),
  };
  if (event.kind === 'press') {
    if (focus !== found.pane) cockpit.view.setState({ focus: found.pane });
    if (target && found.height > 1) pressed(cockpit, target, event.row, focus === found.pane);
    return;
  }
  if (target) turned(cockpit, target, event.kind === 'up' ? -NOTCH : NOTCH);
  else {
    const key = pane.bindings(cockpit).find(({ keys }) => keys.includes(event.kind));
    for (let step = 0; step < NOTCH; step++) key?.run();
  }
}

/** On a screen: its row gets the cursor. */
function onScreen(cockpit: Cockpit, event: MouseEvent): void {
  const { size, ...state } = cockpit.view.getState();
  const view = topScreen(state);
  if (!view) return;
  const screen = screenOf(view);
  const area = areaOf(size);
  const target = screen.ids && {
    place: screenList,
    ids: screen.ids(cockpit),
    firstRow: area.y + 1 + screenFailure(cockpit, view, area.width).length + screen.headerRows,
  };
  if (event.kind === 'press') {
    if (target) pressed(cockpit, target, event.row, true);
  } else if (target) turned(cockpit, target, event.kind === 'up' ? -NOTCH : NOTCH);
  else for (let step = 0; step < NOTCH; step++) press(cockpit, event.kind);
}

/** Does what the mouse asks for. It never confirms anything: dialogs take no press of it. */
export function pointed(cockpit: Cockpit, event: MouseEvent): void {
  const top = cockpit.view.getState().overlays.at(-1);
  if (!top) onDeck(cockpit, event);
  else if (top.kind === 'screen') onScreen(cockpit, event);
  else if (event.kind !== 'press' && SCROLLED.has(top.kind))
    for (let step = 0; step < NOTCH; step++) press(cockpit, event.kind);
}
