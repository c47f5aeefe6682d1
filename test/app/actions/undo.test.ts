import { describe, expect, test } from 'vitest';
import { originalTexts } from '../../../src/screens/action/inverse.ts';
import { tierIn } from '../../../src/store/action/flow.ts';
import type { Plan } from '../../../src/store/action/plan.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { deck, openDeck, text } from '../../screens/openedDeck.ts';

describe('earlier values of a form', () => {
  const field = (name: string, initial: string) => ({
    name,
    label: name,
    hint: '',
    initial,
    read: (text: string) => ({ value: text === '' ? undefined : text }),
  });

  test('the earlier values of a form are those of the changed fields only', () => {
    const fields = [field('a', 'old'), field('b', 'same')];
    expect(originalTexts(fields, { a: 'new', b: 'same' }, false)).toEqual({ a: 'old' });
    expect(originalTexts(fields, { a: 'old', b: 'same' }, false)).toEqual({});
  });

  test('an earlier empty value is known only if an empty field clears it', () => {
    expect(originalTexts([field('a', '')], { a: 'new' }, false)).toBeUndefined();
    expect(originalTexts([field('a', '')], { a: 'new' }, true)).toEqual({ a: '' });
  });

  test('the earlier value of a secret is not kept', () => {
    expect(originalTexts([{ ...field('a', 'x'), secret: true }], { a: 'y' }, true)).toBeUndefined();
  });
});

