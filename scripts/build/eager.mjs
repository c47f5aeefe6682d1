import { basename } from 'node:path';

/**
 * The modules that run when the program starts: those in the parts that the first one needs without an `import()`.
 *
 * @param {import('esbuild').Metafile} metafile
 * @param {string} first the file name of the first part
 * @returns {string[]} paths as esbuild names them
 */
export function eagerModules({ outputs }, first) {
  const reached = new Set(Object.keys(outputs).filter((path) => basename(path) === first));
  for (const part of reached) {
    for (const { path, kind, external } of outputs[part]?.imports ?? []) {
      if (kind === 'import-statement' && !external) reached.add(path);
    }
  }
  return [...reached].flatMap((part) => Object.keys(outputs[part]?.inputs ?? {}));
}

/**
 * The file name of the part that an `import()` of a module loads; empty when nothing imports it so.
 *
 * @param {import('esbuild').Metafile} metafile
 * @param {string} entry the module's path as esbuild names it
 */
export function partOf({ outputs }, entry) {
  return basename(Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry) ?? '');
}
