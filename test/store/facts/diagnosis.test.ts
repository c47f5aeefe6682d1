import { expect, test } from 'vitest';
import type { Cause } from '../../../src/diagnosis/verdict.ts';
import type { Resource } from '../../../src/store/cache/resource.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { createDiagnosis } from '../../../src/store/facts/diagnosis.ts';
import { check, line, NOW, snapshot } from '../../diagnosis/support.ts';

/** A cache with the contents that a test puts into it. */
function holding() {
  const held = new Map<string, { data?: unknown; error?: unknown; at?: number; everyMs?: number }>();
  return {
    put: (one: Resource, data: unknown, at = NOW) => held.set(one.key, { data, at, everyMs: 5000 }),
    fail: (one: Resource) => held.set(one.key, { error: { kind: 'rejected', message: 'no' } }),
    cache: { slot: (one: Resource) => held.get(one.key) ?? {} } as never,
  };
}

function withHang(at: number, oldest: number) {
  const evidence = {
    waits: [0, 1, 2].map((osd) => ({ osd, waitsFor: 3, requests: 1, oldest })),
    silent: [3],
    latencies: [],
    pings: [],
    clocks: [],
  };
  return { ...snapshot({ evidence }), at };
}

function put({ put: set }: ReturnType<typeof holding>, of: ReturnType<typeof snapshot>): void {
  set(resources.status, of.status, of.at);
  set(resources.health, of.detail, of.at);
  set(resources.recentLog, of.log && { events: of.log, cursors: [] }, of.at);
  set(resources.disks, of.disks, of.at);
  set(resources.crush, of.crush, of.at);
}

test('there is no diagnosis before all its sources were read', () => {
  const held = holding();
  const diagnosis = createDiagnosis(held.cache);
  put(held, snapshot({ checks: { OSD_DOWN: check('1 osds down') }, down: [3] }));
  held.put(resources.recentLog, undefined, 0);
  expect(diagnosis()).toBeUndefined();
  held.fail(resources.recentLog);
  expect(diagnosis()).toMatchObject({
    causes: [{ kind: 'osd-down' }],
    missing: expect.arrayContaining(['the log']) as [],
  });
});

test('a cause keeps the earliest start that was reported for it', () => {
  const held = holding();
  const diagnosis = createDiagnosis(held.cache);
  put(held, withHang(NOW, 8));
  expect(diagnosis()!.causes).toMatchObject([{ kind: 'osd-hang', since: NOW - 8000 }]);
  put(held, withHang(NOW + 5000, 4));
  expect(diagnosis()!.causes).toMatchObject([{ kind: 'osd-hang', since: NOW - 8000 }]);
  put(held, withHang(NOW + 10_000, 30));
  expect(diagnosis()!.causes).toMatchObject([{ kind: 'osd-hang', since: NOW - 20_000 }]);
});

test('a change that was made after a cause began is not listed as one before it, even if its beginning is reported later', () => {
  const set = line(
    -20,
    'mon',
    `entity='client.admin' cmd='[{"prefix": "osd set", "key": "noout"}]': finished`,
  );
  const looking = () => {
    const held = holding();
    const diagnosis = createDiagnosis(held.cache);
    return (at: number, oldest: number) => {
      put(held, { ...withHang(at, oldest), log: [set] });
      return diagnosis()!.causes.find(({ kind }) => kind === 'osd-hang');
    };
  };
  const late = { since: NOW + 22_000, before: [{ flag: 'noout' }] };
  expect(looking()(NOW + 25_000, 3)).toMatchObject(late);
  const look = looking();
  expect(look(NOW, 8)).toMatchObject({ since: NOW - 8000, before: [] });
  expect(look(NOW + 25_000, 3)).toMatchObject({ since: NOW - 8000, before: [] });
});

test('a diagnosis is computed again only when the health or the log was read', () => {
  const held = holding();
  const diagnosis = createDiagnosis(held.cache);
  put(held, withHang(NOW, 8));
  const first = diagnosis();
  held.put(resources.status, { ...snapshot().status }, NOW + 2000);
  expect(diagnosis()).toBe(first);
  held.put(resources.recentLog, { events: [line(0, 'mon', 'x')], cursors: [] }, NOW + 2000);
  expect(diagnosis()).not.toBe(first);
});

test('a check that has cleared is not explained any more, even before the details are read again', () => {
  const held = holding();
  const diagnosis = createDiagnosis(held.cache);
  put(held, snapshot({ checks: { POOL_FULL: check('1 pool(s) full') } }));
  expect(diagnosis()!.causes).toHaveLength(1);
  held.put(resources.status, { ...snapshot().status }, NOW + 2000);
  expect(diagnosis()!.causes).toEqual([]);
});

test('a new reason why the cluster does not answer is diagnosed, although the details cannot be read then', () => {
  const held = holding();
  const diagnosis = createDiagnosis(held.cache);
  const because = (reason: string) => snapshot({ checks: { STORE_UNREACHABLE: check(reason) } });
  put(held, because('no majority of the monitors answers'));
  expect(diagnosis()!.causes[0]?.text).toContain('no majority');
  const way = 'no connection to the Ceph cluster: the pod does not run';
  held.put(resources.status, because(way).status, NOW + 2000);
  expect(diagnosis()!.causes[0]).toMatchObject({ next: ['restore the connection: the pod does not run'] });
});

test('old answers of daemons do not say which daemons are silent now', () => {
  const held = holding();
  const diagnosis = createDiagnosis(held.cache);
  put(held, withHang(NOW, 8));
  held.put(resources.recentLog, { events: [line(0, 'mon', 'x')], cursors: [] }, NOW + 15_000);
  expect(diagnosis()!.causes).toMatchObject([{ kind: 'osd-hang' }]);
  held.put(resources.recentLog, { events: [line(0, 'mon', 'x')], cursors: [] }, NOW + 16_000);
  expect(diagnosis()!.causes).toEqual([]);
  expect(diagnosis()!.missing).toContain('details of the health checks');
});

test('the growing pool is found from samples that are half a minute apart', () => {
  const held = holding();
  const diagnosis = createDiagnosis(held.cache);
  const full = { OSD_NEARFULL: check('1 nearfull osd(s)', 'osd.3 is near full') };
  const pools = (bytes: number) => [
    { name: 'archive', stats: { bytes } },
    { name: 'rbd', stats: { bytes: 5e9 } },
  ];
  let causes: readonly Cause[] = [];
  for (const [step, bytes] of [1e9, 2e9, 3e9].entries()) {
    put(held, { ...snapshot({ checks: full }), at: NOW + step * 30_000 });
    held.put(resources.pools, pools(bytes), NOW + step * 30_000);
    causes = diagnosis()!.causes;
  }
  expect(causes).toMatchObject([{ kind: 'osd-full', objects: ['archive', 'osd.3'] }]);
});
