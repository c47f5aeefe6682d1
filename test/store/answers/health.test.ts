import { describe, expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import { NEW_FOR_MS, selectHealth } from '../../../src/store/answers/health.ts';
import { emptyJournal, observeStatus } from '../../../src/store/session/journal.ts';
import { observeLog } from '../../../src/store/session/journalLog.ts';
import { check, withChecks } from './shapes.ts';

const health = (status: unknown, detail?: unknown, now = 0) =>
  selectHealth({ status: status as ClusterStatus, detail, now });

describe('health check', () => {
  test('a health check is shown with its message, its meaning and the first remedy', () => {
    const [shown] = health(withChecks('HEALTH_WARN', { OSD_DOWN: check('WARN', '1 osds down') })).checks;
    expect(shown).toMatchObject({
      code: 'OSD_DOWN',
      level: 'warn',
      message: '1 osds down',
      count: 1,
      muted: false,
    });
    expect(shown?.meaning).toContain('OSD');
    expect(shown?.remedy).not.toBe('');
    expect(shown?.raw).toBeUndefined();
  });

  test('a health check takes its detail lines from the detailed answer', () => {
    const detail = { checks: { OSD_DOWN: { detail: [{ message: 'osd.4 is down' }, 'osd.5 is down', 7] } } };
    const { checks } = health(withChecks('HEALTH_WARN', { OSD_DOWN: check('WARN', 'down') }), detail);
    expect(checks[0]?.detail).toEqual(['osd.4 is down', 'osd.5 is down']);
  });

  test('an unknown health check is shown in the words of the cluster', () => {
    const [shown] = health(
      withChecks('HEALTH_ERR', { NEW_IN_2031: check('ERR', 'the moon is full') }),
    ).checks;
    expect(shown).toMatchObject({ level: 'error', message: 'the moon is full', meaning: undefined });
  });

  test.each([
    ['a text', 'just words'],
    ['a list', [1, 2]],
    ['nothing', null],
    ['other fields', { weight: 3 }],
  ])('a health check of the shape %s is shown raw, with the severity of the table', (_, raw) => {
    const [shown] = health(withChecks('HEALTH_ERR', { OSD_FULL: raw as object })).checks;
    expect(shown).toMatchObject({ code: 'OSD_FULL', level: 'error', message: 'OSD_FULL', raw });
  });

  test('a health check with a plain text as summary is read as well', () => {
    const [shown] = health(
      withChecks('HEALTH_WARN', { X: { severity: 'HEALTH_WARN', summary: 'x is low' } }),
    ).checks;
    expect(shown).toMatchObject({ message: 'x is low', raw: undefined });
  });

  test('a health check named like a property of every object is read as any other', () => {
    const { checks } = health(withChecks('constructor', { toString: { severity: 'constructor' } }));
    expect(checks[0]).toMatchObject({ code: 'toString', level: 'unknown', meaning: undefined });
    expect(health(withChecks('constructor')).level).toBe('unknown');
  });
});

test('health checks in a list are shown as well', () => {
  const status = {
    storeStatus: {
      health: { status: 'HEALTH_WARN', checks: [{ code: 'A', summary: { message: 'a' } }, 'b'] },
    },
  };
  expect(
    health(status)
      .checks.map(({ code }) => code)
      .sort(),
  ).toEqual(['A', 'check 2']);
});

test('health checks are ordered worst first, then youngest first, muted ones last', () => {
  const before = {
    W1: check('WARN', ''),
    E1: check('ERR', ''),
    M1: check('ERR', '', { muted: true }),
  };
  const first = withChecks('HEALTH_ERR', before);
  const then = withChecks('HEALTH_ERR', { ...before, W2: check('WARN', '') });
  const journal = observeStatus(observeStatus(emptyJournal, first, 1000), then, 5000);
  const { checks, muted } = selectHealth({ status: then, journal, now: 6000 });
  expect(checks.map(({ code }) => code)).toEqual(['E1', 'W2', 'W1', 'M1']);
  expect(muted).toBe(1);
});

test('failures come before flags and settings that are as severe, however old they are', () => {
  const before = withChecks('HEALTH_WARN', { OSD_DOWN: check('WARN', '') });
  const then = withChecks('HEALTH_WARN', {
    OSD_DOWN: check('WARN', ''),
    OSDMAP_FLAGS: check('WARN', ''),
    POOL_APP_NOT_ENABLED: check('WARN', ''),
  });
  const journal = observeStatus(observeStatus(emptyJournal, before, 1000), then, 5000);
  const { checks } = selectHealth({ status: then, journal, now: 6000 });
  expect(checks[0]?.code).toBe('OSD_DOWN');
});

test('a mute that is only in the detailed answer counts', () => {
  const detail = { mutes: [{ code: 'RECENT_CRASH' }, null] };
  const { checks } = health(withChecks('HEALTH_OK', { RECENT_CRASH: check('WARN', 'crashed') }), detail);
  expect(checks[0]?.muted).toBe(true);
});

test('a health check is new for ten minutes after we saw it begin, and never if it was there first', () => {
  const journal = observeStatus(
    observeStatus(emptyJournal, withChecks('HEALTH_OK'), 0),
    withChecks('HEALTH_WARN', { A: {} }),
    1000,
  );
  const isNew = (now: number) =>
    selectHealth({ status: withChecks('HEALTH_WARN', { A: {} }), journal, now }).checks[0]?.isNew;
  expect([isNew(1000), isNew(1000 + NEW_FOR_MS)]).toEqual([true, false]);
  const found = observeStatus(emptyJournal, withChecks('HEALTH_WARN', { A: {} }), 1000);
  const [shown] = selectHealth({
    status: withChecks('HEALTH_WARN', { A: {} }),
    journal: found,
    now: 1000,
  }).checks;
  expect(shown).toMatchObject({ isNew: false, since: 1000, sinceExact: false });
});

test('a health check found after a gap is new only if the gap was shorter than ten minutes', () => {
  const appeared = (gap: number) => {
    const journal = observeStatus(
      observeStatus(emptyJournal, withChecks('HEALTH_OK'), 0),
      withChecks('HEALTH_WARN', { A: {} }),
      gap,
    );
    return selectHealth({ status: withChecks('HEALTH_WARN', { A: {} }), journal, now: gap }).checks[0]!;
  };
  expect(appeared(NEW_FOR_MS - 1)).toMatchObject({ isNew: true, sinceExact: false });
  expect(appeared(NEW_FOR_MS)).toMatchObject({ isNew: false, sinceExact: false });
  const journal = observeStatus(
    observeStatus(emptyJournal, withChecks('HEALTH_OK'), 0),
    withChecks('HEALTH_WARN', { A: {} }),
    50_000,
  );
  const at = (now: number) =>
    selectHealth({ status: withChecks('HEALTH_WARN', { A: {} }), journal, now }).checks[0]!.isNew;
  expect([at(50_000 + NEW_FOR_MS - 1), at(50_000 + NEW_FOR_MS)]).toEqual([true, false]);
});

test('a health check has the extra fields of both the status and the detailed answer', () => {
  const [raw, detailed] = [check('WARN', 'down'), { detail: ['osd.4 is down'] }];
  const both = health(withChecks('HEALTH_WARN', { OSD_DOWN: raw }), { checks: { OSD_DOWN: detailed } })
    .checks[0]!;
  expect(both.of).toEqual({ status: raw, detail: detailed });
  const alone = health(undefined, { status: 'HEALTH_WARN', checks: { OSD_DOWN: raw } }).checks[0]!;
  expect(alone.of).toEqual({ status: undefined, detail: raw });
});

test('a health check that was there at the start is not new, however recent its log line is', () => {
  const status = withChecks('HEALTH_WARN', { A: {} });
  const found = observeLog(observeStatus(emptyJournal, status, 9000), [
    { t: 8, m: 'Health check failed: a thing (A)' },
  ]);
  const [shown] = selectHealth({ status, journal: found, now: 9000 }).checks;
  expect(shown).toMatchObject({ isNew: false, since: 8000, sinceExact: true });
});

test.each([
  [withChecks('HEALTH_OK'), 'ok', 'HEALTH_OK'],
  [withChecks('HEALTH_WARN'), 'warn', 'HEALTH_WARN'],
  [withChecks('HEALTH_ERR'), 'error', 'HEALTH_ERR'],
  [withChecks('HEALTH_MAYBE'), 'unknown', 'HEALTH_MAYBE'],
  [{}, 'unknown', 'HEALTH_UNKNOWN'],
  [undefined, 'unknown', 'HEALTH_UNKNOWN'],
])('the health of %o is %s', (status, level, word) => {
  expect(health(status)).toMatchObject({ level, status: word });
});

test('the detailed answer replaces the status until that has been read', () => {
  const detail = { status: 'HEALTH_WARN', checks: { OSD_DOWN: check('WARN', 'down') } };
  expect(health(undefined, detail)).toMatchObject({ level: 'warn', checks: [{ code: 'OSD_DOWN' }] });
});

test('a status from the first read is as old as its oldest check', () => {
  const checks = { A: { severity: 'HEALTH_WARN' } };
  const found = observeStatus(emptyJournal, withChecks('HEALTH_WARN', checks), 100_000);
  const taught = observeLog(found, [{ t: 40, m: 'Health check failed: something (A)' }]);
  const health = selectHealth({ status: withChecks('HEALTH_WARN', checks), journal: taught, now: 100_000 });
  expect(health).toMatchObject({ since: 40_000, sinceExact: false });
});
