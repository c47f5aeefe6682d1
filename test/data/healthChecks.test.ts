import { expect, test } from 'vitest';
import { HEALTH_CODES, docsOf } from '../../src/data/healthChecks.ts';

test('each health code has a severity, a meaning and a remedy', () => {
  expect(HEALTH_CODES.size).toBeGreaterThan(160);
  for (const [code, about] of HEALTH_CODES) {
    expect(code).toMatch(/^[A-Z][A-Z0-9_]+$/);
    expect(about.severity, code).toMatch(/^HEALTH_(OK|WARN|ERR|UNKNOWN)$/);
    expect(about.meaning, code).toMatch(/\S/);
    expect(about.remedy, code).toMatch(/\S/);
  }
});

test('the text about a health code does not depend on other codes', () => {
  const said = [...HEALTH_CODES].flatMap(([code, { meaning, remedy }]) => [
    `${code}: ${meaning}`,
    `${code}: ${remedy}`,
  ]);
  expect(said.filter((text) => /: (?:same\b|as [A-Z_]+\.)|\bsuch\b|\bprevious\b/i.test(text))).toEqual([]);
});

test.each([
  ['OSD_DOWN', 'HEALTH_WARN'],
  ['OSD_FULL', 'HEALTH_ERR'],
  ['PG_DAMAGED', 'HEALTH_ERR'],
  ['OSD_ZONE_DOWN', 'HEALTH_WARN'],
])('the severity of %s is %s', (code, severity) => {
  expect(HEALTH_CODES.get(code)?.severity).toBe(severity);
});

test.each([
  ['MON_DOWN', 'https://docs.ceph.com/en/latest/rados/operations/health-checks/#mon-down'],
  ['STORE_UNREACHABLE', undefined],
  ['OSD_HOST_DOWN', 'https://docs.ceph.com/en/latest/rados/operations/health-checks/#osd-crush-type-down'],
  ['MDS_TRIM', 'https://docs.ceph.com/en/latest/cephfs/health-messages/'],
  ['CEPHADM_PAUSED', undefined],
  ['AMISS_00', undefined],
])("the address of Ceph's description of the health code %s is %s", (code, address) => {
  expect(docsOf(code)).toBe(address);
});
