import { describe, expect, test } from 'vitest';
import { configChange } from '../../../src/diagnosis/rules/settings.ts';
import { ofCheck } from '../../../src/diagnosis/symptomIds.ts';
import { check, evidenceOf, line, NOW, type SnapshotChanges } from '../support.ts';

const proposed = (changes: SnapshotChanges) => configChange.propose(evidenceOf(changes));
const changed = (ago: number, setting: string) => line(ago, 'mgmt', `setting ${setting} changed`);

describe('settings that make the cluster complain', () => {
  test('an interval without which no OSD is marked out is proven by the check alone', () => {
    const checks = { OSD_NO_DOWN_OUT_INTERVAL: check('no interval') };
    expect(proposed({ checks })).toMatchObject([
      {
        objects: ['mon_osd_down_out_interval'],
        since: undefined,
        explains: [ofCheck('OSD_NO_DOWN_OUT_INTERVAL')],
        isProven: true,
        text: 'the setting mon_osd_down_out_interval makes the cluster complain: no interval',
        proofs: [{ text: 'no interval', source: 'health' }],
        next: ['return mon_osd_down_out_interval to its default'],
      },
    ]);
    expect(proposed({})).toEqual([]);
  });

  test('the two newest changes of a setting are proofs, and the last one dates it', () => {
    const checks = { TOO_FEW_PGS: check('too few') };
    const setting = 'mon_pg_warn_min_per_osd';
    expect(proposed({ checks })).toEqual([]);
    const [found] = proposed({ checks, log: [90, 60, 30].map((ago) => changed(ago, setting)) });
    expect(found).toMatchObject({ isProven: true, since: NOW - 30_000 });
    expect(found?.proofs.map(({ source }) => source)).toEqual(['health', 'log', 'log']);
  });
});

describe('OSDs that have as many placement groups as a setting allows', () => {
  const LIMIT = 'mon_max_pg_per_osd';
  const text = `OSDs have as many placement groups as ${LIMIT} allows, and hold back more: those cannot serve I/O`;

  test('groups that cannot be created are proven to be held back, and explain all that waits for them', () => {
    const checks = { PENDING_CREATING_PGS: check('3 PGs pending', 'one', 'two', 'three') };
    const log = [90, 60, 30].map((ago) => changed(ago, LIMIT));
    const [found] = proposed({ checks, log });
    expect(found).toMatchObject({
      objects: [LIMIT],
      since: NOW - 30_000,
      stopsService: true,
      isProven: true,
      text,
    });
    expect(
      found?.proofs.map(({ text: proof, source }) => (source === 'log' ? source : `${source}: ${proof}`)),
    ).toEqual(['health: 3 PGs pending', 'health: one', 'health: two', 'log', 'log']);
    expect(found?.explains).toEqual(
      [
        'PENDING_CREATING_PGS',
        'TOO_MANY_PGS',
        'PG_AVAILABILITY',
        'PG_DEGRADED',
        'SLOW_OPS',
        'MDS_SLOW_METADATA_IO',
        'MDS_SLOW_REQUEST',
      ].map(ofCheck),
    );
    expect(found?.next[0]).toBe(`raise ${LIMIT}, or bring more OSDs in`);
  });

  test('groups that stay activating are likely held back if OSDs have too many', () => {
    const stuck = (state: string) => ({
      PG_AVAILABILITY: check('1 pg inactive', `pg 1.0 is stuck inactive for 2m, current state ${state}`),
    });
    const many = { TOO_MANY_PGS: check('too many PGs per OSD') };
    expect(proposed({ checks: { ...stuck('activating'), ...many } })).toMatchObject([
      { isProven: false, text, proofs: [{ text: 'too many PGs per OSD', source: 'health' }] },
    ]);
    expect(proposed({ checks: { ...stuck('peering'), ...many } })).toEqual([]);
    expect(proposed({ checks: stuck('activating') })).toEqual([]);
    expect(proposed({ checks: many })).toEqual([]);
  });
});
