import { fileURLToPath } from 'node:url';

/** @param {string} file @param {readonly string[]} names */
const importOf = (file, names) => {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return `import { ${names.join(', ')} } from ${JSON.stringify(path)};\n`;
};

/** The line with which a patched library file gets the cache. */
export const cacheImport = importOf('generationCache.mjs', ['GenerationCache']);

/** The line with which it gets the program's own test for texts of one column a character. */
export const oneColumnImport = importOf('../../../src/lib/oneColumn.ts', ['isOneColumnEach']);

/** The line with which it gets functions of frameRows.mjs. @param {readonly string[]} names */
export const rowsImport = (names) => importOf('frameRows.mjs', names);
