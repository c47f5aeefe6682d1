import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { hasLogic } from '../scripts/mutate/mutants.mjs';
import { testsOfFiles } from '../scripts/mutate/near.mjs';

const root = resolve(import.meta.dirname, '..');

/** Source files without a fast test near them, by the reason why they need none. */
const WITHOUT = {
  'sets options of its process, which test/lib/heapLimit.test.ts does in processes of their own': [
    'src/lib/heapLimit.ts',
  ],
  'starts or ends a process, which test/scenarios does in a terminal': ['src/main.ts'],
  'puts parts together that have tests, around a cluster, which test/ceph does with a real one': [
    'src/service/ceph/files/handlers.ts',
    'src/service/ceph/s3/objectStore.ts',
  ],
} as const;

test('every source file with logic has a fast test near it', () => {
  const without = [...testsOfFiles(root)]
    .filter(([file, { near }]) => near.length === 0 && hasLogic(file, readFileSync(join(root, file), 'utf8')))
    .map(([file]) => file);
  expect(without.toSorted()).toEqual(Object.values(WITHOUT).flat().toSorted());
});
