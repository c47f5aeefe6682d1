import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { expectGolden } from './golden.ts';

test.each(['screen', 'pane'])('a %s that failed is not recorded', (kind) => {
  vi.stubEnv('UPDATE_GOLDEN', '1');
  expect(() => expectGolden('failed', `Pools\n This ${kind} failed: no rows`)).toThrow('failed');
  expect(existsSync(join(import.meta.dirname, '../golden/failed.txt'))).toBe(false);
  vi.unstubAllEnvs();
});
