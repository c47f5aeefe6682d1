// Set-up of each test file in the run that notes which places it reaches (reach.mjs).
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';

/** @type {Set<number>} */
const reached = new Set();
Object.assign(globalThis, { storedeckReached: reached });
afterAll(() => {
  const lines = [...reached].map((number) => `${number} ${expect.getState().testPath}\n`);
  appendFileSync(join(import.meta.dirname, '../../reached.txt'), lines.join(''));
});
