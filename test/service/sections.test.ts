import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '../../src/api/contract/index.ts';
import { UNSUPPORTED } from '../../src/service/ceph/limits.ts';

const SERVICE = join(import.meta.dirname, '../../src/service');

/** The folder with the handler of each operation in an engine, or in the code that both share. */
function foldersOf(engine: string): ReadonlyMap<string, string> {
  const files = globSync([`${engine}/*/*andlers.ts`, '*/*andlers.ts'], { cwd: SERVICE });
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(join(SERVICE, file), 'utf8').matchAll(/^ {4,6}(?:async )?(\w+)(?:[:(]|,$)/gm)]
        .map(([, name = '']) => name)
        .filter((name) => Object.hasOwn(contract, name))
        .map((name) => [name, basename(dirname(file))] as const),
    ),
  );
}

test('both engines have the handler of an operation in a folder of the same name', () => {
  const [sim, ceph] = [foldersOf('sim'), foldersOf('ceph')];
  const served = Object.keys(contract).filter((id) => !Object.hasOwn(UNSUPPORTED, id));
  expect(served.filter((id) => !sim.has(id) || !ceph.has(id))).toEqual([]);
  expect(served.filter((id) => sim.get(id) !== ceph.get(id))).toEqual([]);
});
