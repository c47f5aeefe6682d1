import { setTimeout as sleep } from 'node:timers/promises';
import { Screen, type ScreenOptions } from '../test/support/screen.ts';
import type { IdleFigures, KeyFigures, ProgramFigures, Size, StartFigures } from './figures.ts';
import { firstByteAt, idle, type KeyAnswer, pressSeries, shownAt } from './measure.ts';
import { memoryMb } from './process.ts';
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

const STARTS = 7;
const MOVES = 15;
const EDGE_KEYS = 60;
const SETTLE_MS = 2000;
const IDLE_MS = 15_000;

export function open({ file, args, options }: Program, size: Size): Screen {
  return Screen.start(file, args, { ...options, ...size });
}

/** Starts the program a few times. */
export async function measureStart(program: Program, size: Size): Promise<StartFigures> {
  const firstBytes: number[] = [];
  const firstData: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    const start = performance.now();
    await using screen = open(program, size);
    firstBytes.push((await firstByteAt(screen)) - start);
    firstData.push((await shownAt(screen, program.ready)) - start);
  }
  return { firstByteMs: median(firstBytes), firstDataMs: median(firstData) };
}

/** Leaves the program alone for a while. */
export async function measureIdle(screen: Screen): Promise<IdleFigures> {
  await sleep(SETTLE_MS);
  const { bytesPerSecond, cpuPercent } = await idle(screen, IDLE_MS);
  return { idleBytesPerSecond: bytesPerSecond, idleCpuPercent: cpuPercent, memoryMb: memoryMb(screen.pid) };
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
  const start = await measureStart(program, size);
  await using screen = open(program, size);
  await shownAt(screen, program.ready);
  const untouched = await measureIdle(screen);
  screen.press(...(program.toTop ?? []));
  await sleep(SETTLE_MS);
  return { ...start, ...untouched, ...(await measureKeys(screen, size)) };
}
