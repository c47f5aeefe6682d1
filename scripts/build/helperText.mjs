import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** @param {string} folder @returns {Promise<Record<string, string>>} the texts of its helper*.py files by name */
async function helperTexts(folder) {
  const files = (await readdir(folder)).filter((file) => /^helper\w*\.py$/.test(file));
  const texts = files.map(async (file) => [
    basename(file, '.py'),
    await readFile(join(folder, file), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(texts));
}

/**
 * The plugin that embeds the Ceph engine's helper, a Python program. In a checkout its files are read from the source
 * folder; a bundle has no such files, so their texts become part of the program.
 *
 * @type {import('rolldown').Plugin}
 */
export const helperText = {
  name: 'helperText',
  load: {
    filter: { id: /[\\/]src[\\/]service[\\/]ceph[\\/]helper[\\/]texts\.ts$/ },
    async handler(path) {
      if (!/export const helperTexts\b/.test(await readFile(path, 'utf8'))) {
        throw new Error(`${path} no longer exports helperTexts: scripts/build/helperText.mjs replaces that`);
      }
      const texts = JSON.stringify(await helperTexts(dirname(path)));
      return { code: `export const helperTexts = () => (${texts});`, moduleType: 'js' };
    },
  },
};
