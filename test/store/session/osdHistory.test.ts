import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CrushNode } from '../../../src/api/contract/crush.ts';
import { emptyJournal } from '../../../src/store/session/journal.ts';
import { FLAP_WINDOW_MS, loggedDowns, observeCrush } from '../../../src/store/session/osdHistory.ts';
import { osd } from '../answers/shapes.ts';
import { mapWith, journalOfMaps } from './journals.ts';

const MINUTE = 60_000;

describe('history of an OSD', () => {
  test('the state of an OSD is dated when it changes', () => {
    const journal = journalOfMaps([1000, mapWith('UP')], [3000, mapWith('DOWN')], [5000, mapWith('DOWN')]);
    expect(journal.osds.get(3)).toEqual({ status: 'DOWN', at: 3000, exact: true, downs: [3000] });
  });

  test('an OSD that went down repeatedly is counted for ten minutes', () => {
    const looks = [0, 1, 2, 3, 4, 5].map(
      (minute) => [minute * MINUTE, mapWith(minute % 2 === 0 ? 'UP' : 'DOWN')] as const,
    );
    const journal = journalOfMaps(...looks);
    expect(journal.osds.get(3)?.downs).toEqual([1 * MINUTE, 3 * MINUTE, 5 * MINUTE]);
    expect(observeCrush(journal, mapWith('DOWN'), 12 * MINUTE).osds.get(3)?.downs).toEqual([
      3 * MINUTE,
      5 * MINUTE,
    ]);
  });

  test('an OSD that is down at our first look was not seen going down', () => {
    expect(journalOfMaps([1000, mapWith('DOWN')]).osds.get(3)).toMatchObject({ downs: [], exact: false });
  });

  test('the history of an OSD is known from the first look on', () => {
    expect(emptyJournal.watchedSince).toBeUndefined();
    expect(journalOfMaps([1000, {}], [2000, mapWith('UP')], [3000, mapWith('UP')]).watchedSince).toBe(2000);
  });

  test('the history of an OSD survives an answer without OSDs', () => {
    const journal = journalOfMaps([1000, mapWith('UP')], [3000, mapWith('DOWN')], [5000, {}]);
    expect(journal.osds.get(3)).toMatchObject({ at: 3000 });
  });

  test('an OSD that stays up has no history', () => {
    const journal = journalOfMaps([1000, mapWith('UP')]);
    expect(journal.osds.size).toBe(0);
    expect(observeCrush(journal, mapWith('UP'), 2000).osds).toBe(journal.osds);
  });

  test('an OSD that went down exactly ten minutes ago is counted no more', () => {
    const journal = journalOfMaps([0, mapWith('UP')], [MINUTE, mapWith('DOWN')]);
    const downs = (at: number) => observeCrush(journal, mapWith('DOWN'), at).osds.get(3)?.downs;
    expect(downs(MINUTE + FLAP_WINDOW_MS - 1)).toEqual([MINUTE]);
    expect(downs(MINUTE + FLAP_WINDOW_MS)).toEqual([]);
  });

  test('an OSD that went down while nobody looked for ten minutes is not counted', () => {
    const journal = journalOfMaps([0, mapWith('UP')]);
    const downs = (at: number) => observeCrush(journal, mapWith('DOWN'), at).osds.get(3)?.downs;
    expect(downs(FLAP_WINDOW_MS - 1)).toEqual([FLAP_WINDOW_MS - 1]);
    expect(downs(FLAP_WINDOW_MS)).toEqual([]);
  });

  test('the log dates the end of an OSD, until it is up again', () => {
    const up = { ...journalOfMaps([0, mapWith('UP')]), logged: new Map([['osd.3', MINUTE / 2]]) };
    const down = observeCrush(up, mapWith('DOWN'), MINUTE);
    expect(down.osds.get(3)).toMatchObject({ status: 'DOWN', at: MINUTE / 2, exact: true });
    expect(down.logged.has('osd.3')).toBe(true);
    const again = observeCrush(down, mapWith('UP'), 2 * MINUTE);
    expect(again.osds.get(3)).toMatchObject({ status: 'UP', at: 2 * MINUTE });
    expect(again.logged.has('osd.3')).toBe(false);
    // What the log says about the end of an OSD does not date its start.
    const started = observeCrush(
      { ...journalOfMaps([0, mapWith('DESTROYED')]), logged: up.logged },
      mapWith('UP'),
      MINUTE,
    );
    expect(started.osds.get(3)).toMatchObject({ status: 'UP', at: MINUTE });
    expect(started.logged.has('osd.3')).toBe(true);
  });

  test('a change of an OSD is exact if the OSDs were watched, and a gap in that is dated', () => {
    const journal = journalOfMaps([1000, mapWith('UP')], [2000, mapWith('DOWN')]);
    expect(journal.transitions).toEqual([
      { at: 2000, exact: true, after: 1000, kind: 'osd', subject: 'osd.3', from: 'UP', to: 'DOWN' },
    ]);
    expect(journal.gapAt).toBeUndefined();
    const late = observeCrush(journal, mapWith('UP'), 100 * MINUTE);
    expect(late.gapAt).toBe(100 * MINUTE);
    expect(late.transitions.at(-1)).toMatchObject({ exact: false, after: 2000, from: 'DOWN', to: 'UP' });
    expect(observeCrush(late, mapWith('UP'), 101 * MINUTE, 30_000).gapAt).toBe(100 * MINUTE);
  });

  test('an OSD without a status is one of unknown state', () => {
    const bare: CrushNode = { id: 3, type: 'OSD', name: 'osd.3' };
    const journal = journalOfMaps([1000, mapWith('UP')], [2000, { nodes: [bare] }]);
    expect(journal.osds.get(3)).toMatchObject({ status: 'UNKNOWN', at: 2000, downs: [] });
  });

  test('the log tells how often an OSD went down before it was watched', () => {
    const went = (at: number, subject: string, to: string) =>
      ({ at, exact: true, kind: 'osd', subject, from: '', to }) as const;
    const transitions = [
      went(10, 'osd.3', 'DOWN'),
      went(15, 'osd.3', 'UP'),
      went(20, 'osd.4', 'DOWN'),
      went(25, 'osd.3', 'DOWN'),
      went(30, 'osd.3', 'DOWN'),
    ];
    expect(loggedDowns({ ...emptyJournal, transitions, watchedSince: 30 }, 3)).toEqual([10, 25]);
    expect(loggedDowns({ ...emptyJournal, transitions }, 3)).toEqual([10, 25, 30]);
  });

  test('the history of a new OSD begins when it appeared', () => {
    const journal = journalOfMaps([1000, { nodes: [osd(0)] }], [2000, { nodes: [osd(0), osd(3)] }]);
    expect(journal.osds.get(3)).toMatchObject({ status: 'UP', at: 2000, exact: true });
  });
});

