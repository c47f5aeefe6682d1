import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Home, startStoredeck } from '../../test/support/storedeck.ts';
import { jobs } from '../../test/walkthrough/jobs.ts';
import { ensureBuilt } from '../lib/freshBuild.mjs';
import { save } from './save.mjs';
import { svg } from './svg.mjs';

const QUIET_MS = 400;

/** @param {string[]} argv */
function readArguments(argv) {
  const cut = argv.indexOf('--');
  const { positionals, tokens } = parseArgs({
    args: cut < 0 ? argv : argv.slice(0, cut),
    options: {
      until: { type: 'string' },
      wait: { type: 'string' },
      keys: { type: 'string' },
      type: { type: 'string' },
    },
    allowPositionals: true,
    tokens: true,
  });
  const [name, size = '160x48'] = positionals;
  const [, cols, rows] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  if (!name || !cols || !rows)
    throw new Error('usage: node scripts/picture.mjs NAME COLSxROWS [STEP ...] -- ARGS');
  const steps = tokens.flatMap((token) =>
    token.kind === 'option' ? [{ step: token.name, value: token.value ?? '' }] : [],
  );
  return {
    name,
    size: { cols: Number(cols), rows: Number(rows) },
    steps,
    args: cut < 0 ? [] : argv.slice(cut + 1),
  };
}

/**
 * @param {import('../../test/support/screen.ts').Screen} screen
 * @param {{ step: string, value: string }} step
 */
async function perform(screen, { step, value }) {
  if (step === 'until') await screen.until(new RegExp(value));
  else if (step === 'wait') await sleep(Number(value));
  else if (step === 'type') screen.type(value);
  else
    for (const key of value.split(' ')) {
      screen.press(key);
      await screen.quiet(QUIET_MS / 4);
    }
}

/**
 * @param {import('../../test/support/screen.ts').Screen} screen
 * @param {import('../../test/walkthrough/jobs.ts').Step} step
 */
async function walk(screen, step) {
  if ('see' in step) await screen.until(step.see);
  else if ('type' in step) screen.type(step.type);
  else for (const key of step.press) await perform(screen, { step: 'keys', value: key });
  // A dialog ignores all keys for a moment after it has opened.
  await screen.quiet(QUIET_MS);
}

/**
 * @param {{ name: string, size: { cols: number, rows: number }, args: readonly string[] }} wanted
 * @param {(screen: import('../../test/support/screen.ts').Screen) => Promise<void>} lead brings the screen to the wanted state
 */
async function take({ name, size, args }, lead) {
  await ensureBuilt();
  using home = new Home();
  await using screen = startStoredeck(home, args, { ...size, env: { COLORTERM: 'truecolor' } });
  await screen.until((text) => text.trim() !== '');
  await lead(screen);
  await screen.quiet(QUIET_MS);
  const rows = Array.from({ length: size.rows }, (_, y) =>
    Array.from({ length: size.cols }, (_, x) => screen.cell(x, y)),
  );
  return save(name, svg(rows, ['storedeck', ...args].join(' ')));
}

/**
 * Takes the picture given by the command line.
 *
 * @param {string[]} argv
 * @returns {Promise<string[]>} the files written
 */
export async function takePicture(argv) {
  const { steps, ...wanted } = readArguments(argv);
  return take(wanted, async (screen) => {
    for (const step of steps) await perform(screen, step);
  });
}

/**
 * Takes the pictures of the walkthrough, at the end of each job that has one.
 *
 * @returns {Promise<string[]>} the files written
 */
export async function takeWalkthrough() {
  const files = [];
  for (const { demo, steps, picture } of jobs) {
    if (picture === undefined) continue;
    const wanted = { name: picture, size: { cols: 80, rows: 24 }, args: [`--demo=${demo}`] };
    const taken = take(wanted, async (screen) => {
      await screen.until(/HEALTH_(?:OK|WARN|ERR)/);
      await screen.quiet(QUIET_MS);
      for (const step of steps) await walk(screen, step);
    });
    files.push(...(await taken));
  }
  return files;
}
