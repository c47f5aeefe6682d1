import { expect, test } from 'vitest';
import type { LocalEntry } from '../../../src/lib/localFiles.ts';
import { localListing } from '../../../src/screens/files/localListing.ts';
import { Memory } from '../../../src/store/session/memory.ts';

/** The displayed state of directories whose reads are answered by the test. */
function looker() {
  const reads: { path: string; answer: (entries: readonly LocalEntry[]) => void }[] = [];
  const clock = { time: 0, now: () => clock.time };
  const cockpit = {
    memory: new Memory(),
    clock,
    local: {
      list: (path: string) =>
        new Promise<readonly LocalEntry[]>((answer) => void reads.push({ path, answer })),
    },
    view: { getState: () => ({ now: clock.time, overlays: [] }), setState: () => undefined },
  };
  return { clock, reads, look: (path = '/a') => localListing(cockpit as never, path) };
}

test('a directory on a hanging disk is not read a second time, however often it is drawn', () => {
  const { clock, reads, look } = looker();
  for (clock.time = 0; clock.time < 60_000; clock.time += 1000) expect(look()).toBeUndefined();
  expect(reads.map(({ path }) => path)).toEqual(['/a']);
});

test('a directory is read again two seconds after its last answer, which is shown until then', async () => {
  const { clock, reads, look } = looker();
  look();
  clock.time = 5000;
  reads[0]!.answer([]);
  await Promise.resolve();
  await Promise.resolve();
  clock.time = 6999;
  expect(look()).toEqual({ entries: [] });
  expect(reads).toHaveLength(1);
  clock.time = 7000;
  expect(look()).toEqual({ entries: [] });
  expect(reads).toHaveLength(2);
});

test('another directory is read at once', () => {
  const { reads, look } = looker();
  look('/a');
  look('/b');
  expect(reads.map(({ path }) => path)).toEqual(['/a', '/b']);
});
