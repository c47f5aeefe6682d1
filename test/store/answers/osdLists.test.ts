import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import type { CrushMap } from '../../../src/api/contract/crush.ts';
import type { Disk } from '../../../src/api/contract/disks.ts';
import type { OsdLists } from '../../../src/store/answers/listMemo.ts';
import { osdJoin } from '../../../src/store/answers/osdLists.ts';
import { selectOsds } from '../../../src/store/answers/osds.ts';
import { osdInventory, prepareLists } from '../../../src/store/answers/prepare.ts';
import { emptyJournal } from '../../../src/store/session/journal.ts';
import { observeCrush } from '../../../src/store/session/osdHistory.ts';
import { osd } from './shapes.ts';

const MANY = 20_000;
const disksOf = (count: number): Disk[] =>
  Array.from({ length: count }, (_, id) => ({ id, hostname: `stor-${id % 100}`, role: 'osd', name: 'sda' }));
const mapOf = (count: number): CrushMap => ({
  nodes: Array.from({ length: count }, (_, id) => osd(id, { diskId: id })),
});

/** Prepares the lists in chunks, and returns the number of yields to other work. */
async function turnsOf(lists: () => OsdLists, meanwhile: () => void = () => undefined): Promise<number> {
  let turns = 0;
  await prepareLists(lists, () => {
    turns++;
    meanwhile();
    return Promise.resolve();
  });
  return turns;
}

test('long lists of OSDs and disks are joined in chunks, and short ones at once', async () => {
  const [disks, crush] = [disksOf(MANY), mapOf(MANY)];
  expect(await turnsOf(() => ({ disks, crush }))).toBeGreaterThanOrEqual(10);
  const short = { disks: disksOf(100), crush: mapOf(100) };
  expect(await turnsOf(() => short)).toBe(0);
});

test('OSDs and disks joined in chunks are not joined again for their display', async () => {
  const lists = { disks: disksOf(MANY), crush: mapOf(MANY) };
  await turnsOf(() => lists);
  expect(await turnsOf(() => lists)).toBe(0);
  expect(osdJoin.of(lists)).toBe(osdJoin.of(lists));
  expect(osdInventory.of(lists)).toBe(osdInventory.of(lists));
  const [row] = selectOsds(lists);
  expect(selectOsds(lists)[0]).toBe(row);
  const journal = observeCrush(emptyJournal, lists.crush, 1000);
  expect(selectOsds({ ...lists, journal })[0]).toBe(row);
});

test.each([1, 12, 20])(
  'a list that arrives at yield %i of a preparation is part of its results',
  async (late) => {
    const [disks, crush] = [disksOf(MANY), mapOf(MANY)];
    let come: readonly Disk[] | undefined;
    let turns = 0;
    await turnsOf(
      () => ({ disks: come, crush }),
      () => {
        if (++turns === late) come = disks;
      },
    );
    expect(await turnsOf(() => ({ disks, crush }))).toBe(0);
    expect(osdJoin.of({ disks, crush }).joined.every(({ parts }) => parts.disk && parts.location)).toBe(true);
  },
);

test('a list shown before both lists were known is not kept once they are', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const [disks, crush] = [disksOf(3), mapOf(3)];
  const early = [{ disks }, { crush }].map((lists) => new WeakRef(osdJoin.of(lists).rows[0]!));
  const late = new WeakRef(osdJoin.of({ disks, crush }).rows[0]!);
  await vi.waitFor(() => {
    collect();
    expect(early.map((row) => row.deref() === undefined)).toEqual([true, true]);
  });
  expect(late.deref()).toBe(osdJoin.of({ disks, crush }).rows[0]);
});
