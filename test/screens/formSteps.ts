import type { Flow } from '../../src/store/action/plan.ts';
import { type answering, deck, guard, openScreen, see, text } from './openedDeck.ts';

/** Pastes a text as a terminal with bracketed paste does. */
export const paste = (pasted: string): Promise<void> => deck.send(`\x1b[200~${pasted}\x1b[201~`);

/** The line that is being typed, without the frame. */
export const input = async (): Promise<string | undefined> => /│ > (.*?) *│/.exec(await text())?.[1];

/** The top dialog. */
export const flow = (): Flow | undefined => {
  const top = deck.cockpit.view.getState().overlays.at(-1);
  return top?.kind === 'action' ? top.flow : undefined;
};

/** The stage of the top dialog. */
export const step = (): Flow['phase']['step'] | undefined => flow()?.phase.step;

/** Opens the form of a screen's key. */
export async function openForm(
  screen: string,
  key: string,
  options: Partial<ReturnType<typeof answering>> = {},
): Promise<void> {
  await openScreen(screen, options);
  await see(/\w/);
  await deck.press(key);
  await see(/go on/);
  await guard();
}

/** Opens the form of an operation in the explorer. */
export async function openOperation(id: string): Promise<void> {
  await deck.command(`api ${id}`);
  await deck.press('enter');
  await see(/go on/);
  await guard();
}