describe('undo', () => {
  async function open(screen?: string): Promise<void> {
    await openDeck({ scenario: 'calm', columns: 150, rows: 44 });
    if (screen === undefined) return;
    await deck.command(screen);
    await deck.clock.advance(3000);
  }
  /** Fills in the form of the open dialog, field by field, and confirms it. */
  async function confirm(fills: Readonly<Record<string, string>> = {}): Promise<void> {
    await deck.frame();
    const top = () => deck.cockpit.view.getState().overlays.at(-1);
    const flow = () => {
      const overlay = top();
      if (overlay?.kind !== 'action') throw new Error('no dialog is open');
      return overlay.flow;
    };
    await deck.clock.advance(1000);
    if (flow().phase.step === 'form') {
      for (const field of flow().plan.fields) {
        const wanted = fills[field.name];
        if (wanted !== undefined) {
          await deck.press('ctrl-u');
          await deck.type(wanted);
        }
        await deck.press('tab');
      }
      await deck.type('\r');
    }
    expect(flow().phase.step).toBe('confirm');
    const { target } = flow().plan;
    const tier = tierIn(flow());
    if (tier === 'reversible') await deck.press('y');
    else {
      await deck.type(tier === 'destructive' ? target : 'yes');
      await deck.type('\r');
      if (tier === 'destructive') await deck.clock.advance(6000);
    }
    await deck.clock.advance(100);
  }
  const onScreen = (): Plan => {
    const overlay = deck.cockpit.view.getState().overlays.at(-1);
    if (overlay?.kind !== 'action') throw new Error('no dialog is open');
    return overlay.flow.plan;
  };

  test('undo says that there is nothing to undo', async () => {
    await open();
    await deck.command('undo');
    expect(await text()).toMatch(/Nothing to undo/);
  });

  test('undo of a flag opens its reverse, which acts only when confirmed, and is then used up', async () => {
    await open();
    const isSet = () => deck.cockpit.facts.flags().find(({ name }) => name === 'noout')?.on;
    await deck.command('set noout');
    await confirm();
    expect(await text()).toMatch(/Set flag noout: done\. Ctrl-X undoes it/);
    expect(isSet()).toBe(true);
    await deck.press('ctrl-x');
    expect(await text()).toMatch(/Unset flag noout[^]*Undoes "Set flag noout" of /);
    expect(isSet()).toBe(true);
    await confirm();
    expect(isSet()).toBe(false);
    await deck.command('undo');
    expect(await text()).toMatch(/Nothing to undo/);
  });

  test('undo is kept if its dialog is closed', async () => {
    await open();
    await deck.command('speed 7');
    await confirm();
    await deck.command('undo');
    await deck.press('esc');
    await deck.command('undo');
    expect(await text()).toMatch(/Undoes "Set the recovery speed"/);
  });

  test('undo says how a last change without a reverse is undone by hand, before it goes on with the change before', async () => {
    await open();
    await deck.command('speed 7');
    await confirm();
    await deck.command('s3');
    await deck.clock.advance(3000);
    await deck.press('n');
    await confirm({ 'body.uid': 'build' });
    await deck.press('ctrl-x');
    expect(await text()).toMatch(
      /The last change was "Create an S3 user" of [\d:]+Z?\. No key undoes it: delete the user\.\s+Ctrl-X again goes on with the earlier "Set the recovery\s+speed/,
    );
    await deck.press('ctrl-x');
    expect(await text()).toMatch(/Undoes "Set the recovery speed"/);
  });

  test('undo reverts the changes one by one, the last one first', async () => {
    await open();
    const speed = () => deck.cockpit.cache.slot(resources.recoverySpeed).data?.speed;
    const before = speed();
    await deck.command('speed 7');
    await confirm();
    await deck.command('set noscrub');
    await deck.press('esc');
    await deck.command('set nodeep-scrub');
    await confirm();
    await deck.command('undo');
    await confirm();
    expect(await text()).toMatch(/Ctrl-X undoes "Set the recovery speed"/);
    await deck.command('undo');
    await confirm();
    expect(speed()).toBe(before);
  });

  test('undo offers nothing for a request that changed nothing', async () => {
    await open();
    await deck.command(`speed ${deck.cockpit.cache.slot(resources.recoverySpeed).data?.speed}`);
    await confirm();
    expect(await text()).not.toMatch(/undoes it/);
  });

  test.each([
    ['s3-users', 'e', { 'body.name': 'Somebody Else' }, 'Change S3 user'],
    ['s3-users', 's', {}, 'Resume|Suspend'],
    ['s3-users', 'u', { 'body.maxSizeKb': '77G' }, 'Set the quota'],
    ['pools', 'Q', { 'body.quotaMaxObjects': '123456789' }, 'Set the quotas'],
    ['pools', 'e', { 'body.description': 'other' }, 'Change pool'],
    ['networks', 'e', { 'body.description': 'other' }, 'Change network'],
    ['s3-users', 'b', { 'body.maxObjects': '5000' }, 'Set the quota'],
    ['ha', 'D', {}, 'Create an HA group'],
    ['ha', 'e', { 'body.description': 'other' }, 'Change HA group'],
    ['images vm-disks', 'r', { 'body.size': '9T' }, 'Resize image'],
    ['images vm-disks', 'e', { 'body.name': 'renamed' }, 'Rename image'],
    [
      'images vm-disks',
      'f',
      { 'body.features': 'layering, exclusive-lock, deep-flatten' },
      'Change the features',
    ],
    ['monitored', 'D', {}, 'Monitor '],
    ['iscsi-group-hosts 1 hypervisors', 'D', {}, 'Add a host'],
    ['config', 'e', { 'body.value': 'false' }, 'Change'],
    ['config', 'D', {}, 'Change'],
    ['exports 1', 'e', { 'body.path': '/other' }, 'Change export'],
    ['exports 1', 'D', {}, 'Create an export'],
    ['grants shop-images', 'e', { 'body.permission': 'WriteAcp' }, 'Change the grant'],
    ['grants shop-images', 'D', {}, 'Grant'],
    ['buckets', 'e', { 'body.owner': 'backup' }, 'another owner'],
    ['scripts', 'r', { 'body.name': 'other' }, 'Rename script'],
  ] as const)('undo on the screen %s of %s restores the earlier state', async (screen, key, fills, title) => {
    await open(screen);
    const rows = () => {
      const state = deck.cockpit.view.getState().overlays.find(({ kind }) => kind === 'screen');
      const data = state?.kind === 'screen' ? deck.cockpit.screens.slot(state).data : undefined;
      const plain = JSON.stringify((data as { rows: unknown }).rows, (name, value: unknown) =>
        ['id', 'stats', 'use', 'groups'].includes(name) ? undefined : value,
      );
      return [...(JSON.parse(plain) as unknown[])].map((row) => JSON.stringify(row)).toSorted();
    };
    const before = rows();
    await deck.press(key);
    await confirm(fills);
    await deck.clock.advance(6000);
    expect(rows()).not.toEqual(before);
    await deck.command('undo');
    expect(onScreen().title).toMatch(new RegExp(title));
    await confirm();
    await deck.clock.advance(6000);
    expect(rows()).toEqual(before);
  });

  test('undo moves a directory of the filesystem back', async () => {
    await open('fs /');
    const before = await text();
    await deck.press('e');
    await confirm({ 'query.dstPath': '/moved' });
    await deck.clock.advance(6000);
    expect(await text()).toMatch(/moved\//);
    await deck.command('undo');
    await confirm();
    await deck.clock.advance(6000);
    expect(/ (\w+)\/ +[\d.]+ GiB/.exec(await text())?.[1]).toBe(/ (\w+)\/ +[\d.]+ GiB/.exec(before)?.[1]);
    expect(await text()).not.toMatch(/moved\//);
  });

  test('undo protects a pool again, and offers nothing if the pool already was as requested', async () => {
    await open('pools');
    await deck.press('u');
    await confirm();
    await deck.command('undo');
    expect(await text()).toMatch(/Protect pool \.mgr[^]*Undoes "Unprotect pool \.mgr"/);
    await confirm();
    await deck.press('p');
    await confirm();
    await deck.command('undo');
    expect(await text()).toMatch(/Nothing to undo/);
  });

  test('undo of a hook finds the scripts that another screen reads', async () => {
    await open();
    const { api } = deck.cockpit;
    const [script] = await api.listScripts();
    await api.createHook({ body: { scriptId: script!.id!, event: 'OnHealthDegrade' } });
    await deck.command('hooks');
    await deck.clock.advance(3000);
    await deck.press('D');
    await confirm();
    expect(await api.listHooks()).toEqual([]);
    await deck.command('deck');
    await deck.command('undo');
    await confirm();
    expect((await api.listHooks()).map(({ event, scriptId }) => [event, scriptId])).toEqual([
      ['OnHealthDegrade', script!.id],
    ]);
  });

  test.each([
    ['r', { 'body.size': '1G' }],
    ['f', { 'body.features': 'layering' }],
  ])(
    'a change that loses something for good with %s is not undone, nor the one before in its place',
    async (key, fills) => {
      await open();
      await deck.command('speed 7');
      await confirm();
      await deck.command('images vm-disks');
      await deck.clock.advance(3000);
      await deck.press(key);
      await confirm(fills);
      expect(await text()).not.toMatch(/undoes it/);
      await deck.press('ctrl-x');
      expect(await text()).toMatch(/The last change was ".* app-01-system" of [\d:]+Z?\. No key/);
      await deck.press('ctrl-x');
      expect(await text()).toMatch(/Undoes "Set the recovery speed"/);
    },
  );
});
