import { expect, test } from 'vitest';
import { healthEvent, type RaisedChecks } from '../../../src/service/hooks/health.ts';

const warnings = (counts: Record<string, number>): RaisedChecks =>
  new Map(Object.entries(counts).map(([code, count]) => [code, { severity: 'HEALTH_WARN', count }]));
const fine: RaisedChecks = new Map();
const full: RaisedChecks = new Map([['OSD_FULL', { severity: 'HEALTH_ERR', count: 1 }]]);

test.each<[what: string, before: RaisedChecks, after: RaisedChecks, event: string | undefined]>([
  ['no problem, as before', fine, fine, undefined],
  ['a first check', fine, warnings({ OSD_DOWN: 1 }), 'OnHealthDegrade'],
  ['one more check', warnings({ OSD_DOWN: 1 }), warnings({ OSD_DOWN: 1, MON_DOWN: 1 }), 'OnHealthDegrade'],
  ['one check replaced by another', warnings({ OSD_DOWN: 1 }), warnings({ MON_DOWN: 1 }), 'OnHealthDegrade'],
  ['the same checks', warnings({ OSD_DOWN: 2 }), warnings({ OSD_DOWN: 2 }), undefined],
  ['a count that grows to five', warnings({ OSD_DOWN: 4 }), warnings({ OSD_DOWN: 5 }), 'OnHealthDegrade'],
  ['a count that grows beyond five', warnings({ OSD_DOWN: 5 }), warnings({ OSD_DOWN: 6 }), undefined],
  ['a count that falls', warnings({ OSD_DOWN: 3 }), warnings({ OSD_DOWN: 2 }), undefined],
  ['a warning that becomes an error', warnings({ OSD_FULL: 9 }), full, 'OnHealthDegrade'],
  ['an error that becomes a warning', full, warnings({ OSD_FULL: 2 }), undefined],
  ['one check of two clears', warnings({ OSD_DOWN: 1, MON_DOWN: 1 }), warnings({ OSD_DOWN: 1 }), undefined],
  ['the last check clears', warnings({ OSD_DOWN: 1 }), fine, 'OnHealthRecover'],
])('a change of the health raises the right event: %s', (_, before, after, event) => {
  expect(healthEvent(before, after)).toBe(event);
});
