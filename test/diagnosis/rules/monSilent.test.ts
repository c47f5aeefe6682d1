import { expect, test } from 'vitest';
import { causes, check } from '../support.ts';

test('a monitor whose address gives no answer counts as silent, by its server or else by its name', () => {
  const checks = { STORE_UNREACHABLE: check('no answer since 12:00:00 UTC') };
  const storeStatus = { health: { status: 'HEALTH_UNKNOWN' as const, checks }, monmap: { num_mons: 3 } };
  const found = (...lostMonitors: object[]) =>
    causes({ checks, status: { storeStatus }, evidence: { lostMonitors } })[0];
  expect(
    found(
      { mon: 'x', silent: true },
      { mon: 'y', server: 'd', silent: true },
      { mon: 'z', server: 'c', runs: true },
    ),
  ).toMatchObject({
    kind: 'mon-down',
    objects: ['mon.x', 'd'],
    text: 'the monitor hosts mon.x, d are silent: no majority of the 3 monitors is left',
    proofs: [
      { text: 'the address of mon.x gives no answer', source: 'daemons' },
      { text: 'the address of mon.y gives no answer' },
    ],
    next: ['check power, console and network of mon.x, d'],
  });
  expect(found({ mon: 'x', silent: true })?.kind).toBe('unknown');
});
