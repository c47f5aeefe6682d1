import { beforeEach, expect, test } from 'vitest';
import { findOperations, openOperation } from '../../../src/app/overlays/explore.ts';
import { deck, letters, openDeck, text } from '../../screens/openedDeck.ts';

const ids = (search: string) => findOperations(search).map(({ id }) => id);
const listed = (id: string) => findOperations(id).find((one) => one.id === id)!;
const flow = () => {
  const top = deck.cockpit.view.getState().overlays.at(-1);
  return top?.kind === 'action' ? top.flow : undefined;
};

beforeEach(async () => {
  await openDeck({ columns: 100, rows: 30, scenario: 'calm' }, 1000);
});

test('operations are found by the words of their id, path, method or summary, ignoring case', () => {
  expect(ids('')).toContain('listPools');
  expect(ids('LISTPOOLS')).toContain('listPools');
  expect(ids('delete /pools/{pool}')).not.toContain('listPools');
  expect(ids('pools nothinglikethis')).toEqual([]);
  expect(ids('  ').length).toBe(ids('').length);
});

test('a stream is not opened as a form, and the message says where it is shown', () => {
  expect(openOperation(deck.cockpit, listed('followLogs'))).toMatch(/stream: the log pane/);
  expect(flow()).toBeUndefined();
});

test('an operation opens with its tier, its fields and the resources that it refreshes', () => {
  expect(openOperation(deck.cockpit, listed('deletePool'))).toBeUndefined();
  const { plan } = flow()!;
  expect(plan).toMatchObject({
    tier: 'destructive',
    target: 'deletePool',
    undo: 'not known: see the interface',
  });
  expect(plan.refreshes).toHaveLength(2);
  const named = Object.fromEntries(plan.fields.map(({ name }) => [name, 'web']));
  expect(plan.targetOf?.(named)).toBe('web');
  expect(plan.targetOf?.({})).toBe('deletePool');
});

test('a reading operation changes nothing and refreshes nothing', () => {
  openOperation(deck.cockpit, listed('getClusterStatus'));
  expect(flow()?.plan).toMatchObject({ tier: 'read', undo: 'nothing is changed', refreshes: [] });
});

test('the explorer narrows its list while one types, shows the path of the operation, and opens it', async () => {
  await deck.command('api');
  await deck.press(...letters('get cluster status'));
  expect(await text()).toMatch(/Interface {2}get cluster status {2}\d+ operations?/);
  expect(await text()).toMatch(/GET \/\S+ {2}read/);
  await deck.press('enter');
  await deck.clock.advance(1000);
  expect(['action', 'json']).toContain(deck.cockpit.view.getState().overlays.at(-1)?.kind);
});
