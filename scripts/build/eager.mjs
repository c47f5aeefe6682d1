import { basename } from 'node:path';

/**
 * The parts that run when a part is loaded: itself, and what it needs without an `import()`.
 *
 * @param {import('esbuild').Metafile} metafile
 * @param {string} first the file name of the part
 * @returns {string[]} their file names
 */
export function eagerParts({ outputs }, first) {
  const reached = new Set(Object.keys(outputs).filter((path) => basename(path) === first));
  for (const part of reached) {
    for (const { path, kind, external } of outputs[part]?.imports ?? []) {
      if (kind === 'import-statement' && !external) reached.add(path);
    }
  }
  return [...reached].map((path) => basename(path));
}

/**
 * The modules that run when a part is loaded.
 *
 * @param {import('esbuild').Metafile} metafile
 * @param {string} first the file name of the part
 * @returns {string[]} paths as esbuild names them
 */
export function eagerModules(metafile, first) {
  const parts = new Set(eagerParts(metafile, first));
  return Object.entries(metafile.outputs)
    .filter(([path]) => parts.has(basename(path)))
    .flatMap(([, { inputs }]) => Object.keys(inputs));
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
