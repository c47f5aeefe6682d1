import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { redrawDelay } from '../../../src/app/frame/redrawDelay.ts';
import type { Resource } from '../../../src/store/cache/resource.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import type { Slot } from '../../../src/store/cache/slot.ts';
import type { CacheState } from '../../../src/store/cache/state.ts';
import { KeyHistory } from '../../../src/store/session/keyHistory.ts';
import { createViewStore, pushOverlay } from '../../../src/store/session/view.ts';
import type { ScreenView } from '../../../src/store/session/viewState.ts';
import { fakeClock } from '../../support/fakeClock.ts';

const GATHERED = 20;

const health = { status: 'HEALTH_OK' } as const;
const { status, disks, crush, pools, flags } = resources;

type Put = <T>(resource: Resource<T>, slot: Partial<Slot<T>>) => void;

/** The delays of the changes that `change` makes, in a healthy cluster with known data. */
function waits(
  change: (put: Put, pause: () => void) => void,
  { pressedAgo, onScreen = false }: { readonly pressedAgo?: number; readonly onScreen?: boolean } = {},
): number[] {
  const store = createStore<CacheState>(() => ({ slots: {}, paused: false }));
  const put: Put = ({ key }, slot) =>
    store.setState(({ slots }) => ({
      slots: { ...slots, [key]: { failures: 0, ...slots[key], ...slot } },
    }));
  put(status, { data: { storeStatus: { health } } });
  put(disks, { data: [] });
  put(flags, { data: [] });
  put(resources.health, { data: {} });
  const clock = fakeClock();
  const keys = new KeyHistory();
  if (pressedAgo !== undefined) keys.add(clock.now() - pressedAgo, 'down');
  const view = createViewStore(clock.now(), { utc: true });
  if (onScreen) pushOverlay(view, { kind: 'screen', screen: 'pools', scope: {} } as ScreenView);
  const wait = redrawDelay(clock, keys, view);
  const found: number[] = [];
  store.subscribe((now, before) => found.push(wait(now, before)));
  change(put, () => store.setState({ paused: true }));
  return found;
}

const moreData = (put: Put) => put(disks, { data: [] });

test('a changed number waits for the next tick of the clock while no key is pressed', () => {
  expect(waits(moreData)[0]).toBeGreaterThan(1000);
  const measured = { evidence: { silent: [] } };
  expect(waits((put) => put(resources.health, { data: measured }))[0]).toBeGreaterThan(1000);
  const [moved] = waits((put) => put(status, { data: { storeStatus: { health }, storeLastUpdated: 3 } }));
  expect(moved).toBeGreaterThan(1000);
});

test('after a key, changed data is drawn at once', () => {
  expect(waits(moreData, { pressedAgo: 4000 })).toEqual([GATHERED]);
  expect(waits(moreData, { pressedAgo: 6000 })[0]).toBeGreaterThan(1000);
});

test.each<[string, (put: Put, pause: () => void) => void]>([
  ['the first answer', (put) => put(crush, { data: {} })],
  [
    'a change of the health',
    (put) => put(status, { data: { storeStatus: { health: { status: 'HEALTH_WARN' } } } }),
  ],
  ['a change of the checks', (put) => put(resources.health, { data: { checks: { OSD_DOWN: {} } } })],
  ['a mute', (put) => put(resources.health, { data: { mutes: [{ code: 'OSD_DOWN' }] } })],
  ['a change of the flags', (put) => put(flags, { data: [] })],
  ['a failure', (put) => put(pools, { error: { kind: 'timeout', message: 'no answer', afterMs: 1 } })],
  ['a pause', (_, pause) => pause()],
])('%s is drawn at once', (_, change) => {
  expect(waits(change)).toEqual([GATHERED]);
});

test('data that a screen is waiting for is drawn without delay', () => {
  expect(waits((put) => put(crush, { data: {} }), { onScreen: true })).toEqual([0]);
  expect(waits(moreData, { onScreen: true })[0]).toBeGreaterThan(1000);
});
