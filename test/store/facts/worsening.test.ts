import { expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Cause } from '../../../src/diagnosis/verdict.ts';
import type { Level } from '../../../src/store/answers/level.ts';
import type { CacheState } from '../../../src/store/cache/state.ts';
import type { Facts } from '../../../src/store/facts/facts.ts';
import { recoveryProgress, watchWorsening } from '../../../src/store/facts/worsening.ts';
import { fakeClock } from '../../support/fakeClock.ts';

const cause = (kind: string, confidence: Cause['confidence'] = 'certain') =>
  ({ kind, objects: ['osd.1'], confidence, text: `${kind} is to blame` }) as unknown as Cause;

/** A watched cluster whose state the test sets. */
function watched() {
  const clock = fakeClock();
  const store = createStore<CacheState>(() => ({ slots: {}, paused: false }));
  const alerts: string[] = [];
  let [level, causes]: [Level, readonly Cause[] | undefined] = ['ok', []];
  const facts = {
    health: () => ({ level, status: `HEALTH_${level}`, checks: [{ message: '1 osds down' }] }),
    diagnosis: () => causes && { causes },
  } as unknown as Facts;
  const watch = watchWorsening({ store, facts, clock }, (text) => alerts.push(text));
  onTestFinished(() => watch[Symbol.dispose]());
  const becomes = (next: Level, named: readonly Cause[] | undefined = []) => {
    [level, causes] = [next, named];
    store.setState({ slots: {} });
  };
  return { becomes, alerts, clock, watch };
}

test('nothing is reported at the first look, or when a cluster gets better', () => {
  const { becomes, alerts } = watched();
  becomes('error', [cause('disk')]);
  becomes('warn', [cause('disk')]);
  becomes('ok');
  expect(alerts).toEqual([]);
});

test('a worse health is reported with its first check while no cause is named', () => {
  const { becomes, alerts } = watched();
  becomes('ok');
  becomes('warn', undefined);
  expect(alerts).toEqual(['HEALTH_warn: 1 osds down']);
});

test('a service that is briefly unreachable makes nothing worse', () => {
  const { becomes, alerts } = watched();
  becomes('warn');
  becomes('unknown');
  becomes('warn');
  expect(alerts).toEqual([]);
});

test('a new cause is reported once, and one that is merely unexplained is not', () => {
  const { becomes, alerts } = watched();
  becomes('warn', [cause('disk')]);
  becomes('warn', [cause('disk'), cause('network'), cause('check', 'unknown')]);
  becomes('warn', [cause('disk'), cause('network')]);
  expect(alerts).toEqual(['HEALTH_warn: network is to blame']);
});

test('a worsening within a minute of the previous report is reported once that minute is over', async () => {
  const { becomes, alerts, clock } = watched();
  becomes('ok');
  becomes('warn');
  becomes('warn', [cause('disk')]);
  becomes('error', [cause('disk')]);
  expect(alerts).toHaveLength(1);
  await clock.advance(60_000);
  expect(alerts).toEqual(['HEALTH_warn: 1 osds down', 'HEALTH_error: disk is to blame']);
});

test('a worsening that has passed by then is no longer reported', async () => {
  const { becomes, alerts, clock } = watched();
  becomes('ok');
  becomes('warn');
  becomes('error');
  becomes('ok');
  await clock.advance(60_000);
  expect(alerts).toHaveLength(1);
});

test('a cause that was gone by then is not reported with the next problem', async () => {
  const { becomes, alerts, clock } = watched();
  becomes('ok');
  becomes('warn');
  becomes('warn', [cause('disk')]);
  becomes('ok');
  await clock.advance(3_600_000);
  becomes('error', undefined);
  expect(alerts).toEqual(['HEALTH_warn: 1 osds down', 'HEALTH_error: 1 osds down']);
});

test('a cause that came and went within the minute is not reported, even if the health is unchanged', async () => {
  const { becomes, alerts, clock } = watched();
  becomes('ok');
  becomes('warn');
  becomes('warn', [cause('disk')]);
  becomes('warn');
  await clock.advance(60_000);
  expect(alerts).toEqual(['HEALTH_warn: 1 osds down']);
});

test('progress is the share of the placement groups affected at the worst moment that are okay again', () => {
  let now = { state: 'healing', missing: 20 };
  const progress = recoveryProgress({ healing: () => now } as unknown as Facts);
  expect(progress()).toEqual({ share: 0, moves: true });
  now = { state: 'stalled', missing: 5 };
  expect(progress()).toEqual({ share: 0.75, moves: false });
  now = { state: 'healthy', missing: 0 };
  expect(progress()).toBeUndefined();
});

test('a cause that comes back within ten minutes is no news, and after ten minutes it is', async () => {
  const { becomes, alerts, clock } = watched();
  const [disk, network] = [cause('disk'), cause('network')];
  becomes('warn', [disk, network]);
  becomes('warn', [network]);
  await clock.advance(599_999);
  becomes('warn', [disk, network]);
  expect(alerts).toEqual([]);
  becomes('warn', [network]);
  await clock.advance(600_000);
  becomes('warn', [disk, network]);
  expect(alerts).toEqual(['HEALTH_warn: disk is to blame']);
});

test('a worsening exactly a minute after the previous report is reported at once', async () => {
  const { becomes, alerts, clock } = watched();
  becomes('ok');
  becomes('warn');
  await clock.advance(60_000);
  becomes('error');
  expect(alerts).toEqual(['HEALTH_warn: 1 osds down', 'HEALTH_error: 1 osds down']);
});

test('a watch that has ended reports nothing more, also not what it has deferred', async () => {
  const { becomes, alerts, clock, watch } = watched();
  becomes('ok');
  becomes('warn');
  becomes('error');
  expect(clock.pending()).toBe(1);
  watch[Symbol.dispose]();
  expect(clock.pending()).toBe(0);
  becomes('ok');
  await clock.advance(60_000);
  becomes('error');
  expect(alerts).toHaveLength(1);
});
