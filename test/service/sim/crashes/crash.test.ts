import { expect, test } from 'vitest';
import { diskCrash, oldCrashes } from '../../../../src/service/sim/crashes/crash.ts';
import { CrashReports } from '../../../../src/service/sim/crashes/reports.ts';
import { deriveHealth } from '../../../../src/service/sim/health/derive.ts';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { health, simulate, stepUntil } from '../support.ts';

const TEN_MINUTES = 600;

test('an OSD whose disk fails leaves a crash report, which raises a check until it is archived', () => {
  const { cluster } = simulate({ scale: 15 });
  const { model } = cluster;
  cluster.step(30);
  cluster.crashOsd(4);
  cluster.step();
  expect(health(cluster)).not.toHaveProperty('RECENT_CRASH');
  stepUntil(cluster, TEN_MINUTES, () => deriveHealth(model).has('RECENT_CRASH'));
  const [newest] = model.crashes.list();
  expect(newest).toMatchObject({ entity: 'osd.4', hostname: cluster.osd(4).host.name, archived: false });
  expect(deriveHealth(model).get('RECENT_CRASH')?.detail()).toEqual([
    expect.stringMatching(/^osd\.4 crashed on host stor-\d+ at \d{4}-\d\d-\d\dT.*Z$/),
  ]);
  model.crashes.put({ ...newest!, archived: true });
  expect(health(cluster)).not.toHaveProperty('RECENT_CRASH');
});

test('a daemon that ends without a failure leaves no crash report', () => {
  const { cluster } = simulate({ scale: 15 });
  cluster.killOsd(4);
  cluster.step(TEN_MINUTES);
  expect(cluster.model.crashes.list().map(({ entity }) => entity)).not.toContain('osd.4');
});

test('the crash report of a lost server arrives when the server is back', () => {
  const { cluster } = simulate({ scale: 15 });
  const { name } = cluster.osd(4).host;
  cluster.crashOsd(4);
  cluster.killHost(name);
  cluster.step(TEN_MINUTES);
  expect(health(cluster)).not.toHaveProperty('RECENT_CRASH');
  cluster.startHost(name);
  cluster.step(TEN_MINUTES);
  expect(health(cluster)).toHaveProperty('RECENT_CRASH');
});

test('a crash report from weeks ago is listed and raises no check', () => {
  const { cluster } = simulate({ scale: 15 });
  expect(cluster.model.crashes.list()).toMatchObject([{ process: 'ceph-mds', archived: false }]);
  expect(health(cluster)).toEqual({});
});

test('crash reports survive a restart, including old ones, and an archived one is listed once', () => {
  const persistence = memoryPersistence();
  const start = () => {
    const reports = new CrashReports();
    const { cluster } = simulate({ scale: 15 });
    reports.persistIn(persistence, oldCrashes(cluster.model));
    return { reports, told: () => reports.list().map(({ entity, archived }) => [entity, archived]), cluster };
  };
  const first = start();
  first.reports.put(diskCrash(first.cluster.model, first.cluster.osd(4)));
  const second = start();
  expect(second.told()).toEqual([
    ['osd.4', false],
    [expect.stringContaining('mds.'), false],
  ]);
  second.reports.put({ ...second.reports.list()[1]!, archived: true });
  expect(start().told()).toEqual([
    ['osd.4', false],
    [expect.stringContaining('mds.'), true],
  ]);
});
