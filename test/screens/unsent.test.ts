import { beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../../src/app/commandLine/commands.ts';
import { interrupt } from '../../src/app/keys/layers.ts';
import { fill } from './dialogSteps.ts';
import { deck, openScreen, text } from './openedDeck.ts';

const ASKS = /1 change not requested yet/;

/** The editor of the CRUSH map with an unsubmitted rack. */
async function edit(): Promise<void> {
  await openScreen('crush-edit');
  await deck.press('n');
  await fill(deck, ['rack4', 'rack']);
}

/** Checks that leaving asks, that staying keeps the changes, and then leaves. */
async function expectAsked(leave: () => Promise<void>, left: RegExp): Promise<void> {
  await leave();
  expect(await text()).toMatch(ASKS);
  await deck.press('enter');
  expect(await text()).toMatch(/rack4 +new/);
  await leave();
  await deck.press('down', 'enter');
  const after = await text();
  expect(after).toMatch(left);
  expect(after).not.toMatch(ASKS);
}

describe('unsubmitted changes of the CRUSH map', () => {
  beforeEach(edit);

  test('unsubmitted changes of the CRUSH map are asked about at Ctrl-C', () =>
    expectAsked(async () => void interrupt(deck.cockpit, undefined), /1 Health/));

  test('unsubmitted changes of the CRUSH map are asked about at q while a filter is set', () =>
    expectAsked(() => deck.press('/', 'r', 'a', 'c', 'k', '4', 'enter', 'q'), /1 Health/));

  test('unsubmitted changes of the CRUSH map are asked about at :deck', () =>
    expectAsked(() => deck.command('deck'), /1 Health/));

  test('unsubmitted changes of the CRUSH map are asked about before the view moves to a pane', () =>
    expectAsked(() => deck.command('osd class:ssd'), /▶ 3 Disks[^\n]*class:ssd/));

  test('unsubmitted changes of the CRUSH map are asked about on the way back through the views', () =>
    expectAsked(() => deck.press('-'), /1 Health/));

  test('unsubmitted changes of the CRUSH map below another screen are asked about and kept with it', async () => {
    await deck.command('pools');
    await deck.command('deck');
    expect(await text()).toMatch(ASKS);
    await deck.press('enter');
    expect(await text()).toMatch(/▶ Pools/);
    await deck.press('q');
    expect(await text()).toMatch(/rack4 +new/);
  });

  test('unsubmitted changes of the CRUSH map are asked about before another cluster is opened', async () => {
    const switchTo = vi.fn(() => undefined);
    runCommand({ ...deck.cockpit, switchTo }, 'ctx other');
    expect(await text()).toMatch(ASKS);
    expect(switchTo).not.toHaveBeenCalled();
    await deck.press('down', 'enter');
    expect(switchTo).toHaveBeenCalledWith('other');
  });

  test('unsubmitted changes of the CRUSH map are asked about before the program quits', async () => {
    const quit = vi.fn();
    runCommand({ ...deck.cockpit, quit }, 'q');
    expect(await text()).toMatch(ASKS);
    expect(quit).not.toHaveBeenCalled();
    await deck.press('down', 'enter');
    expect(quit).toHaveBeenCalledOnce();
  });

  test('unsubmitted changes of the CRUSH map are still there when the editor is opened again', async () => {
    await deck.command('crush-edit');
    expect(await text()).toMatch(/rack4 +new/);
    await deck.command('pools');
    expect(await text()).toMatch(/▶ Pools/);
    await deck.command('crush-edit');
    expect(await text()).toMatch(/rack4 +new/);
    await deck.press('q', 'down', 'enter');
    expect(await text()).toMatch(/▶ Pools/);
  });
});

test('an unsaved script is asked about at Ctrl-C and at :deck, and no longer once it is saved', async () => {
  const change = (_name: string, before: string) =>
    Promise.resolve({ kind: 'edited', text: `${before}exit 0\n` } as const);
  await openScreen('scripts', { edit: change });
  await deck.press('e');
  expect(await text()).toMatch(/not saved: 1 line added/);
  interrupt(deck.cockpit, undefined);
  expect(await text()).toMatch(/is not saved[^]*Discard the change/);
  await deck.press('esc');
  await deck.command('deck');
  expect(await text()).toMatch(/is not saved[^]*Discard the change/);
  await deck.press('end', 'enter');
  expect(await text()).toMatch(/1 Health/);
});
