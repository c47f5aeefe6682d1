import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/index.ts';
import type { ClusterSnapshot } from '../../../src/diagnosis/snapshot.ts';
import { causes, check, line, NOW, snapshot, type SnapshotChanges } from '../support.ts';

describe('OSDs that fill up', () => {
  const full = { OSD_NEARFULL: check('1 nearfull osd(s)', 'osd.3 is near full') };
  /** The first cause when pools held a gigabyte each before and hold `gigabytes` now. */
  const after = (ms: number, ...gigabytes: readonly number[]) => {
    const pools = (sizes: readonly number[]) =>
      sizes.map((size, id) => ({ name: `p${id}`, stats: { bytes: size * 1e9 } }));
    const earlier: ClusterSnapshot = { at: NOW - ms, pools: pools(gigabytes.map(() => 1)) };
    return diagnose([earlier, snapshot({ checks: full, more: { pools: pools(gigabytes) } })]).causes[0];
  };

  test('OSDs that fill up are named with the pool that grows more than twice as much as all others together', () => {
    expect(after(30_000, 1.3, 4, 2.2)).toMatchObject({
      kind: 'osd-full',
      objects: ['p1', 'osd.3'],
      confidence: 'certain',
      text: 'osd.3 fills up: the pool p1 grows by 95.4 MiB/s',
      proofs: [{ text: '1 nearfull osd(s)' }, { text: 'p1 grows by 95.4 MiB/s', source: 'status' }],
      next: ['delete or move data, or add OSDs, before they are full'],
    });
    expect(after(30_000, 1.4, 4, 2.2)?.objects).toEqual(['osd.3']);
    // A pool that shrinks frees space, and does not hide the growth of others.
    expect(after(30_000, 0.1, 4, 2.2)?.objects).toEqual(['p1', 'osd.3']);
  });

  test('OSDs that fill up are named without a pool if none grows, or if they were observed for less than 20 s', () => {
    const [alone] = causes({ checks: full });
    expect(alone).toMatchObject({
      text: 'osd.3 fills up',
      confidence: 'certain',
      next: [expect.anything(), 'see which pool grows'],
    });
    expect(after(30_000, 1, 0.5)?.objects).toEqual(['osd.3']);
    expect(after(20_000, 1, 4)?.objects).toEqual(['p1', 'osd.3']);
    expect(after(19_999, 1, 4)?.objects).toEqual(['osd.3']);
  });

  /** The cause if osd.3 is 86 % full, or this much, the others this much, and osd.7 is out. */
  const with3Full = (others: number, used = 860, checks: SnapshotChanges['checks'] = full) =>
    causes({
      checks,
      out: [7],
      crush: ({ nodes = [], ...map }) => ({
        ...map,
        nodes: nodes.map((node) =>
          node.type === 'OSD'
            ? {
                ...node,
                deviceClass: 'hdd',
                size: 1000,
                used: node.id === 3 ? used : node.id === 7 ? 10 : others,
              }
            : node,
        ),
      }),
    })[0];

  test('the usage of OSDs that fill up is given as evidence, beside the average of all that are in', () => {
    const found = with3Full(720);
    expect(found?.proofs).toContainEqual({
      text: 'used: osd.3 86%; OSDs of class hdd on average 74%',
      source: 'crush',
    });
  });

  test('data is to be moved off an OSD that is much fuller than the others, before anything is deleted', () => {
    const move = 'move data off osd.3: see whether the balancer is on, or lower its reweight';
    expect(with3Full(720)?.next[0]).toBe(move);
    expect(with3Full(760)?.next[0]).toBe('delete or move data, or add OSDs, before they are full');
  });

  test('OSDs with much space do not fill up: the ratio from which they count as full is low', () => {
    expect(with3Full(30, 50)).toMatchObject({
      kind: 'osd-full',
      confidence: 'certain',
      text: 'the nearfull ratio is set low: osd.3 counts as nearly full, with 5% used',
      next: ['set it back (`ceph osd set-nearfull-ratio 0.85`) once whoever lowered it agrees'],
    });
    const both = { ...full, OSD_FULL: check('2 full osd(s)', 'osd.3 is full', 'osd.4 is full') };
    expect(with3Full(30, 749, both)).toMatchObject({
      text: 'the full ratio is set low: osd.3, osd.4 count as full, so that writes fail, with 75% used at most',
      next: ['set it back (`ceph osd set-full-ratio 0.95`) once whoever lowered it agrees'],
    });
    expect(with3Full(30, 750)?.text).toBe('osd.3 fills up');
    // Data that is still to come counts too.
    const toCome = { OSD_BACKFILLFULL: check('1 backfillfull osd(s)', 'osd.3 is backfill full') };
    expect(with3Full(30, 50, toCome)?.text).toBe('osd.3 fills up');
  });

  test.each(['POOL_FULL', 'POOL_BACKFILLFULL', 'POOL_NEARFULL', 'PG_BACKFILL_FULL', 'PG_RECOVERY_FULL'])(
    'OSDs that fill up explain %s, which follows from it',
    (code) => {
      expect(causes({ checks: { ...full, [code]: check('it follows') } })).toMatchObject([
        { kind: 'osd-full', explains: ['OSD_NEARFULL', code] },
      ]);
    },
  );

  test('OSDs that fill up are likely if no check names them, and certain ones are all named', () => {
    expect(causes({ checks: { OSD_BACKFILLFULL: check('2 backfillfull osd(s)') } })[0]).toMatchObject({
      text: 'OSDs fill up',
      confidence: 'likely',
    });
    const two = { OSD_BACKFILLFULL: check('1 backfillfull osd(s)', 'osd.4 is backfill full'), ...full };
    expect(causes({ checks: two })[0]).toMatchObject({
      text: 'osd.4, osd.3 fill up',
      explains: ['OSD_BACKFILLFULL', 'OSD_NEARFULL'],
    });
  });

  test('OSDs that are full stop writes, and what frees space may need a higher limit first', () => {
    const checks = {
      ...full,
      OSD_FULL: check('1 full osd(s)', 'osd.4 is full'),
      POOL_FULL: check(
        '2 pool(s) full',
        "pool 'vm' is full (no space)",
        "pool 'b' is full (running out of quota)",
      ),
    };
    const { causes: found, impact } = diagnose([snapshot({ checks })]);
    expect(found[0]).toMatchObject({
      text: 'osd.4 is full, so that writes fail',
      objects: ['osd.4', 'osd.3'],
      next: [
        'raise the full ratio a little for now (`ceph osd set-full-ratio`): until then even deletions may wait',
        'then delete or move data, or add OSDs, and set the ratio back',
        'see which pool grows',
      ],
    });
    expect(impact.stopped).toEqual(['no space to write to vm']);
  });

  test('a limit that somebody has just set is shown with OSDs that are above it', () => {
    const log = [
      line(
        50,
        'mon',
        `from='client.1' entity='client.admin' cmd=[{"prefix": "osd set-nearfull-ratio", "ratio": 0.1}]: finished`,
      ),
    ];
    expect(causes({ checks: full, log })[0]).toMatchObject({
      proofs: [{}, { text: 'client.admin: osd set-nearfull-ratio 0.1', source: 'log' }],
      next: ['set the ratio back if it was lowered by mistake', expect.anything(), expect.anything()],
    });
  });
});
