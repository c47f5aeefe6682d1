import { fileURLToPath } from 'node:url';

/** @param {string} file @param {readonly string[]} names */
const importOf = (file, names) => {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return `import { ${names.join(', ')} } from ${JSON.stringify(path)};\n`;
};

/** The line that imports the cache into a patched library file. */
export const cacheImport = importOf('generationCache.mjs', ['GenerationCache']);

/** The line that imports the program's test for texts with one column per character. */
export const oneColumnImport = importOf('../../../src/lib/oneColumn.ts', ['isOneColumnEach']);

/** The line that imports functions of frameRows.mjs. @param {readonly string[]} names */
export const rowsImport = (names) => importOf('frameRows.mjs', names);
