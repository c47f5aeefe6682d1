import { describe, expect, test } from 'vitest';
import { waitForGuard, openDemo } from './steps.ts';

describe('cluster flags', () => {
  test('noout is set by typing yes, is shown everywhere, and is unset with y', async () => {
    await using deck = await openDemo('calm', { cols: 120, rows: 36 });
    deck.press('M');
    await deck.choose('Set noout');
    const dialog = await deck.see(/Set flag noout on demo [0-9a-f]{8}/);
    expect(dialog).toMatch(/sends +PUT \/maintenance\/flags\/noout\/set/);
    expect(dialog).toMatch(/like +ceph osd set noout/);
    expect(dialog).toMatch(/undo +unset noout/);
    await deck.see(/Type yes and press Enter/);
    await waitForGuard();
    deck.type('yes');
    await deck.see(/> yes/);
    deck.press('Enter');
    await deck.see(/Set flag noout: done/);
    await deck.see(/FLAGS noout on/);
    await deck.see(/OSDMAP_FLAGS +noout flag\(s\) set/);

    await deck.command('unset noout');
    await deck.see(/Unset flag noout on demo[^]*Press y to go ahead/);
    await waitForGuard();
    deck.press('y');
    await deck.see(/Unset flag noout: done/);
    await deck.seeNo(/FLAGS noout on/);
    await deck.see(/HEALTH_OK/);
    expect((await deck.audited(2)).map(({ id }) => id)).toEqual(['setFlag', 'unsetFlag']);
  });

  test('setting a flag is recorded in the log', async () => {
    await using deck = await openDemo('calm');
    await deck.command('set norebalance');
    await deck.see(/Type yes and press Enter/);
    await waitForGuard();
    deck.type('yes');
    await deck.see(/> yes/);
    deck.press('Enter');
    await deck.see(/norebalance: done/);
    await deck.command('logs norebalance');
    await deck.see(/Health check failed: norebalanc/);
  });

  test('unsetting a flag that holds data back requires more than y while OSDs are down', async () => {
    await using deck = await openDemo('osd-down');
    await deck.command('unset noout');
    await deck.see(/Type yes and press Enter/);
  });

  test('each write is one line of an audit file that only its owner can read', async () => {
    await using deck = await openDemo('demo');
    await deck.command('unset noscrub');
    await deck.see(/Press y to go ahead/);
    expect(deck.audit()).toEqual([]);
    await waitForGuard();
    deck.press('y');
    await deck.see(/Unset flag noscrub: done/);
    expect(await deck.audited(1)).toHaveLength(1);
    expect((await deck.audited(1))[0]).toMatchObject({
      cluster: 'demo',
      id: 'unsetFlag',
      outcome: 'ok',
      input: { params: { flag: 'noscrub' } },
    });
    expect(deck.auditMode()).toBe(0o600);
  });
});

describe('recovery speed', () => {
  test('the dialog of the recovery speed refuses 11 and accepts 9 with a warning about clients', async () => {
    await using deck = await openDemo('calm');
    deck.press('R');
    await deck.see(/Recovery speed[^]*now 3;[^]* 1 \(slowest\) to 10 \(fastest\)/);
    await waitForGuard();
    deck.type('11');
    await deck.see(/> 11/);
    deck.press('Enter');
    await deck.see(/at most 10|from 0 to 10/);
    deck.press('Backspace', 'Backspace');
    deck.type('9');
    await deck.see(/> 9/);
    deck.press('Enter');
    await deck.see(/sends +PUT \/maintenance\/recovery-speed \{"speed":9\}/);
    await deck.see(/client/);
    await waitForGuard();
    deck.type('yes');
    await deck.see(/> yes/);
    deck.press('Enter');
    await deck.see(/Set the recovery speed: done/);
    deck.press('M');
    await deck.see(/Set the recovery speed +now 9/);
  });

  test('the recovery speed can be given with the command', async () => {
    await using deck = await openDemo('calm');
    await deck.command('speed 11');
    await deck.see(/whole number from 0 to 10/);
    deck.press('Esc');
    await deck.seeNo(/\n:speed/);
    await deck.command('speed 5');
    await deck.see(/\{"speed":5\}/);
  });
});

describe('scrub', () => {
  test('an OSD is scrubbed from the list, which says why not if it is down', async () => {
    await using deck = await openDemo('osd-down');
    deck.press('3', 'f', 'S');
    await deck.see(/scrub: osd\.11 is not up/);
    deck.press('Down', 'S');
    await deck.see(/Scrub osd\.0 on demo/);
    await waitForGuard();
    deck.press('y');
    await deck.see(/Scrub osd\.0: /);
    expect((await deck.audited(1)).map(({ id }) => id)).toEqual(['scrubOsd']);
  });
});

describe('read-only mode', () => {
  test('read-only mode refuses each write with a message and sends nothing', async () => {
    await using deck = await openDemo('demo', { args: ['--readonly'] });
    await deck.see(/READ-ONLY/);
    deck.press('R');
    await deck.see(/speed: Read-only/);
    await deck.command('unset noscrub');
    await deck.see(/Unset flag noscrub: not sent\. Read-only/);
    deck.press('M');
    await deck.choose('Unset noscrub');
    await deck.see(/OSDMAP_FLAGS +noscrub flag/);
    expect(deck.screen.text()).not.toMatch(/Press y|Type yes/);
    expect(deck.audit()).toEqual([]);
  });

  test('read-only mode is left only by typing the name of the cluster', async () => {
    await using deck = await openDemo('demo', { args: ['--readonly'] });
    deck.press(':');
    await deck.see(/\n: /);
    deck.type('readwrite');
    await deck.see(/\n:readwrite /);
    deck.press('Enter');
    await deck.see(/\n:readwrite +Type the name of this cluster after it: :readwrite demo/);
    deck.type('prod');
    await deck.see(/\n:readwrite prod/);
    deck.press('Enter');
    await deck.see(/READ-ONLY[^]*\n:readwrite prod +Type the name of this cluster/);
    deck.press('Esc');
    await deck.seeNo(/\n:readwrite/);
    await deck.command('readwrite demo');
    await deck.seeNo(/READ-ONLY/);
    await deck.command('readonly');
    await deck.see(/READ-ONLY/);
  });
});
