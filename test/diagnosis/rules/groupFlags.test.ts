import { expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { groupFlagsIn } from '../../../src/diagnosis/evidence/groupFlags.ts';
import { causes, check, failed, line, NOW, shutDown, snapshot, UNHEARD } from '../support.ts';

/** The check about flags of parts of the cluster, as Ceph 16.2 to 20.2 raise it. */
const flagged = (...parts: readonly string[]) => ({
  OSD_FLAGS: check(
    `${parts.length} OSDs or CRUSH {nodes, device-classes} have {NOUP,NODOWN,NOIN,NOOUT} flags set`,
    ...parts,
  ),
});
const command = (ago: number, prefix: string, flags: string, ...who: readonly string[]): LogEvent =>
  line(
    ago,
    'mon',
    `from='client.1' entity='client.eve' cmd=${JSON.stringify([{ prefix, flags, who }])}: dispatch`,
  );

test('the flags of OSDs, servers and device classes are read from the details of the check about them', () => {
  const checks = flagged(
    'osd.0 has flags noin,noout',
    'host node2 has flags noout',
    "device class 'hdd' has flags noup",
    'something else',
  );
  const { status, detail } = snapshot({ checks });
  expect(groupFlagsIn({ status, detail })).toEqual([
    { part: 'osd.0', kind: 'osd', name: 'osd.0', flags: ['noin', 'noout'] },
    { part: 'host node2', kind: 'bucket', name: 'node2', flags: ['noout'] },
    { part: 'device class hdd', kind: 'class', name: 'hdd', flags: ['noup'] },
  ]);
  expect(groupFlagsIn(snapshot())).toEqual([]);
  expect(groupFlagsIn(snapshot({ checks: flagged() }))).toBeUndefined();
});

test('a flag of a server is named with who has set it last, and comes after what is down', () => {
  const found = causes({
    checks: flagged('host b has flags noout'),
    log: [
      command(300, 'osd set-group', 'noout', 'b'),
      command(200, 'osd unset-group', 'noout', 'b'),
      command(120, 'osd set-group', 'noout', 'b'),
      command(100, 'osd set-group', 'noout', 'a'),
      shutDown(6),
    ],
    down: [6],
  });
  expect(found).toMatchObject([
    { kind: 'osd-down', explains: [] },
    {
      kind: 'maintenance',
      objects: ['b'],
      confidence: 'certain',
      explains: ['OSD_FLAGS'],
      text: 'noout is set for host b',
      since: NOW - 120_000,
      next: ['clear noout of host b (`ceph osd unset-group noout b`) once whoever set it agrees'],
    },
  ]);
  expect(found[1]?.proofs.map(({ text }) => text)).toEqual([
    'host b has noout',
    'client.eve: osd set-group noout b',
  ]);
});

test('noout of a server that does not answer means maintenance, and that of another server does not', () => {
  const log = [failed(2, UNHEARD), failed(3, UNHEARD)];
  expect(causes({ checks: flagged('host b has flags noout'), log, down: [2, 3] })).toMatchObject([
    {
      kind: 'maintenance',
      objects: ['b'],
      confidence: 'likely',
      text: 'noout is set for host b, and b does not answer: 2 OSDs: somebody may be working there',
      next: ['ask who has set noout', 'check power, console and network of b'],
    },
  ]);
  const others = [flagged('host c has flags noout'), flagged('osd.2 has flags noout')];
  for (const checks of others)
    expect(causes({ checks, log, down: [2, 3] }).map(({ kind }) => kind)).toEqual([
      'host-down',
      'maintenance',
    ]);
  const each = flagged('osd.2 has flags noout', 'osd.3 has flags noout');
  expect(causes({ checks: each, log, down: [2, 3] })).toMatchObject([
    { kind: 'maintenance', objects: ['osd.2', 'osd.3', 'b'] },
  ]);
});

test('a server that a task reboots is certain to be down because of that, and the step is to wait', () => {
  const told = (server: string) =>
    causes({
      checks: flagged('host b has flags noout'),
      log: [failed(2, UNHEARD), failed(3, UNHEARD)],
      down: [2, 3],
      more: {
        tasks: [
          { id: 4, name: 'Reboot servers', state: 'RUNNING', output: `${server}: rebooting\nwaiting\n` },
        ],
      },
    })[0];
  expect(told('b')).toMatchObject({
    kind: 'maintenance',
    objects: ['b'],
    confidence: 'certain',
    text: 'noout is set for host b, and b does not answer: 2 OSDs: task 4 (Reboot servers) reboots it',
    proofs: [
      { text: 'host b has noout', source: 'health' },
      { text: 'b: rebooting', source: 'tasks' },
    ],
    next: [
      'wait for task 4 (Reboot servers): its output says how far it is, and it fails if the server does not return',
    ],
  });
  expect(told('c')).toMatchObject({
    confidence: 'likely',
    next: ['ask who has set noout', 'check power, console and network of b'],
  });
});

test('noup of a server keeps its OSDs down, and no others', () => {
  const texts = (down: readonly number[]) =>
    causes({ checks: flagged('rack r1 has flags noin,noup'), down }).map(({ text }) => text);
  expect(texts([3])[0]).toBe('noin, noup are set for rack r1: osd.3 cannot come up');
  expect(texts([5]).at(-1)).toBe('noin, noup are set for rack r1');
});

test('parts with different flags are named apart', () => {
  const checks = flagged('host a has flags noout', 'host b has flags noout', 'osd.5 has flags nodown');
  expect(causes({ checks }).map(({ text, next }) => [text, next])).toEqual([
    [
      'noout is set for host a, host b',
      ['clear noout of host a, host b (`ceph osd unset-group noout a b`) once whoever set it agrees'],
    ],
    [
      'nodown is set for osd.5',
      ['clear nodown of osd.5 (`ceph osd unset-group nodown osd.5`) once whoever set it agrees'],
    ],
  ]);
});

test('more parts than three are counted, and the command that clears their flag leaves their names out', () => {
  const hosts = (...names: string[]) =>
    causes({ checks: flagged(...names.map((name) => `host ${name} has flags noin`)) })[0];
  expect(hosts('a', 'b', 'c')?.next[0]).toContain('(`ceph osd unset-group noin a b c`)');
  const four = hosts('a', 'b', 'c', 'd');
  expect(four?.text).toBe('noin is set for host a, host b, host c and 1 more');
  expect(four?.next[0]).toContain('(`ceph osd unset-group noin NAMES`)');
  expect(four?.proofs.map(({ text }) => text)).toEqual(
    ['a', 'b', 'c'].map((name) => `host ${name} has noin`),
  );
});
