import type { Acts, Shown } from '../store/cockpit.ts';
import { allScreens, topScreen } from '../store/session/screenView.ts';
import { popOverlay, say } from '../store/session/view.ts';
import type { ScreenView } from '../store/session/viewState.ts';

/**
 * Calls `go` once the operator has confirmed, for each screen that closes, that its unsent changes may be lost. Every way
 * out of a screen goes through here.
 */
export function confirmLeaving(cockpit: Acts, going: readonly ScreenView[], go: () => void): void {
  const asks = going.flatMap((screen) => cockpit.unsent(screen) ?? []);
  asks.reduce<() => void>((next, ask) => () => ask(next), go)();
}

/** Like `confirmLeaving`, for all open screens. */
export const confirmLeavingAll = (cockpit: Shown & Acts, go: () => void): void =>
  confirmLeaving(cockpit, allScreens(cockpit.view.getState()), go);

/** Closes the top screen and returns to the one below it, or to the deck. */
export function leaveScreen(cockpit: Shown & Acts): void {
  const screen = topScreen(cockpit.view.getState());
  if (screen) confirmLeaving(cockpit, [screen], () => popOverlay(cockpit.view));
}

/** Switches to another cluster of the configuration, or says why it cannot. */
export function leaveForCluster(cockpit: Shown & Acts, name: string): void {
  confirmLeavingAll(cockpit, () => {
    const problem = cockpit.switchTo(name);
    if (problem !== undefined) say(cockpit.view, 'warn', problem);
  });
}
