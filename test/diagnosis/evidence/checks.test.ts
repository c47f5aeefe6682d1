import { expect, test } from 'vitest';
import {
  activeChecks,
  areCrashesOf,
  crashAt,
  groupsNamedIn,
  lackingGroups,
  raisedChecks,
} from '../../../src/diagnosis/evidence/checks.ts';

test('a summary in plain text is read as the message of the check', () => {
  const detail = { checks: { X: { severity: 'HEALTH_ERR', summary: 'x is low' } } };
  expect(raisedChecks({ detail }).get('X')).toMatchObject({ message: 'x is low', isError: true });
});

const checkOf = (detail: object) => raisedChecks({ detail: { checks: { X: detail } } }).get('X');

test('checks are read from the status, else from the details, by code or in their order', () => {
  const codes = (sources: object) => [...raisedChecks(sources).keys()];
  const health = (checks: unknown) => ({ storeStatus: { health: { checks } } });
  expect(codes({ status: health({ A: {} }), detail: { checks: { B: {} } } })).toEqual(['A']);
  expect(codes({ status: health(undefined), detail: { checks: { B: {} } } })).toEqual(['B']);
  expect(codes({ detail: { checks: [{ code: 'C' }, {}, { code: 3 }] } })).toEqual([
    'C',
    'check 2',
    'check 3',
  ]);
  expect(codes({})).toEqual([]);
});

test.each([
  ['HEALTH_ERR', true],
  ['ERR', true],
  ['HEALTH_WARN', false],
  ['WARN', false],
])('a check of severity %s is an error: %s', (severity, isError) => {
  expect(checkOf({ severity })).toMatchObject({ isError, message: 'X', detail: [], isMuted: false });
});

test('a check is muted by itself or by a mute, and instructions are no details of it', () => {
  const checks = { A: { muted: true }, B: { muted: 'yes' }, C: {} };
  const detail = { checks, mutes: [{ code: 'C' }, {}, 'B'] };
  expect([...raisedChecks({ detail })].map(([code, { isMuted }]) => [code, isMuted])).toEqual([
    ['A', true],
    ['B', false],
    ['C', true],
  ]);
  expect([...activeChecks({ detail }).keys()]).toEqual(['B']);
  const lines = [
    'a',
    { message: 'b' },
    3,
    "Use 'ceph x'",
    "use 'ceph y'",
    'Search the cluster log for z',
    'see use',
  ];
  expect(checkOf({ detail: lines })?.detail).toEqual(['a', 'b', 'see use']);
});

test('of a detail that quotes the whole output of a program, the first and the last line are kept', () => {
  // From CEPHADM_REFRESH_FAILED of Ceph 20.2, whose detail had 70 KB.
  const quoted = [
    'host vm2 `cephadm gather-facts` failed: cephadm exited with an error code: 1, stderr: Non-zero exit code 1 from sysctl -a',
    'sysctl: stdout abi.vsyscall32 = 1',
    'Traceback (most recent call last):',
    '  File "<frozen runpy>", line 203, in _run_module_as_main',
    'RuntimeError: Failed command: sysctl -a',
    '',
  ];
  const details = [{ message: quoted.join('\n') }, 'one\r\ntwo', 'one line\n', '\n'];
  expect(checkOf({ detail: details })?.detail).toEqual([
    `${quoted[0]} … ${quoted[4]}`,
    'one … two',
    'one line',
    '',
  ]);
});

const raised = (messages: Readonly<Record<string, string>>, detail: readonly string[] = []) =>
  raisedChecks({
    detail: {
      checks: Object.fromEntries(
        Object.entries(messages).map(([code, message]) => [code, { summary: { message }, detail }]),
      ),
    },
  });

test.each<[Readonly<Record<string, string>>, number]>([
  [{}, 0],
  [{ PG_AVAILABILITY: '3 pgs inactive, 2 pgs down, 1 pg stale, 7 pgs peering' }, 3],
  [{ PG_DAMAGED: '1 pg recovery_unfound, 4 pgs backfill_unfound, 9 pgs inconsistent' }, 5],
  [{ PG_AVAILABILITY: '2 pgs down', PG_DAMAGED: '1 pg recovery_unfound' }, 3],
  [{ PG_AVAILABILITY: '2 pgs down', OBJECT_UNFOUND: '7/9 objects unfound' }, 3],
  [{ OBJECT_UNFOUND: '7/9 objects unfound', PG_DAMAGED: '3 pgs recovery_unfound' }, 3],
  [{ PG_DEGRADED: '5 pgs down' }, 0],
])('of the checks %j so many groups lack data: %i', (messages, count) => {
  expect(lackingGroups(raised(messages))).toBe(count);
});

test('a crash is that of a daemon within a minute, and all crashes may be those of one', () => {
  const at = Date.UTC(2026, 10, 20, 12);
  const line = (name: string, when: number) => `${name} crashed on host a at ${new Date(when).toISOString()}`;
  const detail = [line('osd.1', at - 200_000), line('osd.2', at), line('osd.1', at - 60_000)];
  const checks = raised({ RECENT_CRASH: '3 crashed' }, detail);
  expect(crashAt({ checks }, 'osd.1', at)).toBe(detail[2]);
  expect(crashAt({ checks }, 'osd.1', at + 1)).toBeUndefined();
  expect(crashAt({ checks }, 'osd.1', at - 140_000)).toBe(detail[0]);
  expect(crashAt({ checks }, 'osd.3', at)).toBeUndefined();
  expect(areCrashesOf({ checks }, 'osd.1')).toBe(false);
  expect(areCrashesOf({ checks: raised({ RECENT_CRASH: '1 crashed' }, [detail[1]!]) }, 'osd.2')).toBe(true);
  expect(areCrashesOf({ checks: raised({}) }, 'osd.2')).toBe(true);
});

test('the groups that a check names have the number of their pool and their state', () => {
  const detail = [
    'pg 3.1f is stuck peering for 2m',
    'pg 12.a is active+degraded, acting [1]',
    'pg x is down',
    'osd.1 is down',
  ];
  expect(groupsNamedIn(raised({ A: 'a' }, detail).get('A'))).toEqual([
    { pool: 3, state: 'stuck' },
    { pool: 12, state: 'active+degraded' },
  ]);
  expect(groupsNamedIn(undefined)).toEqual([]);
});
