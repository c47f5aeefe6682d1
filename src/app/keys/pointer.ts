import { dispatch } from '../../keys/binding.ts';
import type { MouseEvent } from '../../keys/mouse.ts';
import type { HitRegion } from '../../screens/hitRegions.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { popOverlay, say } from '../../store/session/view.ts';
import type { Overlay } from '../../store/session/viewState.ts';
import { paintedAt } from '../frame/painted.ts';
import { programLayers } from './layers.ts';

/** Rows that one turn of the wheel moves by. */
const NOTCH = 3;

/** The overlays that can be scrolled; in the others the keys up and down are for something else. */
const SCROLLED: ReadonlySet<Overlay['kind']> = new Set([
  'help',
  'menu',
  'describe',
  'explorer',
  'picker',
  'json',
]);

/** Overlays that hide nothing of the panes or the screen. */
const CLEAR: ReadonlySet<Overlay['kind']> = new Set(['screen', 'prompt', 'sort']);

function press(cockpit: Cockpit, name: string): void {
  const result = dispatch(programLayers(cockpit), { name, alone: true });
  if (result.kind === 'disabled') say(cockpit.view, 'warn', `${result.binding.label}: ${result.reason}`);
}

/** A pane or screen that is pointed at, and what stands there in it. */
interface Target {
  readonly painted: NonNullable<ReturnType<typeof paintedAt>>;
  readonly spot: HitRegion | undefined;
}

function targetOf(cockpit: Shown, event: MouseEvent): Target | undefined {
  const painted = paintedAt(cockpit, event);
  if (!painted) return undefined;
  const { rect, regions } = painted;
  return { painted, spot: regions?.(event.column - rect.x, event.row - rect.y - 1) };
}

/** A row gets the cursor, and where it had it already is opened; a title sorts; wherever it is, the pane gets the keys. */
function pressed(cockpit: Cockpit, { painted: { pane }, spot }: Target): void {
  const { view } = cockpit;
  const hadKeys = pane === undefined || view.getState().focus === pane;
  if (!hadKeys) view.setState({ focus: pane });
  if (spot?.kind === 'row' && hadKeys && spot.isChosen()) {
    press(cockpit, 'enter');
    return;
  }
  spot?.take?.();
  if (spot?.kind === 'row') spot.choose();
  const refused = spot?.kind === 'title' ? spot.sort() : undefined;
  if (refused !== undefined) say(view, 'warn', `order: ${refused}`);
}

/** The thing under the pointer scrolls, wherever the keys are; a screen that has nothing of the kind takes its keys for it. */
function turned(cockpit: Cockpit, { painted: { pane }, spot }: Target, kind: 'up' | 'down'): void {
  if (spot) spot.scroll(kind === 'up' ? -NOTCH : NOTCH);
  else if (pane === undefined && cockpit.view.getState().overlays.at(-1)?.kind === 'screen')
    for (let step = 0; step < NOTCH; step++) press(cockpit, kind);
}

/** Does what the mouse asks for. It never confirms anything: dialogs take no press of it. */
export function pointed(cockpit: Cockpit, event: MouseEvent): void {
  const top = cockpit.view.getState().overlays.at(-1);
  const target = top === undefined || CLEAR.has(top.kind) ? targetOf(cockpit, event) : undefined;
  if (event.kind !== 'press') {
    if (target) turned(cockpit, target, event.kind);
    else if (top && SCROLLED.has(top.kind))
      for (let step = 0; step < NOTCH; step++) press(cockpit, event.kind);
  } else if (target && top?.kind === 'sort') {
    if (target.spot?.kind !== 'title') return;
    // The title that is pointed at is chosen in the place of a letter.
    popOverlay(cockpit.view);
    pressed(cockpit, target);
  } else if (target && top?.kind !== 'prompt') pressed(cockpit, target);
}
