import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asksFor, joinParts } from '../../scripts/build/joinParts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'storedeck-join-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A map that says of each line of a part that it is the same line of its source. */
const lineMap = (source: string, lines: number) =>
  JSON.stringify({ version: 3, sources: [source], names: [], mappings: `AAAA${';AACA'.repeat(lines - 1)}` });

const joined = joinParts([
  {
    name: 'main.cjs',
    code: 'const { made } = require("./shared.cjs");\nmade.push("main");\nrequire("./outside.cjs");\n',
    map: lineMap('main.ts', 3),
  },
  {
    name: 'shared.cjs',
    code: 'exports.made = globalThis.made;\nexports.made.push("shared");\n',
    map: lineMap('shared.ts', 2),
  },
  { name: 'unasked.cjs', code: 'globalThis.made.push("unasked");\n', map: lineMap('unasked.ts', 1) },
]);

test('the first part of a joined file runs, the others once they are asked for, by parts outside as well', () => {
  const made: string[] = [];
  Object.assign(globalThis, { made });
  writeFileSync(join(folder, joined.name), joined.code);
  const outside = `${asksFor(joined.name)}\nrequire("./shared.cjs").made.push(require("node:path").sep);\n`;
  writeFileSync(join(folder, 'outside.cjs'), outside);
  createRequire(import.meta.url)(join(folder, 'main.cjs'));
  expect(made).toEqual(['shared', 'main', '/']);
});

test('a place in a joined file leads to its source', () => {
  const row = joined.code.split('\n').findIndex((line) => line.includes('exports.made.push("shared")'));
  const map = new SourceMap(JSON.parse(joined.map) as ConstructorParameters<typeof SourceMap>[0]);
  expect(map.findEntry(row, 0)).toMatchObject({ originalSource: 'shared.ts', originalLine: 1 });
});
