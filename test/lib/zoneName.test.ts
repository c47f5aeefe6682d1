import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** The name of the time zone in a process with this zone. */
const named = (TZ: string, when: string): string => {
  const module = new URL('../../src/lib/format.ts', import.meta.url).href;
  const code = `console.log((await import('${module}')).zoneName(Date.parse('${when}')))`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, TZ, NODE_NO_WARNINGS: '1' },
    encoding: 'utf8',
  }).trim();
};

test('the name of the local zone follows daylight saving', () => {
  expect(named('Europe/London', '2026-01-15T12:00:00Z')).toBe('GMT');
  expect(named('Europe/London', '2026-07-15T12:00:00Z')).toBe('BST');
});
