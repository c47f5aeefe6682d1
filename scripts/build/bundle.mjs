import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { root } from '../lib/project.mjs';
import { eagerModules, eagerParts, partOf } from './eager.mjs';
import { helperText } from './helperText.mjs';
import { asksFor, joinParts } from './joinParts.mjs';
import { packageParts } from './packageParts.mjs';
import { patchPlugin } from './patch.mjs';
import { inkCheaperCells } from './patches/inkCheaperCells.mjs';
import { inkKeptCaches } from './patches/inkKeptCaches.mjs';
import { inkKeptTexts } from './patches/inkKeptTexts.mjs';
import { inkKeptWidths } from './patches/inkKeptWidths.mjs';
import { inkSharedStyles } from './patches/inkSharedStyles.mjs';
import { inkTableModule } from './patches/inkTableModule.mjs';
import { inkWithoutDevtools } from './patches/inkWithoutDevtools.mjs';
import { stringWidthFastPath } from './patches/stringWidthFastPath.mjs';
import { yogaBinary, yogaStart } from './patches/syncYoga.mjs';
import { removeStale, replaceFile } from './output.mjs';

export const patches = [
  yogaStart,
  yogaBinary,
  inkWithoutDevtools,
  inkKeptCaches,
  inkCheaperCells,
  inkSharedStyles,
  inkKeptTexts,
  inkKeptWidths,
  stringWidthFastPath,
  inkTableModule,
];

/**
 * The program in parts: what is behind an import() is a file of its own, which Node neither reads nor compiles before
 * it is asked for. In one file every start would compile the service and its libraries as well, which took 150 ms of a
 * first start and 40 ms of the later ones.
 *
 * @type {import('esbuild').BuildOptions}
 */
const inParts = {
  // Modules are named by their paths from here.
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  minifySyntax: true,
  sourcemap: 'inline',
  sourcesContent: false,
  legalComments: 'none',
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  outExtension: { '.js': '.cjs' },
  logLevel: 'silent',
};

/**
 * Splitting needs ES modules, but CommonJS starts sooner: each part is turned into CommonJS afterwards.
 *
 * @type {import('esbuild').TransformOptions}
 */
const asCommonJs = {
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  // import() becomes require() in a promise.
  supported: { 'dynamic-import': false },
  // Identifiers stay, and lines are kept short: a stack trace from a user's machine is worth more than 100 KB.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 200,
  sourcemap: 'external',
  sourcesContent: false,
  legalComments: 'none',
  // import.meta is empty in CommonJS: whoever relies on it must find out here.
  logOverride: { 'empty-import-meta': 'error' },
  logLevel: 'silent',
};

/** The part that runs first, as launcher.cjs names it. */
const FIRST_PART = 'main.cjs';

/** What draws the console's first frame. */
const FRAME_ENTRY = 'src/app/run.ts';

/**
 * @param {import('esbuild').OutputFile} part
 * @param {string} banner what it begins with
 */
async function commonJsPart({ path, text }, banner) {
  const name = basename(path);
  const { code, map } = await transform(text, { ...asCommonJs, banner, sourcefile: name });
  return { name, code, map };
}

/**
 * The parts as they are written: those that the console's first lines need are one file.
 *
 * @param {import('esbuild').OutputFile[]} files
 * @param {import('esbuild').Metafile} metafile
 */
async function commonJsParts(files, metafile) {
  const early = new Set([
    ...eagerParts(metafile, FIRST_PART),
    ...eagerParts(metafile, partOf(metafile, FRAME_ENTRY)),
  ]);
  const isEarly = (/** @type {import('esbuild').OutputFile} */ { path }) => early.has(basename(path));
  const others = files.filter((file) => !isEarly(file));
  const first = await Promise.all(
    files
      .filter(isEarly)
      .toSorted((a, b) => Number(basename(b.path) === FIRST_PART) - Number(basename(a.path) === FIRST_PART))
      .map((file) => commonJsPart(file, '')),
  );
  const rest = await Promise.all(others.map((file) => commonJsPart(file, asksFor(FIRST_PART))));
  // What others need comes first: a program that starts meanwhile finds either the old parts or the new ones.
  return [...rest, joinParts(first)];
}

/**
 * Builds the program: `storedeck.cjs`, which is run, and `parts/` beside it.
 *
 * @param {{ entry?: string, folder?: string }} [places] absolute paths; the project's own when not given
 * @returns {Promise<{ bytes: number, ms: number, eager: string[], beforeFrame: string[], inputs: string[] }>} size of
 *   the program, time taken, the modules that are run at the start, those that the console's first frame waits for,
 *   and all that are in it
 */
export async function bundle({ entry = join(root, 'src', 'main.ts'), folder = join(root, 'dist') } = {}) {
  const start = performance.now();
  const parts = join(folder, 'parts');
  const { outputFiles, metafile } = await build({
    ...inParts,
    metafile: true,
    write: false,
    entryPoints: { main: entry },
    outdir: parts,
    plugins: [patchPlugin(patches, (path) => readFile(path, 'utf8')), helperText, packageParts],
  });
  const written = await commonJsParts(outputFiles, metafile);
  for (const { name, code, map } of written) {
    await replaceFile(join(parts, `${name}.map`), map);
    await replaceFile(join(parts, name), `${code}//# sourceMappingURL=${name}.map\n`);
  }
  const launcher = fileURLToPath(new URL('launcher.cjs', import.meta.url));
  await replaceFile(join(folder, 'storedeck.cjs'), await readFile(launcher, 'utf8'), 0o755);
  await removeStale(parts, new Set(written.flatMap(({ name }) => [name, `${name}.map`])));
  return {
    bytes: written.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0),
    ms: performance.now() - start,
    eager: eagerModules(metafile, FIRST_PART),
    beforeFrame: eagerModules(metafile, partOf(metafile, FRAME_ENTRY)),
    inputs: Object.keys(metafile.inputs),
  };
}
