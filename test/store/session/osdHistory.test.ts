import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CrushNode } from '../../../src/api/contract/crush.ts';
import { emptyJournal } from '../../../src/store/session/journal.ts';
import { observeCrush } from '../../../src/store/session/osdHistory.ts';
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
