import { describe, expect, test } from 'vitest';
import type { HealthCheck } from '../../src/api/contract/cluster.ts';
import { diagnose } from '../../src/diagnosis/index.ts';
import type { Candidate, Rule } from '../../src/diagnosis/rule.ts';
import {
  answers,
  causes,
  check,
  failed,
  line,
  NOW,
  REFUSED,
  snapshot,
  type SnapshotChanges,
  WITH_WORK,
  causeKinds,
} from './support.ts';

const error = (message: string) => ({ ...check(message), severity: 'HEALTH_ERR' as const });

describe('order of causes', () => {
  test('a filesystem without a metadata server comes before slow recovery, but after failures that keep data from being served', () => {
    const checks = {
      MDS_ALL_DOWN: error('1 filesystem is offline'),
      PG_DEGRADED: check('Degraded data redundancy: 9 pgs degraded'),
      OSD_DOWN: check('1 osds down'),
    };
    const log = [line(60, 'mon', 'setting osd_recovery_sleep changed')];
    const kinds = (more: object) =>
      causeKinds({ checks: { ...checks, ...more }, log, down: [3], out: [3], status: WITH_WORK });
    expect(kinds({})).toEqual(['mds-down', 'recovery-capped', 'osd-down']);
    const PG_AVAILABILITY = error('Reduced data availability: 3 pgs inactive');
    expect(kinds({ PG_AVAILABILITY })).toEqual(['recovery-capped', 'osd-down', 'mds-down']);
  });

  test('causes are listed with errors first, then warnings, then what is over, then what can wait', () => {
    const checks = {
      LARGE_OMAP_OBJECTS: check('1 large omap objects'),
      OSD_NEARFULL: check('1 nearfull osd(s)', 'osd.5 is near full'),
      MGR_DOWN: check('no active mgr'),
      OBJECT_UNFOUND: error('1/9 objects unfound'),
    };
    const log = [
      failed(3, REFUSED, 200),
      line(150, 'mon', 'cluster [WRN] Monitor daemon marked osd.3 down, but it is still running'),
    ];
    expect(causeKinds({ checks, log, flags: ['noin'] })).toEqual([
      'pg-unfound',
      'mgr-down',
      'osd-full',
      'osd-flap',
      'large-omap',
      'maintenance',
    ]);
  });

  test('an unexplained check is listed among the causes of the same severity', () => {
    const near = { OSD_NEARFULL: check('1 nearfull osd(s)') };
    expect(causeKinds({ checks: { ...near, NEW_CODE: check('new') } })).toEqual(['osd-full', 'unknown']);
    expect(causeKinds({ checks: { ...near, NEW_CODE: error('new') } })).toEqual(['unknown', 'osd-full']);
  });

  test('a cause that holds up recovery comes first while an OSD is down, and last otherwise', () => {
    const checks = {
      OSD_NEARFULL: check('1 nearfull osd(s)'),
      OBJECT_MISPLACED: check('1/9 objects misplaced'),
    };
    const held = { flags: ['nobackfill'], checks, status: WITH_WORK };
    expect(causeKinds({ ...held, down: [3] })[0]).toBe('recovery-held');
    expect(causeKinds(held)).toEqual(['osd-full', 'recovery-held']);
  });
});

test('at most three unexplained checks are listed as causes, and all of them appear with their messages', () => {
  const checks = Object.fromEntries(['A', 'B', 'C', 'D', 'E'].map((code) => [code, check(`check ${code}`)]));
  expect(causes({ checks })).toMatchObject([
    {
      text: 'no known cause explains A, B, C and 2 more',
      proofs: ['A', 'B', 'C', 'D', 'E'].map((code) => ({ text: `check ${code}`, source: 'health' })),
      next: ['read the message and the details of the check'],
    },
  ]);
  const three = { A: check('a'), B: check('b'), C: check('c') };
  expect(causes({ checks: three })[0]?.text).toBe('no known cause explains A, B, C');
});

