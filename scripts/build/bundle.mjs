import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from '../lib/project.mjs';
import { modulesNeededBy } from './eager.mjs';
import { withoutHelpers } from './firstPart.mjs';
import { helperText } from './helperText.mjs';
import { removeStale, replaceFile } from './output.mjs';
import { ownPlace } from './ownPlace.mjs';
import { patchPlugin } from './patch.mjs';
import { patches } from './patches.mjs';

/** The name of the part that runs first; launcher.cjs loads it. */
const FIRST_PART = 'main';

const isFirst = (/** @type {{ fileName: string }} */ { fileName }) => fileName === `${FIRST_PART}.cjs`;

/**
 * The program in parts: code behind an import() goes to its own file, which Node reads and compiles only on demand. With a
 * single file every start would also compile the service and its libraries, which took 150 ms of the first start and 40 ms
 * of later ones. The modules that run immediately, up to the console's first lines, are in one file, because finding,
 * reading and checking the compiled code of a file takes Node a quarter of a millisecond.
 *
 * The parts are CommonJS, which starts faster than ES modules. They are not minified: a readable stack trace from a user's
 * machine is worth more than some hundred KB.
 *
 * @param {ReadonlySet<string>} first ids of the modules that run immediately
 * @returns {import('rolldown').OutputOptions}
 */
const inParts = (first) => ({
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  codeSplitting: { groups: [{ name: FIRST_PART, test: (id) => first.has(id) }] },
  // Turns import() into require() in a promise.
  dynamicImportInCjs: false,
  // V8 stores ASCII text in half the memory.
  charset: 'ascii',
  comments: false,
  sourcemap: true,
});

/**
 * @param {string} entry
 * @param {Set<string>} first receives the ids of the modules that run immediately, before the code is split
 * @returns {import('rolldown').InputOptions}
 */
const readFrom = (entry, first) => ({
  cwd: root,
  input: { [FIRST_PART]: entry },
  platform: 'node',
  transform: { target: 'node24', define: { 'process.env.NODE_ENV': '"production"' } },
  plugins: [
    patchPlugin(patches, (path) => readFile(path, 'utf8')),
    helperText,
    ownPlace,
    {
      name: 'first',
      buildEnd() {
        for (const id of modulesNeededBy(entry, (id) => this.getModuleInfo(id))) first.add(id);
      },
    },
  ],
  // Bundler warnings are errors: the problems would show when the program runs.
  onLog: (level, log, handle) => handle(level === 'warn' ? 'error' : level, log),
});

/** @param {string} id @returns {string} its path relative to the project's folder */
const named = (id) => relative(root, id);

/**
 * Builds the program: the launcher `storedeck.cjs`, and `parts/` beside it.
 *
 * @param {{ entry?: string, folder?: string }} [places] absolute paths; by default those of the project
 * @returns {Promise<{ bytes: number, ms: number, eager: string[], inputs: string[] }>} the size of the program, the time
 *   taken, the modules that run immediately and all modules, as paths relative to the project's folder
 */
export async function bundle({ entry = join(root, 'src', 'main.ts'), folder = join(root, 'dist') } = {}) {
  const start = performance.now();
  const parts = join(folder, 'parts');
  /** @type {Set<string>} */
  const eager = new Set();
  const build = await rolldown(readFrom(entry, eager));
  const { output } = await build.generate(inParts(eager));
  await build.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  // The first part is written last, so that a program starting meanwhile loads either only old parts or only new ones.
  const files = output.toSorted((a, b) => Number(isFirst(a)) - Number(isFirst(b)));
  for (const file of files) {
    // Removes the paths of this machine from the source maps of patched files.
    const text = file.type === 'chunk' ? file.code : String(file.source).replaceAll(root, '');
    await replaceFile(join(parts, file.fileName), isFirst(file) ? withoutHelpers(text) : text);
  }
  const launcher = fileURLToPath(new URL('launcher.cjs', import.meta.url));
  await replaceFile(join(folder, 'storedeck.cjs'), await readFile(launcher, 'utf8'), 0o755);
  await removeStale(parts, new Set(files.map(({ fileName }) => fileName)));
  return {
    bytes: chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0),
    ms: performance.now() - start,
    eager: [...eager].map(named),
    inputs: chunks.flatMap(({ moduleIds }) => moduleIds.map(named)),
  };
}
