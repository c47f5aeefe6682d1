import { expect, test } from 'vitest';
import type { Disk } from '../../../src/api/contract/disks.ts';
import { runOperation } from '../../../src/service/http/runOperation.ts';
import { tinyEngine } from '../tinyEngine.ts';

/** A disk whose name says how often it was encoded. */
function countedDisk(): Disk {
  let times = 0;
  return {
    get name() {
      return String(++times);
    },
  };
}

/** Lists disks, and returns the text of the answer. */
async function textOf(disks: () => Disk[]): Promise<string | undefined> {
  const engine = tinyEngine({ listDisks: disks });
  const context = { signal: new AbortController().signal, by: 'test' };
  return (await runOperation(engine, 'listDisks', {}, context, () => undefined)).json?.toString();
}

test('an answer that is frozen is encoded once', async () => {
  const disks: Disk[] = [countedDisk()];
  Object.freeze(disks);
  expect(await textOf(() => disks)).toBe('[{"name":"1"}]');
  expect(await textOf(() => disks)).toBe('[{"name":"1"}]');
  expect(await textOf(() => Object.freeze([...disks]) as Disk[])).toBe('[{"name":"2"}]');
});

test('an answer that may change is encoded each time', async () => {
  const disks = [countedDisk()];
  await textOf(() => disks);
  expect(await textOf(() => disks)).toBe('[{"name":"2"}]');
});
