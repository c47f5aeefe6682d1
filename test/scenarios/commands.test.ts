import { describe, expect, test } from 'vitest';
import { waitForGuard, openDemo } from './steps.ts';

describe('command prompt', () => {
  test('the command prompt completes commands and their arguments with Tab', async () => {
    await using deck = await openDemo('calm');
    deck.press(':');
    await deck.see(/\n: /);
    deck.type('uns');
    await deck.see(/\n:uns/);
    deck.press('Tab');
    await deck.see(/\n:unset/);
    deck.type(' noo');
    await deck.see(/\n:unset noo/);
    deck.press('Tab');
    await deck.see(/\n:unset noout/);
  });

  test('the command prompt reports an unknown command and suggests the nearest', async () => {
    await using deck = await openDemo('calm');
    await deck.command('tasts');
    await deck.see(/There is no command tasts\. Did you mean tasks\?/);
    deck.press('Esc');
    await deck.command('zzzzzz');
    await deck.see(/There is no command zzzzzz\. Press \? for all, Ctrl-P to search/);
    deck.press('Esc');
    await deck.command('noout');
    await deck.see(/There is no command noout\. Did you mean set noout\?/);
  });

  test('the command prompt lists the possible arguments', async () => {
    await using deck = await openDemo('calm');
    await deck.command('set nofun');
    await deck.see(/There is no flag nofun: noscrub/);
    deck.press('Esc');
    await deck.command('scrub osd.999');
    await deck.see(/There is no OSD osd\.999, such as osd\.3/);
  });

  test('the command prompt remembers earlier commands', async () => {
    await using deck = await openDemo('calm');
    await deck.command('level error');
    await deck.command('tasks');
    deck.press(':');
    await deck.see(/\n: /);
    deck.press('Up', 'Up');
    await deck.see(/\n:level error/);
    deck.press('Down');
    await deck.see(/\n:tasks/);
    deck.press('Esc');
    await deck.seeNo(/\n:tasks/);
  });

  test('the command prompt is edited with Backspace, Ctrl-W and Ctrl-U', async () => {
    await using deck = await openDemo('calm');
    deck.press(':');
    await deck.see(/\n: /);
    deck.type('set noout');
    await deck.see(/\n:set noout/);
    deck.press('ctrl-w');
    await deck.see(/\n:set +(?!n)/);
    deck.press('ctrl-u');
    await deck.see(/\n: /);
    deck.type('ab');
    await deck.see(/\n:ab/);
    deck.press('Backspace');
    await deck.see(/\n:a /);
  });

  test('a command goes to a pane with a filter', async () => {
    await using deck = await openDemo('calm');
    await deck.command('osd stor-03');
    await deck.see(/▶ 3 Disks and OSDs +\/stor-03/);
    await deck.command('deck');
    await deck.see(/1 Health/);
  });
});

describe('help', () => {
  test('the help can be searched, and runs what it finds', async () => {
    await using deck = await openDemo('calm');
    deck.press('?');
    await deck.see(/Help +type to search/);
    deck.type('recovery speed');
    await deck.see(/Help +recovery speed[^]*R +Set the recovery speed/);
    deck.press('Enter');
    await deck.see(/Set the recovery speed on demo|Maintenance/);
  });

  test('the help lists the keys of the pane that it was opened from', async () => {
    await using deck = await openDemo('calm');
    deck.press('5', '?');
    await deck.see(/CRUSH tree *\n[^]*Open the node/);
    deck.press('Esc');
    await deck.see(/▶ 5 CRUSH/);
    deck.press('4', '?');
    await deck.see(/Log *\n[^]*To the next error/);
  });

  test('keys typed into the search of the help run nothing', async () => {
    await using deck = await openDemo('calm');
    deck.press('?');
    await deck.see(/Help +type to search/);
    deck.type('qqq');
    await deck.see(/Help +qqq/);
    await waitForGuard();
    deck.press('Esc');
    await deck.see(/1 Health/);
    expect(deck.screen.text()).not.toMatch(/Leave storedeck/);
  });
});
