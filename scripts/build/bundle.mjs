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

/** The part that runs first, as launcher.cjs names it. */
const FIRST_PART = 'main';

const isFirst = (/** @type {{ fileName: string }} */ { fileName }) => fileName === `${FIRST_PART}.cjs`;

/**
 * The program in parts: what is behind an import() is a file of its own, which Node neither reads nor compiles before
 * it is asked for. In one file every start would compile the service and its libraries as well, which took 150 ms of a
 * first start and 40 ms of the later ones. What runs at once, up to the console's first lines, is one file: to find,
 * read and check the compiled code of a file takes Node a quarter of a millisecond.
 *
 * The parts are CommonJS, which starts sooner than ES modules. They are not made smaller: a stack trace from a user’s
 * machine is worth more than some hundred KB.
 *
 * @param {ReadonlySet<string>} first ids of the modules that run at once
 * @returns {import('rolldown').OutputOptions}
 */
const inParts = (first) => ({
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  codeSplitting: { groups: [{ name: FIRST_PART, test: (id) => first.has(id) }] },
  // import() becomes require() in a promise.
  dynamicImportInCjs: false,
  // V8 keeps such a text in half the memory.
  charset: 'ascii',
  comments: false,
  sourcemap: true,
});

/**
 * @param {string} entry
 * @param {Set<string>} first takes in the ids of the modules that run at once, before the parts are divided
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
  // Whatever the bundler warns of would show when the program runs.
  onLog: (level, log, handle) => handle(level === 'warn' ? 'error' : level, log),
});

/** @param {string} id @returns {string} its path from the project's folder */
const named = (id) => relative(root, id);

/**
 * Builds the program: `storedeck.cjs`, which is run, and `parts/` beside it.
 *
 * @param {{ entry?: string, folder?: string }} [places] absolute paths; the project's own when not given
 * @returns {Promise<{ bytes: number, ms: number, eager: string[], inputs: string[] }>} size of the program, time
 *   taken, the modules that run at once and those in it, as paths from the project's folder
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
  // What others need comes first: a program that starts meanwhile finds either the old parts or the new ones.
  const files = output.toSorted((a, b) => Number(isFirst(a)) - Number(isFirst(b)));
  for (const file of files) {
    // A source map has the texts that patches name by their path on this machine.
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
