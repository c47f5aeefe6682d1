import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../scripts/build/bundle.mjs';

const folder = mkdtempSync(join(tmpdir(), 'storedeck-eager-'));
let eager: string[] = [];
/** What is loaded before the first lines are drawn. */
let beforeFrame: string[] = [];

beforeAll(async () => {
  ({ eager, beforeFrame } = await bundle({ folder }));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

test('a start runs the program’s first lines and no library', () => {
  expect(eager).toContain('src/main.ts');
  expect(eager.filter((path) => path.includes('node_modules'))).toEqual([]);
});

test('neither the service’s engines nor the console run before they are asked for', () => {
  expect(eager.filter((path) => /^src\/(service\/(sim|ceph)|screens|widgets|store)\//.test(path))).toEqual(
    [],
  );
});

test('the first lines are on the screen before Ink, React, the client and the contract are loaded', () => {
  expect(beforeFrame).toContain('src/app/skeleton.ts');
  expect(
    beforeFrame.filter((path) =>
      /^src\/(api|screens|service)\/|node_modules\/(ink|react|undici|typebox)\//.test(path),
    ),
  ).toEqual([]);
});
