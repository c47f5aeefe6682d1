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
/** 64 kbit/s with a round trip of 300 ms: a satellite or a poor mobile link. */
const THIN_LINK = { bytesPerSecond: 8000, roundTripMs: 300 };
const HELD_MS = 2000;
/**
 * The age of an untouched console when it is measured. Its memory grows for more than a minute, until the first collection
 * of old objects, and its hot code is compiled meanwhile.
 */
const SETTLED_MS = 120_000;
/**
 * The duration of measuring an untouched console: the longest interval between two reads of a list of 10,000 entries
 * (`src/store/cache/table.ts`), so that each read counts once.
 */
const ROUND_MS = 60_000;
const LINES_PER_SECOND = 5000;
/** Log lines per second, more than any cluster writes for long. */
const RUSH = 50_000;
const HELD_LINES = 1_000_000;
/** The number of held lines in the title of the full log. */
const HELD = /1\.0M\/1\.0M/;
const DISKS = /osd\.\d+ +.*UP/;
/** The title of the disk table, with the number of its rows. */
const DISKS_TITLE = /Disks and OSDs +(\d+)/;
const LOG_FLOOD = /heartbeat_check/;

/** A Node program that only writes a byte. */
const EMPTY: Program = { file: process.execPath, args: ['-e', "process.stdout.write('.')"], ready: /\./ };

/** Opens the disk table on the whole screen and returns the time until its rows appear. */
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

/** Measures the console: the figures of every program, and its own. */
export async function measureConsole(folder: string, osds: number, size: Size): Promise<ConsoleFigures> {
  await using service = await Service.simulated(folder, osds);
  using home = new Home();
  const console = consoleOver(service, home);
  const [start, empty] = await measureStarts([console, EMPTY], size);
  await using screen = open(console, size);
  await shownAt(screen, STATUS);
  const untouched = await measureIdle(screen, SETTLED_MS, ROUND_MS);
  await openDisks(screen);
  // The frame that opens the table must not be counted for a key.
  await screen.quiet(100, 2000).catch(() => undefined);
  const keys = await measureKeys(screen, size, Number(DISKS_TITLE.exec(screen.text())?.[1]));
  const filterMs = await measureFilter(screen);
  return { ...start, ...untouched, ...keys, filterMs, emptyFirstByteMs: empty.firstByteMs };
}

/** The time until the screen settles after scrolling on a thin link, where excess output arrives late. */
async function thinLinkSettle(folder: string): Promise<number> {
  await using service = await Service.simulated(folder, 10_000);
  using home = new Home();
  await using screen = open(consoleOver(service, home, { link: THIN_LINK }), LARGE);
  await shownAt(screen, STATUS, 60_000);
  screen.press('3', 'Enter');
  await sleep(5000);
  // Later updates arrive once a second, so half a second of silence marks the end of the held key's output.
  return await holdKey(screen, 'PageDown', HELD_MS, 500);
}

async function flood(folder: string): Promise<IdleFigures> {
  await using service = await Service.flooding(folder, LINES_PER_SECOND);
  using home = new Home();
  await using screen = open(consoleOver(service, home), LARGE);
  await shownAt(screen, STATUS);
  screen.press('4', 'Enter');
  await shownAt(screen, LOG_FLOOD);
  return await measureIdle(screen, SETTLED_MS, ROUND_MS);
}

/** Fills the log to its limit at top speed with key presses meanwhile, then measures the memory while the log is still. */
async function rush(
  folder: string,
): Promise<{ readonly rushSlowestKeyMs: number; readonly heldLogMb: number }> {
  await using service = await Service.flooding(folder, RUSH, 10_000, HELD_LINES);
  using home = new Home();
  await using screen = open(consoleOver(service, home), LARGE);
  await shownAt(screen, STATUS);
  screen.press('4', 'Enter');
  await shownAt(screen, LOG_FLOOD);
  // Waits for the first answers of the large cluster, whose effect on keys is measured elsewhere.
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

/** Measures the figures that have their own setting. */
export async function measureSpecial(folder: string): Promise<SpecialFigures> {
  const thinLinkSettleMs = await thinLinkSettle(folder);
  const { idleCpuPercent, idleBytesPerSecond } = await flood(folder);
  const flooded = { floodCpuPercent: idleCpuPercent, floodBytesPerSecond: idleBytesPerSecond };
  const rushed = await rush(folder);
  const huge = await hugeTable(folder);
  return { thinLinkSettleMs, ...flooded, ...rushed, ...huge, ...(await measureCrowd(folder, LARGE)) };
}
