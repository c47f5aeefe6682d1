import { setTimeout as sleep } from 'node:timers/promises';
import { Screen, type ScreenOptions } from '../test/support/screen.ts';
import type { IdleFigures, KeyFigures, ProgramFigures, Size, StartFigures } from './figures.ts';
import { firstByteAt, idle, type KeyAnswer, pressSeries, shownAt } from './measure.ts';
import { memoryMb, ownMemoryMb } from './process.ts';
import { mean, median, quantile } from './statistics.ts';

/** A program to measure; `ready` matches its screen once it shows data. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly options?: ScreenOptions;
  readonly ready: RegExp;
  /** Keys that move to the top of its list, if it starts elsewhere. */
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
  // Gives the system time to clean up the previous process.
  await sleep(PAUSE_MS);
  const start = performance.now();
  await using screen = open(program, size);
  const firstByteMs = (await firstByteAt(screen)) - start;
  return { firstByteMs, firstDataMs: (await shownAt(screen, program.ready)) - start };
}

/** Starts programs several times in turn, so that other activity of the machine affects all of them equally. */
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
 * Measures a program without input; its memory is read at the end.
 * @param untilMs the minimum age of the program at the end, in milliseconds
 * @param overMs the duration of the measurement before that
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
 * Moves beyond the edge of a list, and back again at its end, where a key would change nothing and the next output would be
 * the screen's clock.
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
 * Moves down a list from its top: first within the screen, then beyond its lower edge.
 * @param entries the length of the list
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

/** Measures all figures of a program whose first screen is a list. */
export async function measureProgram(program: Program, size: Size): Promise<ProgramFigures> {
  const [start] = await measureStarts([program], size);
  await using screen = open(program, size);
  await shownAt(screen, program.ready);
  const untouched = await measureIdle(screen);
  screen.press(...(program.toTop ?? []));
  await sleep(SETTLE_MS);
  return { ...start, ...untouched, ...(await measureKeys(screen, size)) };
}