/** The expected history from lists of OSDs, computed naively: the last status of each OSD, and each change of it. */
function changesOf(looks: readonly (readonly (readonly [id: number, status: string])[])[]) {
  const changes: string[] = [];
  let before: ReadonlyMap<number, string> | undefined;
  for (const look of looks) {
    if (look.length === 0) continue;
    for (const [id, status] of look) {
      const former = before?.get(id);
      if (before && former !== status) changes.push(`osd.${id} ${former ?? ''}>${status}`);
    }
    before = new Map(look);
  }
  return changes;
}

test('each change of an OSD is seen once, in whatever order OSDs come, inside or outside the hierarchy', () => {
  const osds = fc.uniqueArray(fc.tuple(fc.nat(5), fc.constantFrom('UP', 'DOWN', 'DESTROYED'), fc.boolean()), {
    selector: ([id]) => id,
  });
  fc.assert(
    fc.property(fc.array(osds, { maxLength: 6 }), (looks) => {
      const ordered = looks.map((look) => [
        ...look.filter(([, , stray]) => !stray),
        ...look.filter(([, , stray]) => stray),
      ]);
      const journal = journalOfMaps(
        ...ordered.map((look, index) => {
          const nodes = look
            .filter(([, , stray]) => !stray)
            .map(([id, status]): CrushNode => osd(id, { status }));
          const stray = look
            .filter(([, , stray]) => stray)
            .map(([id, status]): CrushNode => osd(id, { status }));
          return [index * 1000, { nodes, stray }] as const;
        }),
      );
      expect(journal.transitions.map(({ subject, from, to }) => `${subject} ${from}>${to}`)).toEqual(
        changesOf(ordered.map((look) => look.map(([id, status]) => [id, status] as const))),
      );
      for (const [id, status] of ordered.findLast((look) => look.length > 0) ?? [])
        expect(journal.osds.get(id)?.status ?? 'UP').toBe(status);
    }),
  );
});