test('a service without a cluster is not an unexplained check', () => {
  expect(causes({ checks: { NO_CLUSTER: check('there is no cluster yet') } })).toMatchObject([
    {
      kind: 'unknown',
      text: 'this service manages no cluster yet',
      next: [expect.stringMatching(/^:setup/)],
    },
  ]);
});

test('an unexplained check is shown with the details that name what it is about', () => {
  const detail = 'osd.1 is odd';
  const checks = { NEW_CODE: check('1 OSD(s) are odd', detail) };
  expect(causes({ checks })[0]?.proofs.map(({ text }) => text)).toEqual(['1 OSD(s) are odd', detail]);
});

test('unexplained missing copies are said to be older than the log while no OSD is down, and nothing else is', () => {
  const text = (code: string) => causes({ checks: { [code]: check('5 objects') } })[0]?.text;
  expect(text('PG_DEGRADED')).toBe(
    'no known cause explains PG_DEGRADED: all OSDs that are in are up, and what happened may be older than the log that was read',
  );
  expect(text('NEW_CODE')).toBe('no known cause explains NEW_CODE');
});

test('what only a manager reports is said to be unknown, not unexplained, while no manager works', () => {
  const raised = { MGR_DOWN: check('no active mgr'), SLOW_OPS: check('9 slow ops') };
  const unknown = (checks: Readonly<Record<string, HealthCheck>>) =>
    causes({ checks }).find(({ kind }) => kind === 'unknown');
  expect(unknown(raised)).toMatchObject({
    text: 'SLOW_OPS may be outdated: reported while a manager still worked',
    next: [expect.stringMatching(/^get a manager running first/), expect.anything()],
  });
  expect(unknown({ ...raised, PG_DEGRADED: check('x') })?.text).toContain(
    'SLOW_OPS, PG_DEGRADED may be outdated:',
  );
  expect(unknown({ ...raised, NEW_CODE: check('x') })?.text).toMatch(/^no known cause explains /);
  expect(unknown({ ...raised, CEPHADM_FAILED_DAEMON: check('x') })?.text).toContain(
    'SLOW_OPS, CEPHADM_FAILED_DAEMON may be outdated:',
  );
});

test('requests that wait in monitors only are said to, with the monitors and how to look at them', () => {
  const found = (who: string) =>
    causes({ checks: { SLOW_OPS: check(`4 slow ops, oldest one blocked for 35 sec, ${who}`) } })[0];
  expect(found('mon.a has slow ops')).toMatchObject({
    kind: 'unknown',
    text: 'mon.a is slow: 4 requests waited for up to 35 s; why is not known',
    next: ['look at load, disk and network of its server; `ceph tell mon.a ops` lists the requests'],
  });
  expect(found('daemons [mon.a,mon.b] have slow ops.')?.text).toMatch(/^mon.a, mon.b are slow: /);
  expect(found('daemons [mon.a,osd.3] have slow ops.')?.text).toBe('no known cause explains SLOW_OPS');
});

test('placement groups that cannot serve I/O are counted by their states before a check counts them', () => {
  const states = [
    { state_name: 'active+undersized', count: 13 },
    { state_name: 'undersized+degraded+peered', count: 21 },
    { state_name: 'down', count: 3 },
    { state_name: 'peering', count: 8 },
    { state_name: 'active+clean+laggy', count: 2 },
    { state_name: 'stale+active+clean', count: 1 },
  ];
  const blockedPgs = (status: object, more: object = {}) =>
    diagnose([
      snapshot({ status: { storeStatus: { health: { status: 'HEALTH_WARN' }, ...status }, ...more } }),
    ]).impact.blockedPgs;
  expect(blockedPgs({ pgmap: { pgs_by_state: states } })).toBe(27);
  expect(blockedPgs({ pgmap: { pgs_by_state: states } }, { placementGroupsLastUpdated: 61 })).toBe(0);
  expect(blockedPgs({ pgmap: { pgs_by_state: 'none' } })).toBe(0);
});

