import { dispatch } from '../../keys/binding.ts';
import type { MouseEvent } from '../../keys/mouse.ts';
import type { HitRegion } from '../../screens/hitRegions.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { popOverlay, say } from '../../store/session/view.ts';
import type { Overlay } from '../../store/session/viewState.ts';
import { paintedAt } from '../frame/painted.ts';
import { programLayers } from './layers.ts';

/** Rows to scroll per notch of the wheel. */
const WHEEL_ROWS = 3;

/** The overlays that can be scrolled; in the others the up and down keys mean something else. */
const SCROLLABLE: ReadonlySet<Overlay['kind']> = new Set([
  'help',
  'menu',
  'describe',
  'explorer',
  'picker',
  'json',
]);

/** Overlays that do not cover the panes or the screen. */
const TRANSPARENT: ReadonlySet<Overlay['kind']> = new Set(['screen', 'prompt', 'sort']);

function pressKey(cockpit: Cockpit, name: string): void {
  const result = dispatch(programLayers(cockpit), { name, alone: true });
  if (result.kind === 'disabled') say(cockpit.view, 'warn', `${result.binding.label}: ${result.reason}`);
}

/** The pane or screen under the pointer, and its region there. */
interface PointedAt {
  readonly painted: NonNullable<ReturnType<typeof paintedAt>>;
  readonly spot: HitRegion | undefined;
}

function targetOf(cockpit: Shown, event: MouseEvent): PointedAt | undefined {
  const painted = paintedAt(cockpit, event);
  if (!painted) return undefined;
  const { rect, regions } = painted;
  return { painted, spot: regions?.(event.column - rect.x, event.row - rect.y - 1) };
}

/** Handles a click: it focuses the pane, selects a row or opens the selected row, or sorts by a column title. */
function handleClick(cockpit: Cockpit, { painted: { pane }, spot }: PointedAt): void {
  const { view } = cockpit;
  const hadKeys = pane === undefined || view.getState().focus === pane;
  if (!hadKeys) view.setState({ focus: pane });
  if (spot?.kind === 'row' && hadKeys && spot.isChosen()) {
    pressKey(cockpit, 'enter');
    return;
  }
  spot?.takeFocus?.();
  if (spot?.kind === 'row') spot.choose();
  const refused = spot?.kind === 'title' ? spot.sort() : undefined;
  if (refused !== undefined) say(view, 'warn', `order: ${refused}`);
}

/** Scrolls what is under the pointer, focused or not; a screen without mouse regions gets up and down key presses instead. */
function handleWheel(cockpit: Cockpit, { painted: { pane }, spot }: PointedAt, kind: 'up' | 'down'): void {
  if (spot) spot.scroll(kind === 'up' ? -WHEEL_ROWS : WHEEL_ROWS);
  else if (pane === undefined && cockpit.view.getState().overlays.at(-1)?.kind === 'screen')
    for (let step = 0; step < WHEEL_ROWS; step++) pressKey(cockpit, kind);
}

/** Handles a mouse event. The mouse never confirms anything: dialogs ignore clicks. */
export function handleMouse(cockpit: Cockpit, event: MouseEvent): void {
  const top = cockpit.view.getState().overlays.at(-1);
  const target = top === undefined || TRANSPARENT.has(top.kind) ? targetOf(cockpit, event) : undefined;
  if (event.kind !== 'press') {
    if (target) handleWheel(cockpit, target, event.kind);
    else if (top && SCROLLABLE.has(top.kind))
      for (let step = 0; step < WHEEL_ROWS; step++) pressKey(cockpit, event.kind);
  } else if (target && top?.kind === 'sort') {
    if (target.spot?.kind !== 'title') return;
    // While a column is being chosen to sort by, a click on its title replaces the letter.
    popOverlay(cockpit.view);
    handleClick(cockpit, target);
  } else if (target && top?.kind !== 'prompt') handleClick(cockpit, target);
}
