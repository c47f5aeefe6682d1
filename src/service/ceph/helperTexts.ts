import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = import.meta.dirname;

/**
 * The texts of the helper's Python modules by their names: every helper*.py beside this file. The build puts a
 * constant in this module's place, so the bundle needs no file beside it.
 */
export const helperTexts = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => /^helper\w*\.py$/.test(file))
      .map((file) => [basename(file, '.py'), readFileSync(join(folder, file), 'utf8')]),
  );
