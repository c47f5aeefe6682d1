import { openScreen, type Screen } from '../../src/screens/screen.ts';
import { screenOf, screens } from '../../src/screens/screens.ts';
import { screenKey, topScreen } from '../../src/store/session/screenView.ts';
import type { Scope, ScreenView } from '../../src/store/session/viewState.ts';
import type { ShownDeck } from './shownDeck.tsx';

/** Screens below this depth lead to no new ones in the simulated cluster. */
const DEEPEST = 6;

const viewOf = ({ cockpit }: ShownDeck): ScreenView | undefined => topScreen(cockpit.view.getState());

/** Returns to the deck. */
export function leave({ cockpit }: ShownDeck): void {
  cockpit.view.setState({ overlays: [], notice: undefined, focus: 'health', zoomed: false });
}

/** Waits for the first answer of the current screen. */
async function answered(deck: ShownDeck): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    const view = viewOf(deck);
    if (!view || !screenOf(view).reads) return;
    const { data, error } = deck.cockpit.screens.slot(view);
    if (data !== undefined || error !== undefined) return;
    await deck.frame();
  }
}

/** Opens a screen over the deck and waits for its data. */
export async function visit(deck: ShownDeck, screen: string, scope: Scope): Promise<void> {
  leave(deck);
  openScreen(deck.cockpit, screen, scope);
  await deck.frame();
  await answered(deck);
  await deck.frame();
}

/** The destinations of Enter and of the links of the current screen. */
async function waysOn(deck: ShownDeck): Promise<ScreenView[]> {
  const here = viewOf(deck);
  if (!here) return [];
  const found: ScreenView[] = [];
  const look = () => {
    const there = viewOf(deck);
    if (there && screenKey(there) !== screenKey(here)) found.push(there);
  };
  await deck.press('enter');
  look();
  await visit(deck, here.screen, here.scope);
  await deck.press('o');
  const menu = deck.cockpit.view.getState().overlays.at(-1);
  const items = menu?.kind === 'menu' ? menu.items() : [];
  for (const item of items) {
    await visit(deck, here.screen, here.scope);
    item.run();
    look();
  }
  return found;
}

/** Visits every screen that is reachable from the list of screens, as a user does, and returns name and scope of each. */
export async function reachable(
  deck: ShownDeck,
): Promise<{ readonly screen: Screen; readonly scope: Scope }[]> {
  const seen = new Map<string, Scope>();
  let next = screens
    .filter(({ needs }) => needs.length === 0)
    .map(({ id }) => ({ screen: id, scope: {} as Scope }));
  for (let depth = 0; depth < DEEPEST && next.length > 0; depth++) {
    const further: ScreenView[] = [];
    for (const { screen, scope } of next) {
      if (seen.has(screen)) continue;
      seen.set(screen, scope);
      await visit(deck, screen, scope);
      further.push(...(await waysOn(deck)));
    }
    next = further;
  }
  leave(deck);
  return [...seen].map(([screen, scope]) => ({ screen: screenOf({ screen }), scope }));
}
