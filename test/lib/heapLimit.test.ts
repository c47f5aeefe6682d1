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
    for (let made = 0; made < 400_000; made++) {
      held.push({ made, list: [made] });
      if (held.length > 200_000) held = [];
      if (made % 20_000 !== 0) continue;
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
  expect(youngMb('limitHeap("service")')).toBeLessThan(30);
});

test('a simulated cluster keeps room for the many young objects that it makes', () => {
  expect(youngMb('limitHeap("simulation")')).toBeGreaterThan(30);
});

test('the heap limits are not set on a version of V8 that may not know the options', () => {
  expect(youngMb("limitHeap('console', '14.1.146.11-node.1')")).toBeGreaterThan(30);
});

/** A WebAssembly module that exports `f`, a function that counts its argument down to 0. */
const COUNTDOWN = [
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  [0x01, 0x06, 0x01, 0x60, 0x01, 0x7f, 0x01, 0x7f],
  [0x03, 0x02, 0x01, 0x00],
  [0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
  [0x0a, 0x12, 0x01, 0x10, 0x00, 0x03, 0x40, 0x20, 0x00, 0x41, 0x01, 0x6b, 0x22, 0x00, 0x0d, 0x00],
  [0x0b, 0x20, 0x00, 0x0b],
].flat();

/** The compilers that V8 used for a WebAssembly function that runs often. */
function compilersOf(prepare: string): string[] {
  const program = `
    import { limitWasm } from ${JSON.stringify(module)};
    ${prepare};
    const code = new WebAssembly.Module(Uint8Array.from(${JSON.stringify(COUNTDOWN)}));
    const { f } = new WebAssembly.Instance(code).exports;
    for (let call = 0; call < 2000; call++) f(10_000);
    console.log('done');
  `;
  const trace = execFileSync(
    process.execPath,
    ['--trace-wasm-compilation-times', '--wasm-sync-tier-up', '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  );
  expect(trace).toContain('done');
  return [...trace.matchAll(/#0 using (\w+).* bodysize 16 /g)].map(([, compiler = '']) => compiler);
}

test('a WebAssembly function that runs often is not compiled a second time by a console', () => {
  expect(compilersOf('')).toEqual(['Liftoff', 'TurboFan']);
  expect(compilersOf('limitWasm()')).toEqual(['Liftoff']);
});

test('WebAssembly is not limited on a version of V8 that may not know the options', () => {
  expect(compilersOf("limitWasm('14.1.146.11-node.1')")).toEqual(['Liftoff', 'TurboFan']);
});
