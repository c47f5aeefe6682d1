import { expect, test } from 'vitest';
import type { Disk } from '../../../src/api/contract/disks.ts';
import { Refusal, UnknownOutcome, type Engine } from '../../../src/service/engine.ts';
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

test('an unknown outcome is answered with 504 if something was to be changed, and otherwise like any refusal', async () => {
  const unknown = () => Promise.reject(new UnknownOutcome('no answer'));
  const refused = () => Promise.reject(new Refusal(503, 'not sent'));
  const statusOf = async (engine: Engine, id: 'listDisks' | 'createDirectory') => {
    const context = { signal: new AbortController().signal, by: 'test' };
    const input = id === 'listDisks' ? {} : { body: { dir: '/a' } };
    return (await runOperation(engine, id, input, context, () => undefined)).status;
  };
  const engine = tinyEngine({ listDisks: unknown, createDirectory: unknown });
  expect(await statusOf(engine, 'createDirectory')).toBe(504);
  expect(await statusOf(engine, 'listDisks')).toBe(503);
  expect(await statusOf(tinyEngine({ createDirectory: refused }), 'createDirectory')).toBe(503);
});

test('an answer that may change is encoded each time', async () => {
  const disks = [countedDisk()];
  await textOf(() => disks);
  expect(await textOf(() => disks)).toBe('[{"name":"2"}]');
});
