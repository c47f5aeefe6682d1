import { setTimeout as sleep } from 'node:timers/promises';
import type { Screen } from '../test/support/screen.ts';
import { cpuMs } from './process.ts';

/** The silence that marks the end of a frame: far longer than gaps within a frame, far shorter than a tick of the clock. */
const FRAME_GAP_MS = 25;
/** The time after which a key without output is taken to have no effect. */
const NO_ANSWER_MS = 300;
/** The pause between keys, so that none waits for the previous one. */
const PAUSE_MS = 40;

/** The output caused by a key press. */
export interface KeyAnswer {
  readonly bytes: number;
  /** The time from the key to the last byte of its output, in milliseconds. */
  readonly ms: number;
}

/** Waits for the first byte and returns its time. */
export async function firstByteAt(screen: Screen, timeoutMs = 30_000): Promise<number> {
  const end = performance.now() + timeoutMs;
  while (screen.bytes === 0) {
    if (performance.now() > end) throw new Error(`nothing came within ${timeoutMs} ms`);
    await sleep(1);
  }
  return screen.firstByteAt;
}

/** Waits until the screen shows `wanted` and returns the time of its last byte. */
export async function shownAt(screen: Screen, wanted: RegExp, timeoutMs = 30_000): Promise<number> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const at = screen.lastByteAt;
    await screen.drawn();
    if (wanted.test(screen.text())) return at;
    if (performance.now() > end) throw new Error(`${String(wanted)} is not on the screen:\n${screen.text()}`);
    await sleep(1);
  }
}

/**
 * Presses a key and waits for the end of its output. That is the frame that moves the cursor, which the console leaves at the
 * selected row or in the prompt; of a key that does not move it, the last frame before a pause. Without this distinction a
 * tick of the clock a few milliseconds later counts as the key's output.
 */
export async function pressAndWait(screen: Screen, key: string): Promise<KeyAnswer> {
  const before = screen.bytes;
  const { row, column } = screen.cursor;
  const answer = (): KeyAnswer => ({
    bytes: screen.bytes - before,
    ms: Math.max(0, screen.lastByteAt - start),
  });
  const hasMoved = () =>
    (screen.cursor.row !== row || screen.cursor.column !== column) && !screen.modes().synchronizedOutput;
  let moved: KeyAnswer | undefined;
  const start = performance.now();
  screen.press(key);
  const isWaiting = () =>
    screen.bytes === before
      ? performance.now() - start < NO_ANSWER_MS
      : performance.now() - Math.max(screen.lastByteAt, start) < FRAME_GAP_MS;
  while (isWaiting()) {
    await sleep(1);
    await screen.drawn();
    if (hasMoved()) moved ??= answer();
  }
  return moved ?? answer();
}

/** The maximum wait for the cursor to move. */
const NO_MOVE_MS = 2000;

/**
 * Presses a key that moves the cursor and waits for the move. Unlike `pressAndWait` it also works while continuous output
 * leaves no gap between frames.
 * @returns the time in milliseconds
 */
export async function pressAndMove(screen: Screen, key: string): Promise<number> {
  const { row, column } = screen.cursor;
  const start = performance.now();
  screen.press(key);
  for (;;) {
    await sleep(1);
    const ms = performance.now() - start;
    if (screen.cursor.row !== row || screen.cursor.column !== column || ms > NO_MOVE_MS) return ms;
  }
}

/** Presses a key `count` times. */
export async function pressSeries(screen: Screen, key: string, count: number): Promise<KeyAnswer[]> {
  const answers: KeyAnswer[] = [];
  for (let pressed = 0; pressed < count; pressed++) {
    answers.push(await pressAndWait(screen, key));
    await sleep(PAUSE_MS);
  }
  return answers;
}

/** Measures the output and CPU use of a program without input. */
export async function idle(
  screen: Screen,
  ms: number,
): Promise<{ bytesPerSecond: number; cpuPercent: number }> {
  const [bytes, cpu, start] = [screen.bytes, cpuMs(screen.pid), performance.now()];
  await sleep(ms);
  const seconds = (performance.now() - start) / 1000;
  return {
    bytesPerSecond: (screen.bytes - bytes) / seconds,
    cpuPercent: (cpuMs(screen.pid) - cpu) / seconds / 10,
  };
}

/**
 * Holds a key, repeated 30 times a second as by a keyboard.
 * @returns the time from its release to the last byte, in milliseconds
 */
export async function holdKey(screen: Screen, key: string, ms: number, settleMs: number): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < ms) {
    screen.press(key);
    await sleep(1000 / 30);
  }
  const released = performance.now();
  await screen.quiet(settleMs);
  return Math.max(0, screen.lastByteAt - released);
}
