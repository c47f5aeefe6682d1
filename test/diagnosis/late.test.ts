import { expect, test } from 'vitest';
import { rehearse, rehearsedApi } from '../../bench/causes/rehearsal.ts';
import { runTrial } from '../../bench/causes/trial.ts';
import { isRight } from '../../bench/causes/truth.ts';
import { diagnose } from '../../src/diagnosis/index.ts';
import { readSnapshot, readSnapshotLog, type RecentLog } from '../../src/diagnosis/read.ts';
import { createSimEngine } from '../../src/service/sim/engine.ts';
import { FAULT_KINDS, type FaultKind } from '../../src/service/sim/faults/fault.ts';
import { fakeClock } from '../support/fakeClock.ts';

/** Faults that are over after a quarter of an hour, or have become others: a flapping OSD is stopped by Ceph. */
const PASSING: ReadonlySet<FaultKind> = new Set([
  'hot-client',
  'client-hung',
  'data-moved',
  'osd-flap',
  'link-flap',
]);

test.each(FAULT_KINDS.filter((kind) => !PASSING.has(kind)))(
  '%s is still named by a console that is opened a quarter of an hour, or an hour, after it',
  async (kind) => {
    const { truths, looks } = await runTrial({
      kinds: [kind],
      seed: 11,
      looks: [1000, 3600],
      scale: 60,
      clock: fakeClock(),
    });
    for (const { verdict } of looks) {
      const [first] = verdict.causes;
      expect(truths.some((truth) => first !== undefined && isRight(first, truth))).toBe(true);
    }
  },
  60_000,
);

test.each([
  ['demo', /^disk sdb of osd\.26 on stor-06 reports errors, and the OSD is down$/],
  ['scrub-errors', /^copies of placement group 2\.0 disagree; osd\.26 has the bad one$/],
  ['slow-ops', /^disk sda of osd\.15 on stor-04 is slow/],
])(
  'the cause in the story %s, and since when, stay the same while it lasts, however old the log lines about it are',
  async (scenario, text) => {
    const clock = fakeClock();
    const engine = createSimEngine({ clock, scenario, allowHooks: false });
    const { api, close } = rehearsedApi(engine, clock);
    const begins = new Set<number | undefined>();
    let log: RecentLog | undefined;
    for (let minutes = 0; minutes < 22; minutes += 2) {
      const snapshot = await readSnapshot(api, clock.now());
      log = await readSnapshotLog(api, clock.now(), {}, log);
      for (const { events } of [log, { events: snapshot.log }]) {
        const [first] = diagnose([{ ...snapshot, log: events }]).causes;
        expect(first?.text).toMatch(text);
        if (first?.mayBeOlder !== true) begins.add(first?.since);
      }
      await clock.advance(120_000);
    }
    await close();
    expect(begins.size).toBe(1);
  },
  60_000,
);

test.each([
  ['host-down', 1900, /^stor-07 |of stor-07 were down and are up again/],
  ['rack-partition', 1020, /rack3/],
])(
  'in the story %s, each cause names the place that was lost, and no I/O is said to be blocked once it is back',
  async (scenario, seconds, text) => {
    const clock = fakeClock();
    const engine = createSimEngine({ clock, scenario, allowHooks: false });
    const { api, close } = rehearsedApi(engine, clock);
    await clock.advance((seconds - 150) * 1000);
    for (let ago = 150; ago > 0; ago -= 5) {
      const snapshot = await readSnapshot(api, clock.now());
      const { causes, impact } = diagnose([snapshot]);
      const isBack = snapshot.crush?.nodes?.every(({ type, status }) => type !== 'OSD' || status === 'UP');
      const checks = Object.keys(snapshot.status?.storeStatus?.health?.checks ?? {});
      expect(causes.length).toBe(checks.length > 0 ? 1 : 0);
      for (const cause of causes) expect(cause.text).toMatch(text);
      if (isBack === true) expect(impact.blockedPgs).toBe(0);
      await clock.advance(5000);
    }
    await close();
  },
  60_000,
);

test.each(FAULT_KINDS)(
  'nothing is said to be wrong six minutes after %s was healed, if Ceph says so as well',
  async (kind) => {
    const clock = fakeClock();
    const engine = rehearse({ kinds: [kind], seed: 5, scale: 60, clock, after: 10 });
    const { api, close } = rehearsedApi(engine, clock);
    await clock.advance(200_000);
    for (const { heal } of engine.cluster.incidents) heal();
    await clock.advance(360_000);
    const snapshot = await readSnapshot(api, clock.now());
    await close();
    const checks = snapshot.status?.storeStatus?.health?.checks ?? {};
    const { causes } = diagnose([snapshot]);
    if (Object.keys(checks).length === 0)
      expect(causes.filter(({ isOver }) => !isOver).map(({ text }) => text)).toEqual([]);
  },
  60_000,
);

test.each(['net-loss', 'clock-skew'] as const)(
  '%s is put on the right part, or on none, for an hour over a service that asks no daemons',
  async (kind) => {
    for (const seed of [1, 2, 3]) {
      const { truths, looks } = await runTrial({
        kinds: [kind],
        seed,
        looks: [60, 120, 400, 1200, 3600],
        scale: 60,
        clock: fakeClock(),
      });
      const objects = truths.flatMap((truth) => truth.objects);
      for (const { at, snapshot } of looks) {
        const { evidence: _, ...detail } = snapshot.detail ?? {};
        const named = diagnose([{ ...snapshot, detail }]).causes.flatMap((cause) => cause.objects);
        expect(objects).toEqual(expect.arrayContaining(named));
        // OSDs report the average of minutes.
        if (at >= 400) expect(named).not.toEqual([]);
      }
    }
  },
  60_000,
);
