import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = import.meta.dirname;

/**
 * The sources of the helper's Python modules by name: every helper*.py beside this file. The build replaces this module
 * by a constant, so that the bundle needs no other files.
 */
export const helperTexts = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => /^helper\w*\.py$/.test(file))
      .map((file) => [basename(file, '.py'), readFileSync(join(folder, file), 'utf8')]),
  );
