import { setTimeout as sleep } from 'node:timers/promises';
import { Screen, type ScreenOptions } from '../test/support/screen.ts';
import type { IdleFigures, KeyFigures, ProgramFigures, Size, StartFigures } from './figures.ts';
import { firstByteAt, idle, type KeyAnswer, pressSeries, shownAt } from './measure.ts';
import { memoryMb, ownMemoryMb } from './process.ts';
import { mean, median, quantile } from './statistics.ts';

/** A program, and what tells that it has data to show. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly options?: ScreenOptions;
  readonly ready: RegExp;
  /** Keys that lead to the top of its list, where it starts elsewhere. */
  readonly toTop?: readonly string[];
}

const STARTS = 15;
const PAUSE_MS = 250;
const MOVES = 15;
const EDGE_KEYS = 60;
const SETTLE_MS = 2000;
const IDLE_MS = 15_000;

export function open({ file, args, options }: Program, size: Size): Screen {
  return Screen.start(file, args, { ...options, ...size });
}

async function startOnce(program: Program, size: Size): Promise<StartFigures> {
  // What ended before is still being cleared away.
  await sleep(PAUSE_MS);
  const start = performance.now();
  await using screen = open(program, size);
  const firstByteMs = (await firstByteAt(screen)) - start;
  return { firstByteMs, firstDataMs: (await shownAt(screen, program.ready)) - start };
}

/** Starts programs some times, in turn: whatever else the machine does then meets all of them. */
export async function measureStarts<const P extends readonly Program[]>(
  programs: P,
  size: Size,
): Promise<{ readonly [K in keyof P]: StartFigures }> {
  const runs = programs.map((): StartFigures[] => []);
  for (let count = 0; count < STARTS; count++) {
    for (const [index, program] of programs.entries()) runs[index]?.push(await startOnce(program, size));
  }
  const figures = runs.map((starts) => ({
    firstByteMs: median(starts.map((one) => one.firstByteMs)),
    firstDataMs: median(starts.map((one) => one.firstDataMs)),
  }));
  return figures as unknown as { readonly [K in keyof P]: StartFigures };
}

/**
 * Leaves the program alone for a while, until it is so old, in milliseconds, at least; its memory is read in the end.
 * @param overMs how long before that it is watched
 */
export async function measureIdle(screen: Screen, untilMs = 0, overMs = IDLE_MS): Promise<IdleFigures> {
  const age = performance.now() - screen.firstByteAt;
  await sleep(Math.max(SETTLE_MS, untilMs - overMs - age));
  const { bytesPerSecond, cpuPercent } = await idle(screen, overMs);
  return {
    idleBytesPerSecond: bytesPerSecond,
    idleCpuPercent: cpuPercent,
    memoryMb: memoryMb(screen.pid),
    ownMemoryMb: ownMemoryMb(screen.pid),
  };
}

/**
 * Moves on past the edge of a list, and back where it ends: there a key changes nothing, and what comes next is the
 * screen's clock.
 */
async function pressPastEdge(screen: Screen, rows: number, entries: number): Promise<KeyAnswer[]> {
  const beyond = entries - 1 - rows;
  const answers: KeyAnswer[] = [];
  if (beyond <= 0) return answers;
  for (let key = 'Down'; answers.length < EDGE_KEYS; key = key === 'Down' ? 'Up' : 'Down') {
    if (answers.length > 0) await pressSeries(screen, key, rows);
    answers.push(...(await pressSeries(screen, key, Math.min(beyond, EDGE_KEYS - answers.length))));
  }
  return answers;
}

/**
 * Moves down a list from its top: within the screen first, then past its lower edge.
 * @param entries of the list
 */
export async function measureKeys(
  screen: Screen,
  { rows }: Size,
  entries = Number.POSITIVE_INFINITY,
): Promise<KeyFigures> {
  const moves = await pressSeries(screen, 'Down', MOVES);
  await pressSeries(screen, 'Down', Math.max(0, rows - MOVES));
  const past = await pressPastEdge(screen, rows, entries);
  const times = [...moves, ...past].map(({ ms }) => ms);
  return {
    moveBytes: median(moves.map(({ bytes }) => bytes)),
    edgeBytes: mean(past.map(({ bytes }) => bytes)),
    keyMs: median(times),
    keyP95Ms: quantile(times, 0.95),
  };
}

/** All figures of a program whose first screen is a list. */
export async function measureProgram(program: Program, size: Size): Promise<ProgramFigures> {
  const [start] = await measureStarts([program], size);
  await using screen = open(program, size);
  await shownAt(screen, program.ready);
  const untouched = await measureIdle(screen);
  screen.press(...(program.toTop ?? []));
  await sleep(SETTLE_MS);
  return { ...start, ...untouched, ...(await measureKeys(screen, size)) };
}
