import { expect, test } from 'vitest';
import { redrawDelay } from '../../src/app/redrawDelay.ts';
import { createDeckStore, type Deck, setData, setFailure, setLoading } from '../../src/store/deck.ts';
import { KeyTrail } from '../../src/store/keyTrail.ts';
import type { Data, ResourceId } from '../../src/store/resources.ts';
import { fakeClock } from '../support/fakeClock.ts';

const GATHERED = 20;

const read = { at: 0, tookMs: 1, everyMs: 1, nextAt: 1 };
const health = { status: 'HEALTH_OK' } as const;

/** How long each of the changes that `change` makes waits, the cluster being known and well before. */
function waits(change: (store: ReturnType<typeof createDeckStore>) => void, pressedAgo?: number): number[] {
  const store = createDeckStore();
  const set = <Id extends ResourceId>(id: Id, data: Data<Id>) => setData(store, id, { ...read, data });
  set('status', { storeStatus: { health } });
  set('disks', []);
  set('flags', []);
  set('health', {});
  const clock = fakeClock();
  const keys = new KeyTrail();
  if (pressedAgo !== undefined) keys.add(clock.now() - pressedAgo, 'down');
  const wait = redrawDelay(clock, keys);
  const told: number[] = [];
  store.subscribe((now: Deck, before: Deck) => told.push(wait(now, before)));
  change(store);
  return told;
}

const moreData = (store: ReturnType<typeof createDeckStore>) =>
  setData(store, 'disks', { ...read, data: [] });

test('while nobody touches the keys, a number that moved waits for the turn of the clock', () => {
  expect(waits(moreData)[0]).toBeGreaterThan(1000);
  expect(waits((store) => setLoading(store, 'disks', true))[0]).toBeGreaterThan(1000);
  expect(
    waits((store) =>
      setData(store, 'status', { ...read, data: { storeStatus: { health }, storeLastUpdated: 3 } }),
    )[0],
  ).toBeGreaterThan(1000);
});

test('who has just pressed a key waits for nothing', () => {
  expect(waits(moreData, 4000)).toEqual([GATHERED]);
  expect(waits(moreData, 6000)[0]).toBeGreaterThan(1000);
});

test.each<[string, (store: ReturnType<typeof createDeckStore>) => void]>([
  ['the first answer', (store) => setData(store, 'crush', { ...read, data: {} })],
  [
    'another health of the cluster',
    (store) =>
      setData(store, 'status', {
        ...read,
        data: { storeStatus: { health: { status: 'HEALTH_WARN' } } },
      }),
  ],
  ['other checks', (store) => setData(store, 'health', { ...read, data: { status: 'HEALTH_WARN' } })],
  ['other flags', (store) => setData(store, 'flags', { ...read, data: [] })],
  [
    'a failure',
    (store) =>
      setFailure(store, 'pools', {
        error: { kind: 'timeout', message: 'no answer', afterMs: 1 },
        at: 1,
        everyMs: 1,
        nextAt: 2,
      }),
  ],
  ['a pause', (store) => store.setState({ paused: true })],
])('%s is drawn at once', (_, change) => {
  expect(waits(change)).toEqual([GATHERED]);
});
