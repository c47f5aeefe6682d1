import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const module = join(import.meta.dirname, '../../src/lib/heapLimit.ts');

/** Megabytes of Node's heap for young objects after a program has created many short-lived ones. */
function youngMb(prepare: string): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { limitHeap } from ${JSON.stringify(module)};
    ${prepare};
    let held = [];
    let most = 0;
    for (let made = 0; made < 3_000_000; made++) {
      held.push({ made, list: [made] });
      if (held.length > 200_000) held = [];
      if (made % 50_000 !== 0) continue;
      const { space_size: size } = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
      most = Math.max(most, size);
    }
    console.log(most / 2 ** 20);
  `;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  );
}

test('the young generation of the heap has a fixed size, however the program was started', () => {
  // V8 moves its pages, so a few of them are added to both.
  expect(youngMb('')).toBeGreaterThan(30);
  expect(youngMb('limitHeap("console")')).toBeLessThan(30);
});

test('a service keeps room for many young objects, as it answers many clients at once', () => {
  expect(youngMb('limitHeap("service")')).toBeGreaterThan(30);
});

test('the heap limits are not set on a version of V8 that may not know the options', () => {
  expect(youngMb("limitHeap('console', '14.1.146.11-node.1')")).toBeGreaterThan(30);
});
