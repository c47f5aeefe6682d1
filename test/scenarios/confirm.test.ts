import { describe, expect, test } from 'vitest';
import { waitForGuard, openDemo, type Session } from './steps.ts';

async function openSetNoout(deck: Session): Promise<void> {
  await deck.command('set noout');
  await deck.see(/Type yes and press Enter to go ahead/);
  await waitForGuard();
}

async function openUnsetNoscrub(deck: Session): Promise<void> {
  await deck.command('unset noscrub');
  await deck.see(/Press y to go ahead/);
  await waitForGuard();
}

/** Closes all overlays, and checks that nothing was sent. */
async function expectNothingSent(deck: Session): Promise<void> {
  deck.press('Esc', 'Esc');
  await deck.seeNo(/go ahead/);
  await deck.see(/OSDMAP_FLAGS +noscrub flag/);
  expect(deck.audit()).toEqual([]);
}

describe('confirmation', () => {
  test('a bracketed paste of the word and Enter confirms nothing', async () => {
    await using deck = await openDemo('demo');
    await openSetNoout(deck);
    deck.screen.paste('yes\r');
    await deck.see(/go ahead/);
    await expectNothingSent(deck);
  });

  test('an unbracketed paste of the word and Enter confirms nothing', async () => {
    await using deck = await openDemo('demo');
    await openSetNoout(deck);
    deck.press('yes\r');
    await deck.see(/> yes|> *[│|]/);
    await expectNothingSent(deck);
  });

  test('a y inside a chunk of text confirms nothing', async () => {
    await using deck = await openDemo('demo');
    await openUnsetNoscrub(deck);
    deck.press('my yard\r');
    deck.screen.paste('y');
    await expectNothingSent(deck);
  });

  test('Enter alone confirms nothing', async () => {
    await using deck = await openDemo('demo');
    await openUnsetNoscrub(deck);
    deck.press('Enter');
    await deck.see(/Enter confirms nothing here: press y/);
    await expectNothingSent(deck);
    await openSetNoout(deck);
    deck.press('Enter');
    await deck.see(/That is not yes\./);
    await expectNothingSent(deck);
  });

  test('another word confirms nothing', async () => {
    await using deck = await openDemo('demo');
    await openSetNoout(deck);
    deck.type('yep');
    await deck.see(/> yep/);
    deck.press('Enter');
    await deck.see(/That is not yes\./);
    await expectNothingSent(deck);
  });

  test('keys typed before the dialog was shown confirm nothing', async () => {
    await using deck = await openDemo('demo');
    deck.press('M');
    await deck.see(/Maintenance/);
    deck.press('Down', 'Enter', 'y', 'Enter', 'y');
    await deck.see(/Unset flag noscrub on demo/);
    await deck.see(/Press y to go ahead/);
    expect(deck.audit()).toEqual([]);
    await waitForGuard();
    deck.press('y');
    await deck.see(/Unset flag noscrub: done/);
  });
});

test('a pasted filter is read as text, whatever it contains', async () => {
  await using deck = await openDemo('demo');
  deck.press('3', 'f', '/');
  await deck.see(/\n\/ /);
  deck.screen.paste('stor-03\rq\u001B[31m');
  await deck.see(/\n\/stor-03 q/);
  deck.press('Enter');
  await deck.see(/3 Disks and OSDs[^\n]*\/stor-03 q/);
});

test('text pasted where no input is open presses no keys', async () => {
  await using deck = await openDemo('demo');
  deck.screen.paste('qy\r:q\r3M');
  await deck.see(/Pasted text is accepted where text is typed/);
  await deck.see(/▶ 1 Health/);
});
