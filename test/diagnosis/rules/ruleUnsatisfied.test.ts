import { expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import type { CrushRule } from '../../../src/api/contract/crush.ts';
import { causes, check, failed, line, NOW, REFUSED, type SnapshotChanges } from '../support.ts';

const over = (id: number, domain: string): CrushRule => ({
  id,
  name: `by-${domain}`,
  steps: [
    { op: 'TAKE', crushMapTextFormat: 'step take default' },
    { op: 'CHOOSELEAF', crushMapTextFormat: `step chooseleaf firstn 0 type ${domain}` },
  ],
});
const groups = (...unwell: string[]): ClusterStatus => ({
  placementGroups: ['rbd', 'vms'].map((poolName) => ({
    poolName,
    okay: unwell.includes(poolName) ? 0 : 8,
    warn: unwell.includes(poolName) ? 8 : 0,
    error: 0,
  })),
});

/** The causes in a cluster of two racks, where rbd wants three racks and vms three hosts. */
const found = ({ more, ...changes }: SnapshotChanges = {}) =>
  causes({
    checks: { PG_DEGRADED: check('Degraded data redundancy: 8 pgs undersized') },
    status: groups('rbd'),
    more: {
      rules: [over(1, 'rack'), over(2, 'host')],
      pools: [
        { name: 'rbd', crushRule: 1, size: 3, minSize: 2 },
        { name: 'vms', crushRule: 2, size: 3, minSize: 2 },
      ],
      ...more,
    },
    ...changes,
  });

test('a rule that finds too few failure domains is named as the cause, with the way out', () => {
  const [cause, ...others] = found();
  expect(others).toEqual([]);
  expect(cause).toMatchObject({
    kind: 'rule-unsatisfied',
    objects: ['rbd'],
    confidence: 'certain',
    explains: ['PG_DEGRADED'],
    text: 'rbd needs 3 racks, and rule by-rack finds 2',
    proofs: [{ text: 'rule by-rack puts each copy or chunk in another rack; up and in: r1, r2' }],
  });
  expect(cause!.next[0]).toBe('add OSDs in 1 more rack, or choose a rule with enough failure domains');
});

test('an old change of one pool explains its copies beside another pool that lacks failure domains', () => {
  const kinds = (command: string) => {
    const log = [line(1800, 'mon', `from='client.1' entity='client.admin' cmd=[${command}]: finished`)];
    return found({ status: groups('rbd', 'vms'), log }).map(({ kind }) => kind);
  };
  const change = (pool: string) =>
    kinds(`{"prefix": "osd pool set", "pool": "${pool}", "var": "crush_rule", "val": "by-host"}`);
  expect(change('vms').toSorted()).toEqual(['data-moved', 'rule-unsatisfied']);
  expect(change('rbd').toSorted()).toEqual(['rule-unsatisfied', 'unknown']);
});

test('copies that disagree in a pool that has all of them leave a rule the cause of missing copies', () => {
  const damaged = (state: string) =>
    found({
      checks: {
        PG_DEGRADED: check('Degraded data redundancy: 8 pgs undersized'),
        PG_DAMAGED: check('Possible data damage: 1 pg inconsistent', `pg 2.1 is ${state}, acting [1,2,3]`),
      },
      status: {
        placementGroups: [
          { poolName: 'rbd', poolId: 1, okay: 0, warn: 8, error: 0 },
          { poolName: 'vms', poolId: 2, okay: 7, warn: 0, error: 1 },
        ],
      },
    });
  const kindFor = (state: string) =>
    damaged(state).find(({ explains }) => explains.includes('PG_DEGRADED'))?.kind;
  expect(kindFor('active+clean+inconsistent')).toBe('rule-unsatisfied');
  expect(kindFor('active+undersized+degraded+inconsistent')).toBe('unknown');
});

test('the command that asked for more copies than there are failure domains is named, with the way back', () => {
  const log = [
    line(
      60,
      'mon',
      `audit [INF] from='client.1 ' entity='client.admin' cmd='[{"prefix": "osd pool set", "pool": "rbd", "var": "size", "val": "3"}]': finished`,
    ),
  ];
  const [cause] = found({ log });
  expect(cause).toMatchObject({
    kind: 'rule-unsatisfied',
    since: NOW - 60_000,
    proofs: [{ source: 'crush' }, { text: 'client.admin: osd pool set rbd size 3' }],
  });
  expect(cause!.next[1]).toBe('or reverse the change if it was a mistake: osd pool set rbd size 3');
});

test('failure domains that were taken out are named', () => {
  const [cause] = found({ status: groups('vms'), out: [0, 1, 2, 3] });
  expect(cause).toMatchObject({
    kind: 'rule-unsatisfied',
    text: 'vms needs 3 hosts: the OSDs of a, b are out, 2 left',
    next: ['mark the OSDs of a, b in again, or add OSDs elsewhere'],
  });
});

test('a rule that lacks failure domains because OSDs are down is not to blame', () => {
  const log = [0, 1, 2, 3].map((id) => failed(id, REFUSED));
  const kinds = found({ status: groups('vms'), down: [0, 1, 2, 3], log }).map(({ kind }) => kind);
  expect(kinds).not.toContain('rule-unsatisfied');
});

test('a rule that lacks failure domains does not explain the placement groups of other pools', () => {
  const kinds = found({ status: groups('rbd', 'vms') }).map(({ kind, explains }) => [kind, explains]);
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['rule-unsatisfied', []],
      ['unknown', ['PG_DEGRADED']],
    ]),
  );
});

test('objects that stay where another rule had put them are explained as well', () => {
  const checks = { OBJECT_MISPLACED: check('213/639 objects misplaced (33.333%)') };
  expect(found({ checks })).toMatchObject([{ kind: 'rule-unsatisfied', explains: ['OBJECT_MISPLACED'] }]);
});

test('blocked requests follow only if the copies that fit are too few to serve', () => {
  const checks = {
    PG_DEGRADED: check('Degraded data redundancy: 8 pgs undersized'),
    PG_AVAILABILITY: check('Reduced data availability: 8 pgs inactive'),
  };
  const explained = (minSize: number) =>
    found({
      checks,
      more: { rules: [over(1, 'rack')], pools: [{ name: 'rbd', crushRule: 1, size: 3, minSize }] },
    }).find(({ kind }) => kind === 'rule-unsatisfied')?.explains;
  expect(explained(2)).toEqual(['PG_DEGRADED']);
  expect(explained(3)?.toSorted()).toEqual(['PG_AVAILABILITY', 'PG_DEGRADED']);
});
