import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../scripts/build/bundle.mjs';

const folder = mkdtempSync(join(tmpdir(), 'storedeck-eager-'));
let eager: string[] = [];

beforeAll(async () => {
  ({ eager } = await bundle({ folder }));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the first lines of the console are drawn before Ink, React, the client and the contract are loaded', () => {
  expect(eager).toEqual(expect.arrayContaining(['src/main.ts', 'src/app/frame/skeleton.ts']));
  expect(
    eager.filter((path) =>
      /^src\/(api|screens|service\/(sim|ceph))\/|node_modules\/(ink|react|undici|typebox)\//.test(path),
    ),
  ).toEqual([]);
});

test('all code that runs at start is in one file', () => {
  const main = readFileSync(join(folder, 'parts', 'main.cjs'), 'utf8');
  const atOnce = main
    .split('\n')
    .flatMap((line) => (line.includes('.then(') ? [] : (/require\("\.\/([^"]+)"\)/.exec(line)?.[1] ?? [])));
  expect(atOnce).toEqual([]);
});
