import { setTimeout as sleep } from 'node:timers/promises';
import type { Screen } from '../test/support/screen.ts';
import { Home } from '../test/support/storedeck.ts';
import { consoleOver, STATUS } from './consoleProgram.ts';
import { measureCrowd } from './crowded.ts';
import type { ConsoleFigures, IdleFigures, Size, SpecialFigures } from './figures.ts';
import { holdKey, pressAndWait, pressSeries, shownAt } from './measure.ts';
import { measureIdle, measureKeys, measureStarts, open, type Program } from './program.ts';
import { Service } from './service.ts';

const LARGE: Size = { cols: 200, rows: 50 };
/** 64 kbit/s with 300 ms there and back: a satellite or a mobile link on a bad day. */
const THIN_LINK = { bytesPerSecond: 8000, roundTripMs: 300 };
const HELD_MS = 2000;
/**
 * The age of a console, untouched, when it is measured: it grows for more than a minute, until old garbage is collected,
 * and what it does over and over is compiled meanwhile.
 */
const SETTLED_MS = 100_000;
/**
 * The time for which an untouched console is watched: the longest between two reads of a list of 10,000
 * (`src/store/cache/table.ts`), so that the reading of each counts once.
 */
const ROUND_MS = 40_000;
const LINES_PER_SECOND = 5000;
/** More than any cluster writes for long. */
const RUSH = 50_000;
const HELD_LINES = 1_000_000;
/** As many lines as are held, in the title of the log. */
const HELD = /1\.0M\/1\.0M/;
const DISKS = /osd\.\d+ +.*UP/;
/** The title of the disk table, with the number of its rows. */
const DISKS_TITLE = /Disks and OSDs +(\d+)/;
const LOG_FLOOD = /heartbeat_check/;

/** A program on Node that does nothing but write a byte. */
const EMPTY: Program = { file: process.execPath, args: ['-e', "process.stdout.write('.')"], ready: /\./ };

/** The disk table over the whole screen. */
async function openDisks(screen: Screen): Promise<number> {
  await shownAt(screen, STATUS);
  screen.press('3');
  await screen.quiet(100, 2000).catch(() => undefined);
  const start = performance.now();
  screen.press('Enter');
  return (await shownAt(screen, DISKS)) - start;
}

async function measureFilter(screen: Screen): Promise<number> {
  screen.press('/');
  await sleep(200);
  const answers = [];
  for (const character of 'osd.17') answers.push(await pressAndWait(screen, character));
  return Math.max(...answers.map(({ ms }) => ms));
}

/** The figures that every program is asked for, and those of the console. */
export async function measureConsole(folder: string, osds: number, size: Size): Promise<ConsoleFigures> {
  await using service = await Service.simulated(folder, osds);
  using home = new Home();
  const console = consoleOver(service, home);
  const [start, empty] = await measureStarts([console, EMPTY], size);
  await using screen = open(console, size);
  await shownAt(screen, STATUS);
  const untouched = await measureIdle(screen, SETTLED_MS, ROUND_MS);
  await openDisks(screen);
  // The frame that opens it is no key's.
  await screen.quiet(100, 2000).catch(() => undefined);
  const keys = await measureKeys(screen, size, Number(DISKS_TITLE.exec(screen.text())?.[1]));
  const filterMs = await measureFilter(screen);
  return { ...start, ...untouched, ...keys, filterMs, emptyFirstByteMs: empty.firstByteMs };
}

/** Scrolling on a thin link: what the program writes too much of comes late. */
async function thinLinkSettle(folder: string): Promise<number> {
  await using service = await Service.simulated(folder, 10_000);
  using home = new Home();
  await using screen = open(consoleOver(service, home, { link: THIN_LINK }), LARGE);
  await shownAt(screen, STATUS, 60_000);
  screen.press('3', 'Enter');
  await sleep(5000);
  // What is shown afterwards comes once a second; a pause of half a second ends what the held key has caused.
  return await holdKey(screen, 'PageDown', HELD_MS, 500);
}

async function flood(folder: string): Promise<IdleFigures> {
  await using service = await Service.flooding(folder, LINES_PER_SECOND);
  using home = new Home();
  await using screen = open(consoleOver(service, home), LARGE);
  await shownAt(screen, STATUS);
  screen.press('4', 'Enter');
  await shownAt(screen, LOG_FLOOD);
  return await measureIdle(screen, SETTLED_MS);
}

/** As many lines as are held come as fast as they can, with keys meanwhile; then the log stands still. */
async function rush(
  folder: string,
): Promise<{ readonly rushSlowestKeyMs: number; readonly heldLogMb: number }> {
  await using service = await Service.flooding(folder, RUSH, 10_000, HELD_LINES);
  using home = new Home();
  await using screen = open(consoleOver(service, home), LARGE);
  await shownAt(screen, STATUS);
  screen.press('4', 'Enter');
  await shownAt(screen, LOG_FLOOD);
  // How long the first answers of a large cluster hold up a key is measured elsewhere.
  await sleep(5000);
  const keys = await pressSeries(screen, 'Up', 50);
  await shownAt(screen, HELD, 120_000);
  const { memoryMb } = await measureIdle(screen, SETTLED_MS);
  return { rushSlowestKeyMs: Math.max(...keys.map(({ ms }) => ms)), heldLogMb: memoryMb };
}

async function hugeTable(folder: string) {
  await using service = await Service.simulated(folder, 20_000);
  using home = new Home();
  await using screen = open(consoleOver(service, home), LARGE);
  const hugeTableMs = await openDisks(screen);
  const keys = await pressSeries(screen, 'Down', 100);
  return { hugeTableMs, hugeSlowestKeyMs: Math.max(...keys.map(({ ms }) => ms)) };
}

/** Measures the figures that have a setting of their own. */
export async function measureSpecial(folder: string): Promise<SpecialFigures> {
  const thinLinkSettleMs = await thinLinkSettle(folder);
  const { idleCpuPercent, idleBytesPerSecond } = await flood(folder);
  const flooded = { floodCpuPercent: idleCpuPercent, floodBytesPerSecond: idleBytesPerSecond };
  const rushed = await rush(folder);
  const huge = await hugeTable(folder);
  return { thinLinkSettleMs, ...flooded, ...rushed, ...huge, ...(await measureCrowd(folder, LARGE)) };
}