test('the next step for checks without a known cause is their general remedy', () => {
  const full = { POOL_BACKFILLFULL: check('1 pool(s) backfillfull') };
  expect(causes({ checks: full })[0]?.next).toEqual(['add capacity']);
  expect(causes({ checks: { ...full, NEW_CODE: check('new') } })[0]?.next).toEqual([
    'POOL_BACKFILLFULL: Add capacity',
  ]);
});

describe('causes proposed by a rule', () => {
  const candidate = (name: string, more: Partial<Candidate> = {}): Candidate => ({
    kind: 'osd-down',
    objects: [name],
    since: NOW,
    explains: ['check:A'],
    against: [],
    isProven: true,
    text: `it is ${name}`,
    proofs: [],
    next: [],
    ...more,
  });
  const verdict = (candidates: readonly Candidate[], changes: SnapshotChanges = {}) => {
    const rule: Rule = { kind: 'osd-down', cost: 1, propose: () => candidates };
    return diagnose([snapshot({ checks: { A: error('a') }, ...changes })], { rules: [rule] });
  };

  test('a cause is certain if it is proven and nothing speaks against it', () => {
    const doubt = { text: 'it looks well', weight: 1 };
    expect(verdict([candidate('x')]).causes).toMatchObject([{ confidence: 'certain', against: [] }]);
    expect(verdict([candidate('x', { isProven: false })]).causes).toMatchObject([{ confidence: 'likely' }]);
    expect(verdict([candidate('x', { against: [doubt] })]).causes).toMatchObject([
      { confidence: 'likely', against: ['it looks well'] },
    ]);
  });

  const doubtful = { against: [{ text: '', weight: 1 }] };

  test('up to five causes that explain nothing new are listed as ruled out', () => {
    const others = 'abcdefg'.split('').map((name) => candidate(name, doubtful));
    const { causes: found, ruledOut } = verdict([...others, candidate('x')]);
    expect(found.map(({ text }) => text)).toEqual(['it is x']);
    expect(ruledOut).toEqual('abcde'.split('').map((name) => `osd-down: it is ${name}`));
  });

  test('causes that are ruled out and differ only in numbers are one line', () => {
    const others = [4, 5, 6].map((id) => candidate(`osd.${id}`, doubtful));
    expect(verdict([...others, candidate('x')]).ruledOut).toEqual([
      'osd-down: it is osd.4 (and 2 more like it)',
    ]);
  });

  test('the change that is evidence for a cause is not listed again among those before it', () => {
    const set = (ago: number, key: string) =>
      line(
        ago,
        'mon',
        `from='client.1' entity='client.eve' cmd=[{"prefix": "osd set", "key": "${key}"}]: finished`,
      );
    const checks = { OSDMAP_FLAGS: check('noout flag(s) set') };
    const [found] = causes({ checks, flags: ['noout'], log: [set(60, 'nobackfill'), set(30, 'noout')] });
    expect(found?.proofs.map(({ text }) => text)).toContain('client.eve: osd set noout');
    expect(found?.before.map(({ flag }) => flag)).toEqual(['nobackfill']);
  });

  test('a cause lists the three nearest changes from before it began', () => {
    const log = [50, 40, 30, 20].map((ago) => line(ago, 'mgmt', `setting option_${ago} changed`));
    const [found] = verdict([candidate('option_50')], { log }).causes;
    expect(found?.before.map(({ setting }) => setting)).toEqual(['option_50', 'option_20', 'option_30']);
  });
});

test('an error stays in its place among the causes even if no affected part is known', () => {
  const checks = {
    MDS_SLOW_REQUEST: error('1 MDSs report slow requests'),
    OSD_NEARFULL: check('1 nearfull osd(s)'),
  };
  expect(causeKinds({ checks })).toEqual(['client-hung', 'osd-full']);
});

test('an OSD that answers nobody is named before a network that only looks slow because of it', () => {
  const pings = [
    { from: 2, to: 0, ms: 300 },
    { from: 5, to: 3, ms: 280 },
    { from: 3, to: 7, ms: 260 },
  ];
  expect(causeKinds({ evidence: answers({ pings, silent: [2] }) })[0]).toBe('osd-hang');
});
