import type { Acts, Shown } from '../store/cockpit.ts';
import { allScreens, topScreen } from '../store/session/screenView.ts';
import { popOverlay, say } from '../store/session/view.ts';
import type { ScreenView } from '../store/session/viewState.ts';

/**
 * Goes on once nothing that was not sent is lost with the screens that go: of each that has something, the operator
 * decides. Every way out of a screen leads through here.
 */
export function leaving(cockpit: Acts, going: readonly ScreenView[], go: () => void): void {
  const asks = going.flatMap((screen) => cockpit.unsent(screen) ?? []);
  asks.reduce<() => void>((next, ask) => () => ask(next), go)();
}

/** The same for all screens that are open. */
export const leavingAll = (cockpit: Shown & Acts, go: () => void): void =>
  leaving(cockpit, allScreens(cockpit.view.getState()), go);

/** Leaves the screen on top for the one below it, or the deck. */
export function leaveScreen(cockpit: Shown & Acts): void {
  const screen = topScreen(cockpit.view.getState());
  if (screen) leaving(cockpit, [screen], () => popOverlay(cockpit.view));
}

/** Leaves for another cluster of the configuration, or says why not. */
export function leaveForCluster(cockpit: Shown & Acts, name: string): void {
  leavingAll(cockpit, () => {
    const problem = cockpit.switchTo(name);
    if (problem !== undefined) say(cockpit.view, 'warn', problem);
  });
}
