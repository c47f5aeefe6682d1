import { beforeEach, expect, test } from 'vitest';
import {
  applicationField,
  erasurePool,
  replicatedPool,
  ruleField,
  settingCommands,
  wantedPoolOf,
} from '../../../src/screens/pools/forms.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { answering, deck, openScreen } from '../openedDeck.ts';

beforeEach(async () => {
  await openScreen(
    'health',
    answering({
      listCrushRules: () => [
        { id: 0, name: 'copies', type: 'REPLICATED' },
        { id: 1, name: 'chunks', type: 'ERASURE' },
        { id: 2, name: 'any' },
        { name: 'without' },
      ],
      listPools: () => [{ poolId: 1, name: 'a', application: 'own' }],
    }),
  );
  for (const one of [resources.rules, resources.pools]) await deck.cockpit.cache.refresh(one);
});

test('the rules for a pool are those of its kind, and one is given by name or number', () => {
  const of = (erasure: boolean, now?: number) => ruleField(deck.cockpit, erasure, now);
  const names = (erasure: boolean) =>
    of(erasure)
      .choices?.({})
      .all.map(({ text }) => text);
  expect([names(false), names(true)]).toEqual([
    ['copies', 'any'],
    ['chunks', 'any'],
  ]);
  expect([of(false).hint, of(true).hint]).toEqual([
    'name or id of a rule for replicated pools',
    'name or id of a rule for erasure-coded pools',
  ]);
  expect([of(false).initial, of(false, 0).initial, of(false, 7).initial]).toEqual(['', 'copies', '7']);
  const read = (text: string) => of(false).read?.(text);
  expect([read(''), read('copies'), read('2')]).toEqual([{ value: undefined }, { value: 0 }, { value: 2 }]);
  for (const text of ['7', 'without'])
    expect(read(text)).toEqual({
      problem: `There is no CRUSH rule ${text}: type one of copies, any, without.`,
    });
});

test('while no rules are known, the rule for a pool is given by its number', async () => {
  await openScreen('health', answering({ listCrushRules: () => [] }));
  await deck.cockpit.cache.refresh(resources.rules);
  const { read } = ruleField(deck.cockpit, false);
  expect([read?.('7'), read?.('x'), read?.('7x')]).toEqual([
    { value: 7 },
    { problem: 'There is no CRUSH rule x.' },
    { problem: 'There is no CRUSH rule 7x.' },
  ]);
});

test('the application of a pool is one of Ceph, its own, or that of another pool', () => {
  const field = applicationField(deck.cockpit, 'mine');
  const all = field.choices?.({}).all.map(({ text }) => text) ?? [];
  expect(all).toEqual(expect.arrayContaining(['rbd', 'mine', 'own']));
  expect([field.initial, applicationField(deck.cockpit).initial]).toEqual(['mine', '']);
  expect(['', 'own', 'mine'].map((text) => field.read?.(text))).toEqual([
    { value: undefined },
    { value: 'own' },
    { value: 'mine' },
  ]);
  expect(field.read?.('other')).toEqual({
    problem: `There is no application other: choose ${all.join(', ')}.`,
  });
});

test('values that a form leaves empty are not among those that a pool is to have', () => {
  expect(wantedPoolOf({ 'body.name': 'a', 'body.size': undefined, 'body.pgNum': 8 })).toEqual({
    name: 'a',
    pgNum: 8,
  });
});

test('the settings of a pool are set by the names that Ceph has for them, and the new name comes last', () => {
  const wish = {
    name: 'b',
    size: 2,
    minSize: 1,
    pgNum: 8,
    crushRule: 1,
    fastRead: true,
    description: 'x',
    application: 'storefs',
  };
  expect(settingCommands(deck.cockpit, 'a', wish)).toEqual([
    'ceph osd pool set a size 2',
    'ceph osd pool set a min_size 1',
    'ceph osd pool set a pg_num 8',
    'ceph osd pool set a crush_rule chunks',
    'ceph osd pool set a fast_read true',
    'ceph osd pool application enable a cephfs',
    'ceph osd pool rename a b',
  ]);
  expect(settingCommands(deck.cockpit, 'a', { name: 'a', application: 'rbd', crushRule: 9 })).toEqual([
    'ceph osd pool set a crush_rule 9',
    'ceph osd pool application enable a rbd',
  ]);
  expect(settingCommands(deck.cockpit, 'a', {})).toEqual([]);
});

test('a new pool is like one that these commands create, with 32 placement groups unless others are given', () => {
  const [copies, chunks] = [replicatedPool(deck.cockpit), erasurePool(deck.cockpit)];
  expect(copies.cli?.({ 'body.name': 'p' })).toBe('ceph osd pool create p 32 replicated');
  expect(copies.cli?.({ 'body.name': 'p', 'body.pgNum': 8, 'body.size': 2 })).toBe(
    'ceph osd pool create p 8 replicated; ceph osd pool set p size 2',
  );
  expect(chunks.cli?.({ 'body.name': 'p', 'body.dataChunks': 4, 'body.parityChunks': 2 })).toBe(
    'ceph osd erasure-code-profile set ec-4-2 k=4 m=2; ceph osd pool create p 32 erasure ec-4-2',
  );
  const initials = (fields: object | undefined) =>
    Object.entries(fields ?? {}).flatMap(([name, field]: [string, { initial?: string }]) =>
      field.initial ? [[name, field.initial]] : [],
    );
  expect(initials(copies.freshFields?.())).toEqual([['body.size', '3']]);
  expect(initials(chunks.freshFields?.())).toEqual([
    ['body.dataChunks', '4'],
    ['body.parityChunks', '2'],
  ]);
  const warned = (call: typeof copies, values: Parameters<NonNullable<typeof copies.checks>>[0]) =>
    call.checks?.(values).map(({ text }) => text);
  expect(warned(copies, { 'body.name': 'a' })).toContain('a pool a already exists');
  expect(warned(chunks, { 'body.name': 'a' })).toContain('a pool a already exists');
});
