import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root } from '../lib/project.mjs';
import { THEMES } from './palette.mjs';
import { save } from './save.mjs';
import { svg } from './svg.mjs';

/** @typedef {typeof import('../../test/screens/pictures.ts')} Pictures */

/**
 * Takes the pictures of docs/pictures.md. They are drawn without a terminal, by the bundled console.
 *
 * @returns {Promise<string[]>} the files written
 */
export async function takeScreens() {
  const folder = join(root, 'dist', 'pictured');
  await bundle({ entry: join(root, 'test', 'screens', 'pictures.ts'), folder });
  const require = createRequire(import.meta.url);
  const { allPictures } = /** @type {Pictures} */ (require(join(folder, 'parts', 'main.cjs')));
  const files = [];
  for await (const { name, theme, cells } of allPictures())
    files.push(
      ...save(
        name,
        svg(
          cells.map((row) => [...row]),
          'storedeck',
          THEMES[theme],
        ),
      ),
    );
  return files;
}
