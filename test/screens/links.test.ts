import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../../scripts/mutate/near.mjs';
import { screens } from '../../src/screens/screens.ts';

const root = join(import.meta.dirname, '../..');

test('every link in the source leads to a screen that exists', () => {
  const known = new Set<string>(screens.map(({ id }) => id));
  const links = filesIn(root, 'src').flatMap((file) =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(/\bscreen: '([^']*)'/g),
      ([, screen = '']) => ({
        file,
        screen,
      }),
    ),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ screen }) => !known.has(screen))).toEqual([]);
});
