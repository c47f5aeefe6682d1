import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('generationCache.mjs', import.meta.url));

/** The line with which a patched library file gets the cache. */
export const cacheImport = `import { GenerationCache } from ${JSON.stringify(path)};\n`;
